// The whole of evaluate: conventions, walls, money, and the runs of two published reports.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "core/evaluate/evaluate.hpp"
#include "core/io/catalog.hpp"
#include "core/physics/operators.hpp"
#include "tests/core/scenario_fixture.hpp"

using namespace threewall;
using Catch::Matchers::WithinRel;

namespace {

Scenario preset(std::string_view id) {
    const PresetEntry* entry = catalog().preset(id);
    REQUIRE(entry != nullptr);
    return entry->scenario;
}

}  // namespace

TEST_CASE("an invalid scenario yields errors and no numbers") {
    Scenario s = test::gpt3_on_a100();
    s.plan.tensor_parallel = 5;
    const Result r = evaluate(s);
    CHECK_FALSE(r.valid);
    CHECK(has_error(r.findings));
    CHECK(r.step_time.value == 0);
    CHECK(r.ranks.empty());
    CHECK(r.tokens_per_second == 0);
}

TEST_CASE("the exposed terms add up to the step, and every second has a wall") {
    for (const PresetEntry& p : catalog().presets) {
        const Result r = evaluate(p.scenario);
        INFO(p.id);
        REQUIRE(r.valid);
        double terms = 0, walls = 0;
        for (const TimeTerm& t : r.terms) terms += t.exposed.value;
        for (Seconds w : r.by_wall) walls += w.value;
        CHECK_THAT(terms, WithinRel(r.step_time.value, 1e-9));
        CHECK_THAT(walls, WithinRel(r.step_time.value, 1e-9));
    }
}

TEST_CASE("the parts of every rank add up to its total") {
    for (const PresetEntry& p : catalog().presets) {
        const Result r = evaluate(p.scenario);
        INFO(p.id);
        for (const RankMemory& rank : r.ranks) {
            double sum = 0;
            for (Bytes b : rank.parts) sum += b.value;
            CHECK_THAT(sum, WithinRel(rank.total.value, 1e-12));
        }
    }
}

TEST_CASE("hidden communication is never negative") {
    for (const PresetEntry& p : catalog().presets) {
        INFO(p.id);
        CHECK(evaluate(p.scenario).hidden_communication.value >= 0);
    }
}

TEST_CASE("BLOOM's 96·B·s·l·h² formula gives 6.02e18 hardware FLOP a step with full recomputation") {
    // Case C10: 2048 sequences of 2048, 70 layers, hidden 14336, vocabulary 250880.
    Scenario s = test::gpt3_on_a100();
    s.model.layers = 70;
    s.model.hidden = 14336;
    s.model.ffn = 4 * 14336;
    s.model.vocab = 250880;
    s.model.attention = {AttentionKind::grouped, 112, 112, 128, 0, 0, 0, 0, 0};
    s.model.position = Position::alibi;
    s.model.qkv_bias = s.model.linear_bias = false;
    s.plan.recompute = Recompute::full;
    s.plan.global_batch_size = 2048;
    s.cluster.devices = 1536;
    s.plan.pipeline_parallel = 14;
    s.cluster.devices = 8 * 14 * 8;
    const StepFlop f = step_flop(s, make_layout(s), count_parameters(s.model));
    CHECK_THAT(f.hardware_full.value, WithinRel(6.02e18, 0.005));
}

TEST_CASE("Llama-3-8B at 8 192 tokens needs 57.9 GFLOP a token counted fully and 51.5 causally") {
    // Case F01: 6·7.505e9 + 12·32·4096·8192.
    const ModelEntry* llama = catalog().model("llama3-8b");
    REQUIRE(llama != nullptr);
    Scenario s = test::gpt3_on_a100();
    use_model(s, *llama);
    s.workload.sequence_length = 8192;
    s.plan.global_batch_size = 1;
    const StepFlop f = step_flop(s, make_layout(s), count_parameters(s.model));
    CHECK_THAT(f.model_full.value / 8192 / 1e9, WithinRel(57.9, 0.002));
    CHECK_THAT(f.model_causal.value / 8192 / 1e9, WithinRel(51.5, 0.002));
}

