#include "core/scenario/fields.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "core/io/field_input.hpp"
#include "core/scenario/field_table.hpp"
#include "tests/core/random_scenario.hpp"

using namespace threewall;

namespace {

std::size_t below(std::string_view path) {
    std::size_t n = 0;
    for (const Field& f : fields()) n += f.path.starts_with(path) ? 1 : 0;
    return n;
}

}  // namespace

TEST_CASE("paths and link keys are unique, so that one name means one input") {
    std::set<std::string_view> names;
    for (const Field& f : fields()) {
        INFO(f.path);
        CHECK(names.insert(f.path).second);
        CHECK(names.insert(f.link_key).second);
        CHECK(find_field(f.path) == &f);
        CHECK(find_field(f.link_key) == &f);
        CHECK_FALSE(f.label.empty());
        CHECK(f.help.ends_with('.'));
    }
    CHECK(find_field("plan.tensor_paralel") == nullptr);
}

// The bindings below stop compiling when a member is added: then the table needs a line, and the number here too.
TEST_CASE("every member of a scenario is in the table") {
    {
        [[maybe_unused]] auto [id, name, layers, hidden, ffn, vocab, max_sequence, gated, tied, qkv, linear, qk_norm,
                               dropout, parallel, norms, norm, position, attention, spans, moe, mtp, hyper, extra] =
            Model{};
        [[maybe_unused]] auto [kind, heads, kv, dim, q, kvr, nope, rope, v] = attention;
        [[maybe_unused]] auto [experts, top_k, expert_ffn, shared, shared_ffn, dense, node_limit, gate, capacity] =
            MixtureOfExperts{};
        CHECK(below("model.") == 21 + 9 + 9);
        CHECK(below("model.attention.") == 9);
        CHECK(below("model.moe.") == 9);
    }
    {
        [[maybe_unused]] auto [device, devices, per_node, up, domain, topology, out, over, congestion, host] =
            Cluster{};
        [[maybe_unused]] auto [id, name, family, peak, memory, bandwidth, units, power] = device;
        [[maybe_unused]] auto [fp32, tf32, bf16, fp16, fp8, fp4] = peak;
        [[maybe_unused]] auto [link_id, link_name, speed, latency, efficiency] = up;
        CHECK(below("cluster.") == 7 + 7 + 6 + 2 * 5);
    }
    {
        [[maybe_unused]] auto [id, name, support, habits, efficiency, source] = Stack{};
        [[maybe_unused]] auto [tp, sp, pp, vpp, cp, ep, z1, z2, z3, z23, bf16, fp16, fp8, fp4, flash] = support;
        [[maybe_unused]] auto [dtype, shards, fused, fused_softmax, fused_norm, loss, gathered, otp, odp, oep, dedup, kernel,
                               routing, health] = habits;
        [[maybe_unused]] auto [gemm, attention, memory, up, out, exposed, launch, overhead, slack, fixed] = efficiency;
        CHECK(below("stack.") == 3 + 15 + 14 + 10);
    }
    {
        [[maybe_unused]] auto [tp, sp, pp, vpp, schedule, cp, cpk, ep, etp, dp, zero, group, reshard, mbs, gbs, rc, rcl,
                               precision, recipe, fp8w, kernel, optimizer, gd, oo, oa, first, last, embedding, loss,
                               flexible, order, imbalance] = Plan{};
        CHECK(below("plan.") == 32);
    }
    {
        [[maybe_unused]] auto [sequence, tokens] = Workload{};
        [[maybe_unused]] auto [goodput, pue, overhead, hour, kwh] = Operation{};
        CHECK(below("workload.") == 2);
        CHECK(below("operation.") == 5);
    }
}

