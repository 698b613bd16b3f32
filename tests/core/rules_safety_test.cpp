// Any value of any input is safe to pass: nothing divides by zero or overflows, and nonsense is named as such.
#include <cmath>
#include <cstdint>
#include <ctime>
#include <limits>
#include <random>
#include <set>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "core/rules/facts.hpp"
#include "core/rules/inputs.hpp"
#include "core/scenario/fields.hpp"
#include "tests/core/rules_fixture.hpp"

using namespace threewall;
using namespace threewall::test;

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

std::vector<std::int64_t*> plan_integers(Plan& p) {
    for (auto* o : {&p.expert_tensor_parallel, &p.data_parallel, &p.recompute_layers, &p.first_stage_layers, &p.last_stage_layers})
        if (!*o) *o = 1;
    return {&p.tensor_parallel, &p.pipeline_parallel, &p.virtual_stages, &p.context_parallel, &p.expert_parallel, &p.zero_stage, &p.shard_group, &p.micro_batch_size, &p.global_batch_size,
            &*p.expert_tensor_parallel, &*p.data_parallel, &*p.recompute_layers, &*p.first_stage_layers, &*p.last_stage_layers};
}

std::vector<std::int64_t*> model_integers(Model& m) {
    if (!m.moe) m.moe.emplace();
    if (m.spans.empty()) m.spans.push_back({SpanKind::full, m.layers, 0});
    Attention& a = m.attention;
    MixtureOfExperts& e = *m.moe;
    return {&m.layers, &m.hidden, &m.ffn, &m.vocab, &m.max_sequence, &m.norms_per_layer, &m.mtp_layers, &m.hyper_connections, &m.extra_parameters_per_layer,
            &a.heads, &a.kv_heads, &a.head_dim, &a.q_lora_rank, &a.kv_lora_rank, &a.qk_nope_head_dim, &a.qk_rope_head_dim, &a.v_head_dim,
            &e.experts, &e.top_k, &e.expert_ffn, &e.shared_experts, &e.shared_ffn, &e.dense_layers, &e.node_limit, &m.spans[0].layers, &m.spans[0].window};
}

std::vector<std::int64_t*> all_integers(Scenario& s) {
    std::vector<std::int64_t*> all = plan_integers(s.plan);
    for (std::int64_t* p : model_integers(s.model)) all.push_back(p);
    for (std::int64_t* p : {&s.cluster.devices, &s.cluster.devices_per_node, &s.cluster.scale_up_domain, &s.cluster.device.compute_units, &s.stack.support.max_tensor_parallel, &s.workload.sequence_length})
        all.push_back(p);
    return all;
}

std::vector<double*> all_reals(Scenario& s) {
    Cluster& c = s.cluster;
    PeakRates& r = c.device.peak;
    return {&r.fp32.value, &r.tf32.value, &r.bf16.value, &r.fp16.value, &r.fp8.value, &r.fp4.value, &c.device.memory.value, &c.device.memory_bandwidth.value, &c.device.board_power.value,
            &c.scale_up.bandwidth.value, &c.scale_up.latency.value, &c.scale_up.efficiency, &c.scale_out.bandwidth.value, &c.scale_out.latency.value, &c.scale_out.efficiency,
            &c.oversubscription, &c.congestion_per_doubling, &c.host_link.value, &s.plan.expert_imbalance, &s.workload.tokens, &s.operation.goodput, &s.operation.dollars_per_kwh};
}

constexpr std::int64_t kIntegers[] = {kLeast, kLeast + 1, -1, 0, 1, 2, 3, 7, 97, 1 << 20, 100'000'000, std::int64_t{1} << 40, kMost - 1, kMost};
const double kReals[] = {std::nan(""), -1e308, -1, -0.0, 0, 1e-300, 1, 1e21, 1e308, INFINITY, -INFINITY};

/// Nothing here may depend on the message being read: only that it comes.
void survives(const Scenario& s) {
    for (const Finding& f : check(s)) {
        if (f.message.empty() || f.fix.empty() || f.field.empty() || f.rule.empty()) FAIL("a finding without words: " << f.rule);
    }
}

}  // namespace

TEST_CASE("Every input can have any value") {
    for (Scenario (*base)() : {llama, deepseek}) {
        Scenario s = base();
        for (std::int64_t* place : all_integers(s)) {
            const std::int64_t kept = *place;
            for (const std::int64_t value : kIntegers) {
                *place = value;
                survives(s);
            }
            *place = kept;
        }
        for (double* place : all_reals(s)) {
            const double kept = *place;
            for (const double value : kReals) {
                *place = value;
                survives(s);
            }
            *place = kept;
        }
    }
}

TEST_CASE("Every input can have any value at once") {
    std::mt19937 random(20260801);
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (int round = 0; round < 20'000; ++round) {
        Scenario s = round % 2 == 0 ? llama() : deepseek();
        const auto integers = all_integers(s);
        const auto reals = all_reals(s);
        for (std::size_t changes = pick(8); changes-- > 0;) *integers[pick(integers.size())] = kIntegers[pick(std::size(kIntegers))];
        if (pick(4) == 0) *reals[pick(reals.size())] = kReals[pick(std::size(kReals))];
        s.plan.schedule = static_cast<Schedule>(pick(7));
        s.plan.precision = static_cast<Precision>(pick(6));
        s.plan.recipe = static_cast<Recipe>(pick(7));
        s.plan.recompute = static_cast<Recompute>(pick(5));
        s.plan.context_parallel_kind = static_cast<ContextParallelKind>(pick(4));
        s.model.attention.kind = static_cast<AttentionKind>(pick(3));
        s.model.position = static_cast<Position>(pick(5));
        s.plan.flexible_layout = pick(2) == 0;
        s.plan.offload_optimizer = pick(2) == 0;
        s.stack.support.zero_1 = pick(2) == 0;
        survives(s);
    }
}

TEST_CASE("NaN, infinities and numbers out of range are named with their range") {
    Scenario s = llama();
    s.plan.expert_imbalance = std::nan("");
    s.plan.global_batch_size = kLeast;
    s.plan.schedule = static_cast<Schedule>(99);
    s.cluster.device.memory = Bytes(INFINITY);
    const std::vector<Finding> findings = check(s);
    std::set<std::string_view> named;
    for (const Finding& f : findings) {
        INFO(report(findings));
        CHECK(f.rule == "value-in-range");
        named.insert(f.field);
    }
    CHECK(named == std::set<std::string_view>{"plan.expert_imbalance", "plan.global_batch_size", "plan.schedule", "cluster.device.memory_bytes"});
}

TEST_CASE("The inputs that rules read are fields of the table") {
    for (const rules::InputPath& input : rules::input_paths()) {
        INFO(input.path);
        CHECK(find_field(input.path) != nullptr);
    }
}

TEST_CASE("Products are checked or stop at the largest number") {
    CHECK(rules::checked_product(1'000'000'000, 9'000'000'000) == 9'000'000'000'000'000'000);
    CHECK(!rules::checked_product(1'000'000'000, 10'000'000'000));
    CHECK(rules::saturated_product(kMost, 2) == kMost);
    CHECK(rules::saturated_sum(kMost, 1) == kMost);
}

TEST_CASE("A valid scenario is checked in microseconds", "[.benchmark]") {
    const Scenario s = deepseek();
    std::size_t found = 0;
    const std::clock_t start = std::clock();
    constexpr int kRounds = 100'000;
    for (int i = 0; i < kRounds; ++i) found += check(s).size();
    const double spent = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    WARN("check: " << spent / kRounds << " µs of processor time");
    CHECK(found == 0);
}