TEST_CASE("a window of 128 on 18 of 36 gpt-oss layers takes 3 510 632 448 FLOP a token off, bit for bit") {
    // Case F02 (torchtitan PR 4300): s = 4096, 64 heads of 64 + 64.
    Model m;
    m.layers = 36;
    m.attention = {AttentionKind::grouped, 64, 8, 64, 0, 0, 0, 0, 0};
    const double full = full_pairs_per_layer(m, 4096);
    m.spans = {{SpanKind::sliding_window, 18, 128}, {SpanKind::full, 18, 0}};
    const double mixed = full_pairs_per_layer(m, 4096);
    CHECK((full - mixed) * 36 / 4096 * 3 * flop_per_pair(m) == 3510632448.0);
}

TEST_CASE("Llama-3.1-405B on 16 384 H100 reaches the published 400 TFLOP/s within a tenth, and fits") {
    const Result r = evaluate(preset("llama3.1-405b-h100"));
    REQUIRE(r.valid);
    CHECK(r.verdict != Verdict::does_not_fit);
    CHECK_THAT(r.model_flop_per_device.value / 1e12, WithinRel(400.0, 0.10));
    CHECK(r.mfu_full > 0.38);
    CHECK(r.mfu_full < 0.45);
}

TEST_CASE("DeepSeek-V3 on 2 048 H800 fits and trains 14.8 T tokens within a quarter of the published 2.664 M device-hours") {
    const Result r = evaluate(preset("deepseek-v3-h800"));
    REQUIRE(r.valid);
    CHECK(r.verdict != Verdict::does_not_fit);
    CHECK_THAT(r.step_time.value * 14.8e12 / r.tokens_per_step * 2048 / 3600, WithinRel(2.664e6, 0.25));
}

TEST_CASE("2 000 devices, TP 8, PP 4: 62 replicas leave 16 idle, and TP does not multiply the batch") {
    Scenario s = test::gpt3_on_a100();
    s.cluster.devices = 2000;
    s.plan.pipeline_parallel = 4;
    s.plan.data_parallel = 62;
    s.plan.micro_batch_size = 2;
    s.plan.global_batch_size = 2 * 62 * 32;
    const Result r = evaluate(s);
    REQUIRE(r.valid);
    CHECK(r.idle_devices == 16);
    CHECK(r.micro_batches == 32);
    CHECK(s.plan.global_batch_size == 3968);
    CHECK_THAT(r.bubble_ratio, WithinRel(3.0 / 32, 0.02));
}

TEST_CASE("a device that is twice as fast in everything halves a step without host work") {
    Scenario s = test::gpt3_on_a100();
    s.stack.efficiency.step_overhead = Seconds(0);
    s.stack.efficiency.kernel_launch = Seconds(0);
    s.cluster.scale_up.latency = s.cluster.scale_out.latency = Seconds(0);
    const double before = evaluate(s).step_time.value;
    s.cluster.device.peak.bf16 *= 2;
    s.cluster.device.memory_bandwidth *= 2;
    s.cluster.scale_up.bandwidth *= 2;
    s.cluster.scale_out.bandwidth *= 2;
    CHECK_THAT(evaluate(s).step_time.value, WithinRel(before / 2, 1e-9));
}

TEST_CASE("tensor parallelism beyond the node is slower than inside it") {
    Scenario s = test::gpt3_on_a100();
    const double inside = evaluate(s).step_time.value;
    s.plan.tensor_parallel = 16;
    s.plan.pipeline_parallel = 8;
    CHECK(evaluate(s).step_time.value > inside);
}

TEST_CASE("pipelining through fewer stages has less bubble") {
    Scenario s = test::gpt3_on_a100();
    s.plan.pipeline_parallel = 4;
    s.plan.global_batch_size = 32 * 32;
    const double four = evaluate(s).bubble_ratio;
    s.plan.pipeline_parallel = 2;
    s.plan.global_batch_size = 64 * 32;
    CHECK(evaluate(s).bubble_ratio < four);
}
