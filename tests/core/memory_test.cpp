// Bytes a parameter: Megatron-LM theoretical_memory_usage.py (18; 6 + 12/DP), ZeRO arXiv 1910.02054, FSDP.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "core/physics/memory.hpp"
#include "tests/core/scenario_fixture.hpp"

using namespace threewall;
using Catch::Matchers::WithinRel;

namespace {

/// State bytes a parameter on the first rank.
double states_per_parameter(const Scenario& s) {
    const Layout l = make_layout(s);
    const std::vector<Stage> stages = make_stages(s);
    const RankMemory r = rank_memory(s, l, stages, nullptr).front();
    const double states = (r.part(MemoryPart::weights) + r.part(MemoryPart::gradients) + r.part(MemoryPart::optimizer)).value;
    return states / device_parameters(s, l, stages.front()).total();
}

}  // namespace

TEST_CASE("Megatron without its distributed optimizer holds 18 bytes a parameter") {
    CHECK_THAT(states_per_parameter(test::gpt3_on_a100()), WithinRel(18.0, 1e-12));
}

TEST_CASE("Megatron's distributed optimizer holds 6 + 12/DP bytes a parameter") {
    Scenario s = test::gpt3_on_a100();
    s.plan.zero_stage = 1;
    CHECK_THAT(states_per_parameter(s), WithinRel(6 + 12.0 / 8, 1e-12));
}

TEST_CASE("bf16 gradients hold 16 bytes a parameter, and the parts add up to it") {
    const BytesPerParameter b = bytes_per_parameter(Plan{}, StackHabits{}, Precision::bf16);
    CHECK(b.weight == 2);
    CHECK(b.gradient == 2);
    CHECK(b.master == 4);
    CHECK(b.moments == 8);
    CHECK(b.total() == 16);
}

TEST_CASE("FSDP shards everything: 16 bytes a parameter over the ranks with fp32 gradients") {
    Scenario s = test::gpt3_on_a100();
    s.stack.habits.fp32_shards = true;
    s.plan.tensor_parallel = 1;
    s.plan.pipeline_parallel = 1;
    s.plan.zero_stage = 3;
    CHECK_THAT(states_per_parameter(s), WithinRel(16.0 / 1024, 1e-12));
}

TEST_CASE("DeepSpeed's ZeRO-3 holds 16 bytes a parameter over the ranks with bf16 gradients") {
    // Case J01: a 16-bit shard 2, gradient 2, master 4, moments 8.
    Scenario s = test::gpt3_on_a100();
    s.plan.tensor_parallel = 1;
    s.plan.pipeline_parallel = 1;
    s.plan.zero_stage = 3;
    s.plan.gradient_dtype = Precision::bf16;
    CHECK_THAT(states_per_parameter(s), WithinRel(16.0 / 1024, 1e-12));
}

TEST_CASE("an offloaded optimizer leaves 16-bit weights and gradients on the device, and no fp32 copy at the step") {
    // Case A19: Llama-70B on 8 devices with ZeRO-3.
    for (bool fp32_shards : {false, true}) {
        Scenario s = test::gpt3_on_a100();
        s.stack.habits.fp32_shards = fp32_shards;
        s.plan.tensor_parallel = 1;
        s.plan.pipeline_parallel = 1;
        s.plan.zero_stage = 3;
        s.plan.gradient_dtype = Precision::bf16;
        s.plan.offload_optimizer = true;
        CHECK_THAT(states_per_parameter(s), WithinRel(4.0 / 1024, 1e-12));
        const Layout l = make_layout(s);
        CHECK(rank_memory(s, l, make_stages(s), nullptr).front().moment != PeakMoment::optimizer);
    }
}

TEST_CASE("1F1B holds p − r micro-batches, interleaving 1 + (p−1)/(pv) of a rank's layers more") {
    Scenario s = test::gpt3_on_a100();
    s.plan.global_batch_size = 8 * 64;
    Layout l = make_layout(s);
    CHECK(micro_batches_in_flight(s, l, 0) == 16);
    CHECK(micro_batches_in_flight(s, l, 15) == 1);
    s.plan.virtual_stages = 3;
    s.plan.schedule = Schedule::interleaved;
    l = make_layout(s);
    CHECK_THAT(micro_batches_in_flight(s, l, 0), WithinRel(16 * (1 + 15.0 / (16 * 3)), 1e-12));
}

TEST_CASE("in-flight micro-batches never exceed those of the step") {
    Scenario s = test::gpt3_on_a100();
    s.plan.global_batch_size = 8 * 4;
    CHECK(micro_batches_in_flight(s, make_layout(s), 0) == 4);
}

TEST_CASE("Llama-2-70B needs 18 bytes times 4.4 billion parameters without the distributed optimizer on TP8 PP2") {
    // Case A05: 70.6e9/16 · 18 = 79.4 GB does not fit 80 GB; 6 + 12/8 does.
    Scenario s = test::gpt3_on_a100();
    s.model.layers = 80;
    s.model.hidden = 8192;
    s.model.ffn = 28672;
    s.model.gated_mlp = true;
    s.model.tied_embeddings = false;
    s.model.attention = {AttentionKind::grouped, 64, 8, 128, 0, 0, 0, 0, 0};
    s.model.vocab = 128256;
    s.cluster.devices = 128;
    s.plan.pipeline_parallel = 2;
    const Layout l = make_layout(s);
    const double total = rank_memory(s, l, make_stages(s), nullptr).front().part(MemoryPart::optimizer).value / 12;
    CHECK_THAT(total, WithinRel(70.6e9 / 16, 0.02));
}