// A name too few shifts all after it: the last of each enum tells.
TEST_CASE("the names of choices are in the order of their enums") {
    const auto name = [](auto last) {
        const auto names = choice_names<decltype(last)>();
        return names.size() == static_cast<std::size_t>(last) + 1 ? names.back() : "wrong number of names";
    };
    CHECK(name(Norm::layer_norm) == "layer_norm");
    CHECK(name(Position::none) == "none");
    CHECK(name(AttentionKind::latent) == "latent");
    CHECK(name(SpanKind::linear) == "linear");
    CHECK(name(Topology::mesh) == "mesh");
    CHECK(name(Precision::fp4) == "fp4");
    CHECK(name(Recipe::nvfp4) == "nvfp4");
    CHECK(name(Recompute::full) == "full");
    CHECK(name(AttentionKernel::plain) == "plain");
    CHECK(name(ContextParallelKind::ulysses) == "ulysses");
    CHECK(name(Schedule::dual_pipe) == "dual_pipe");
    CHECK(name(Optimizer::sgd) == "sgd");
    CHECK(name(DimensionOrder::tp_cp_ep_pp_dp) == "tp_cp_ep_pp_dp");
}

TEST_CASE("every field reads back what was written") {
    test::Random random(20240601);
    for (int round = 0; round < 20; ++round) {
        const Scenario s = test::random_scenario(random);
        for (const Field& f : fields()) {
            INFO(f.path << " = " << field_text(s, f));
            Scenario copy = test::from_catalog(random);
            copy.model.moe = s.model.moe;
            REQUIRE_FALSE(put_text(copy, f, field_text(s, f)).has_value());
            CHECK(field_text(copy, f) == field_text(s, f));
            if (f.type != FieldType::text) CHECK(f.get(copy) == f.get(s));
        }
    }
}

TEST_CASE("taking away the number of experts makes a model dense") {
    Scenario s;
    find_field("model.moe.top_k")->set(s, 8);
    REQUIRE(s.model.moe.has_value());
    CHECK(s.model.moe->top_k == 8);
    find_field("model.moe.top_k")->set(s, std::nullopt);
    CHECK(s.model.moe.has_value());
    find_field("model.moe.experts")->set(s, std::nullopt);
    CHECK_FALSE(s.model.moe.has_value());
}

TEST_CASE("attention spans are typed as kind:layers:window") {
    Scenario s;
    const Field& f = *find_field("model.spans");
    REQUIRE(f.set_text(s, "sliding_window:24:4096,full:8"));
    REQUIRE(s.model.spans.size() == 2);
    CHECK(s.model.spans[0] == AttentionSpan{SpanKind::sliding_window, 24, 4096});
    CHECK(s.model.spans[1] == AttentionSpan{SpanKind::full, 8, 0});
    for (const char* wrong : {"sliding:24:4096", "full:-1", "full:8:x", "full", "full:1e3", "full:8:1:2"}) {
        INFO(wrong);
        CHECK_FALSE(f.set_text(s, wrong));
        CHECK(s.model.spans.size() == 2);
    }
}

TEST_CASE("a value that cannot be is refused with the range, never rounded or moved into it") {
    Scenario s;
    const Field& tp = *find_field("tp");
    for (const char* wrong : {"0", "-8", "8.5", "1e308", "1e999", "nan", "inf", "eight", "", "8 8", "0x8", "8k8"}) {
        INFO(wrong);
        const auto problem = put_text(s, tp, wrong);
        REQUIRE(problem.has_value());
        CHECK(problem->where == "plan.tensor_parallel");
        CHECK(problem->fix.find("a whole number from 1") != std::string::npos);
        CHECK(s.plan.tensor_parallel == 1);
    }
    CHECK_FALSE(put_text(s, tp, "8"));
    CHECK(s.plan.tensor_parallel == 8);
    CHECK(put_text(s, *find_field("plan.recompute"), "some")->fix == "write one of none, selective, operators, full");
}

TEST_CASE("names are one line of valid UTF-8") {
    Scenario s;
    const Field& name = *find_field("model.name");
    CHECK(name.set_text(s, "模型 é"));
    for (const std::string& wrong : {std::string("\xC3"), std::string("\xC0\xAF"), std::string("\xED\xA0\x80"),
                                     std::string("a\nb"), std::string(1, '\0'), std::string(1000, 'a')}) {
        CHECK_FALSE(name.set_text(s, wrong));
        CHECK(s.model.name == "模型 é");
    }
}
