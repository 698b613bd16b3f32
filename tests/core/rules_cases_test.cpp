// Invalid plans that people met in public, by thread: each must be refused with the numbers that would have helped.
#include <catch2/catch_test_macros.hpp>

#include "tests/core/rules_fixture.hpp"

using namespace threewall;
using namespace threewall::test;

namespace {

/// The finding of a rule, or one without text so that the checks on it fail readably.
Finding expect(const Scenario& s, std::string_view rule) {
    const std::vector<Finding> findings = check(s);
    UNSCOPED_INFO(report(findings));
    const Finding* f = find_rule(findings, rule);
    return f ? *f : Finding{};
}

bool is_silent(const Scenario& s, std::string_view rule) { return find_rule(check(s), rule) == nullptr; }

/// A dense model of which only what a case is about matters.
Scenario heads(std::int64_t count, std::int64_t kv, std::int64_t tp) {
    Scenario s = llama();
    s.model.attention.heads = count;
    s.model.attention.kv_heads = kv;
    s.model.hidden = 128 * count;
    s.plan.tensor_parallel = tp;
    return s;
}

/// GLM-4.5-Air (46 layers, 96 heads, 8 kv heads, 128 experts of width 1408) on 128 devices.
Scenario glm_air() {
    Scenario s = llama();
    s.model.layers = 46;
    s.model.hidden = 4096;
    s.model.ffn = 10944;
    s.model.attention = {.heads = 96, .kv_heads = 8, .head_dim = 128};
    s.model.moe = MixtureOfExperts{.experts = 128, .top_k = 8, .expert_ffn = 1408, .shared_experts = 1, .shared_ffn = 1408, .dense_layers = 1};
    s.cluster = h100_cluster(128);
    s.plan.expert_parallel = 16;
    s.plan.expert_tensor_parallel = 1;
    return s;
}

Scenario sequence(std::int64_t length, std::int64_t cp, std::int64_t tp) {
    Scenario s = llama();
    s.model.attention = {.heads = 48, .kv_heads = 48, .head_dim = 128};
    s.model.hidden = 6144;
    s.model.ffn = 24576;
    s.model.max_sequence = 0;
    s.plan.context_parallel = cp;
    s.plan.tensor_parallel = tp;
    s.plan.sequence_parallel = tp > 1;
    s.cluster.devices = 384;
    s.workload.sequence_length = length;
    return s;
}

}  // namespace

TEST_CASE("B01 GLM-4.5-Air: 46 layers on 4 stages leave 2; PP 2 divides, 11 and 11 at the ends add up") {
    Scenario s = glm_air();
    const Finding f = expect(s, "layers-divisible-by-pipeline");
    CHECK(f.severity == Severity::error);
    CHECK(mentions(f.message, "46 layers"));
    CHECK(mentions(f.message, "remainder 2"));
    CHECK(mentions(f.fix, "pipeline_parallel 2 (23 layers each"));
    CHECK(mentions(f.fix, "first_stage_layers 11 and last_stage_layers 11 with 12 on the 2 between"));
    CHECK(f.suggestion == "2");
    s.plan.first_stage_layers = 11;
    s.plan.last_stage_layers = 11;
    CHECK(!has_error(check(s)));
}

TEST_CASE("B02 sequence parallelism splits the tokens of a micro-batch over TP") {
    Scenario s = llama();
    s.workload.sequence_length = 4092;
    const Finding f = expect(s, "sequence-divisible");
    CHECK(mentions(f.message, "4092"));
    CHECK(mentions(f.message, "remainder 4"));
    CHECK(mentions(f.fix, "4088 or 4096"));
    s.plan.sequence_parallel = false;
    CHECK(is_silent(s, "sequence-divisible"));
}

TEST_CASE("B04 slime: the expert product 1·8·2 is checked apart from the dense one; EP 4 is the largest on 8 devices") {
    Scenario s = glm_air();
    s.model.layers = 48;
    s.model.moe->experts = 64;
    s.cluster = h100_cluster(8);
    s.plan.tensor_parallel = 2;
    s.plan.pipeline_parallel = 2;
    s.plan.expert_parallel = 8;
    const Finding f = expect(s, "experts-divide-world");
    CHECK(mentions(f.message, "ETP 1 · EP 8 · PP 2 = 16"));
    CHECK(mentions(f.message, "8 devices"));
    CHECK(f.suggestion == "4");
    CHECK(is_silent(s, "devices-divisible-by-model-parallel"));
}

TEST_CASE("B05 FAMBench: EP 8 on 4 devices") {
    Scenario s = glm_air();
    s.cluster = h100_cluster(4);
    s.plan.tensor_parallel = 1;
    s.plan.pipeline_parallel = 1;
    s.plan.expert_parallel = 8;
    const Finding f = expect(s, "experts-divide-world");
    CHECK(f.severity == Severity::error);
    CHECK(mentions(f.message, "is more than the plan's 4 devices"));
    CHECK(f.suggestion == "4");
}

TEST_CASE("B07 all failing dimensions at once, with value and remainder; the vocabulary is padded instead") {
    Scenario s = heads(25, 25, 4);
    s.model.ffn = 12802;
    s.model.vocab = 250682;
    const Finding f = expect(s, "dimensions-divisible-by-tensor-parallel");
    CHECK(mentions(f.message, "attention heads 25 (remainder 1)"));
    CHECK(mentions(f.message, "key/value heads 25 (remainder 1)"));
    CHECK(mentions(f.message, "MLP width 12802 (remainder 2)"));
    CHECK(!mentions(f.message, "250682"));
    Scenario vocabulary = llama();
    vocabulary.model.vocab = 250682;
    CHECK(check(vocabulary).empty());
}

TEST_CASE("B08 ZeRO 2 and 3 with a pipeline are refused with the cost; beside an unused pipeline module a warning") {
    for (const std::int64_t stage : {2, 3}) {
        Scenario s = llama();
        s.stack.id = "deepspeed";
        s.plan.zero_stage = stage;
        const Finding f = expect(s, "zero-2-3-without-pipeline");
        CHECK(f.severity == Severity::error);
        CHECK(f.suggestion == "1");
        CHECK(mentions(f.message, "32 times a step"));
        s.stack.support.zero_23_with_pipeline = true;
        CHECK(is_silent(s, "zero-2-3-without-pipeline"));
        s.plan.pipeline_parallel = 1;
        s.stack.id = "megatron-deepspeed";
        CHECK(expect(s, "zero-2-3-with-pipeline-module").severity == Severity::warning);
    }
}

TEST_CASE("B10 heads against TP: legal sizes within a node, and what padding would cost") {
    const Finding llama30 = expect(heads(52, 52, 8), "dimensions-divisible-by-tensor-parallel");
    CHECK(mentions(llama30.fix, "tensor_parallel 1, 2 or 4;"));
    CHECK(llama30.suggestion == "4");
    const Finding qwen7 = expect(heads(28, 4, 8), "dimensions-divisible-by-tensor-parallel");
    CHECK(mentions(qwen7.message, "attention heads 28 (remainder 4)"));
    CHECK(!mentions(qwen7.message, "key/value"));  // 4 kv heads on 8 ranks are replicated
    CHECK(mentions(qwen7.fix, "padding 28 to 32 heads would keep TP 8 and cost 14 % more attention"));
    CHECK(expect(heads(40, 40, 3), "dimensions-divisible-by-tensor-parallel").suggestion == "2");
    CHECK(expect(heads(12, 12, 8), "dimensions-divisible-by-tensor-parallel").suggestion == "4");
    CHECK(is_silent(heads(40, 40, 8), "dimensions-divisible-by-tensor-parallel"));
}

TEST_CASE("B11 InternVL3-78B: TP 4 is legal for a language model with 64 heads") {
    CHECK(is_silent(heads(64, 8, 4), "dimensions-divisible-by-tensor-parallel"));
}

TEST_CASE("B13 a batch that does not divide is refused, not truncated") {
    Scenario s = llama();
    s.plan.global_batch_size = 500;  // DP 16, micro-batch 1
    const Finding f = expect(s, "global-batch-divisible");
    CHECK(f.severity == Severity::error);
    CHECK(mentions(f.message, "remainder 4"));
    CHECK(mentions(f.message, "would train on 496 sequences"));
    CHECK(mentions(f.fix, "496 or 512"));
    CHECK(f.suggestion == "496");
    s.plan.global_batch_size = 8;
    CHECK(mentions(expect(s, "global-batch-divisible").message, "not even one micro-batch"));
}

TEST_CASE("B14 interleaving: 10 micro-batches on 4 stages fail in Megatron and pass in PyTorch") {
    Scenario s = llama();
    s.plan.schedule = Schedule::interleaved;
    s.plan.virtual_stages = 5;
    s.plan.global_batch_size = 160;
    const Finding strict = expect(s, "interleaving-groups-divide");
    CHECK(mentions(strict.message, "10 micro-batches"));
    CHECK(mentions(strict.message, "remainder 2"));
    CHECK(mentions(strict.fix, "8 micro-batches (global_batch_size 128) or 12 micro-batches (global_batch_size 192)"));
    s.stack.id = "torchtitan";
    CHECK(is_silent(s, "interleaving-groups-divide"));
    s.plan.global_batch_size = 176;  // 11 % (11 / 4) = 1
    CHECK(expect(s, "interleaving-groups-divide").severity == Severity::error);
}

TEST_CASE("B16 context and sequence parallelism together need CP·lcm(2, TP)") {
    struct Row { std::int64_t cp, tp, factor; };
    for (const Row& r : {Row{2, 4, 8}, Row{2, 3, 12}, Row{4, 8, 32}, Row{2, 1, 4}}) {
        INFO("CP " << r.cp << " TP " << r.tp);
        CHECK(is_silent(sequence(5 * r.factor * 256, r.cp, r.tp), "sequence-divisible"));
        CHECK(is_silent(sequence(5 * r.factor, r.cp, r.tp), "sequence-divisible"));
        const Finding f = expect(sequence(5 * r.factor + r.factor / 2, r.cp, r.tp), "sequence-divisible");
        CHECK(mentions(f.message, " = " + std::to_string(r.factor) + " (remainder " + std::to_string(r.factor / 2) + ")"));
        CHECK(mentions(f.fix, std::to_string(5 * r.factor) + " or " + std::to_string(6 * r.factor)));
    }
}

TEST_CASE("B16 fp8 wants a multiple of 16 tokens on each rank") {
    Scenario s = sequence(40, 2, 1);
    s.plan.precision = Precision::fp8;
    s.plan.recipe = Recipe::delayed;
    const Finding f = expect(s, "fp8-local-length");
    CHECK(f.severity == Severity::warning);
    CHECK(mentions(f.message, "40 / 2 = 20"));
    CHECK(mentions(f.fix, "32 or 64"));
}

TEST_CASE("B17 TP 3 with 64 heads and EP 3 with 256 experts: why, what is legal, and the alternative") {
    const Finding tp = expect(heads(64, 64, 3), "dimensions-divisible-by-tensor-parallel");
    CHECK(mentions(tp.message, "attention heads 64 (remainder 1)"));
    CHECK(mentions(tp.fix, "tensor_parallel 1, 2, 4 or 8"));
    CHECK(mentions(tp.fix, "pipeline_parallel"));
    Scenario s = deepseek();
    s.plan.expert_parallel = 3;
    const Finding ep = expect(s, "experts-divisible");
    CHECK(mentions(ep.message, "256 experts (remainder 1)"));
    CHECK(ep.suggestion == "2");
}

TEST_CASE("B19 few micro-batches are legal and slow") {
    Scenario s = llama();
    s.plan.global_batch_size = 64;  // 4 micro-batches on 4 stages: 3 / 7
    const Finding f = expect(s, "pipeline-bubble-small");
    CHECK(f.severity == Severity::warning);
    CHECK(mentions(f.message, "43 %"));
    CHECK(!has_error(check(s)));
}

TEST_CASE("B20 126 layers on PP 16 with 4 virtual stages are legal if embedding and loss count as layers") {
    Scenario s = llama();  // Llama 3 405B on 256 GB300: TP 8, PP 16, CP 1, DP 2
    s.model.layers = 126;
    s.cluster = h100_cluster(256);
    s.plan.pipeline_parallel = 16;
    s.plan.schedule = Schedule::interleaved;
    s.plan.virtual_stages = 4;
    const Finding f = expect(s, "layers-divisible-by-pipeline");
    CHECK(mentions(f.message, "remainder 14"));
    CHECK(mentions(f.fix, "embedding and loss each count as a layer"));
    s.plan.embedding_counts_as_layer = true;
    s.plan.loss_counts_as_layer = true;
    INFO(report(check(s)));
    CHECK(!has_error(check(s)));
}

TEST_CASE("B20 94 layers: PP 4 with 12 and PP 8 with 3 virtual stages, both with embedding and loss counted") {
    Scenario s = glm_air();
    s.model.layers = 94;
    s.plan.tensor_parallel = 2;
    s.plan.schedule = Schedule::interleaved;
    s.plan.embedding_counts_as_layer = true;
    s.plan.loss_counts_as_layer = true;
    for (const auto& [pp, vpp] : {std::pair<std::int64_t, std::int64_t>{4, 12}, {8, 3}}) {
        s.plan.pipeline_parallel = pp;
        s.plan.virtual_stages = vpp;
        INFO(report(check(s)));
        CHECK(!has_error(check(s)));
    }
    s.plan.virtual_stages = 5;  // 96 / 8 = 12
    CHECK(mentions(expect(s, "virtual-stages-divide-layers").message, "12 layers"));
}

TEST_CASE("E07 Ulysses: 48 heads on 64 devices allow at most 16, their greatest common divisor; 52 heads allow 4") {
    Scenario s = heads(48, 48, 1);
    s.plan.sequence_parallel = false;
    s.plan.pipeline_parallel = 1;
    s.plan.context_parallel = 64;
    s.plan.context_parallel_kind = ContextParallelKind::ulysses;
    s.cluster = h100_cluster(64);
    CHECK(expect(s, "ulysses-heads-divisible").suggestion == "16");
    s.model.attention.heads = 52;
    s.model.attention.kv_heads = 52;
    CHECK(expect(s, "ulysses-heads-divisible").suggestion == "4");
}

TEST_CASE("E08 Ulysses: a rank without heads is an error; 12 heads on 4 ranks are 3 each") {
    Scenario s = heads(12, 12, 1);
    s.plan.sequence_parallel = false;
    s.plan.pipeline_parallel = 1;
    s.plan.context_parallel = 4;
    s.plan.context_parallel_kind = ContextParallelKind::ulysses;
    s.cluster = h100_cluster(64);
    CHECK(is_silent(s, "ulysses-heads-divisible"));
    s.plan.context_parallel = 8;  // 2, 2, 2, 2, 2, 2, 0, 0
    CHECK(mentions(expect(s, "ulysses-heads-divisible").message, "6 ranks with 2, 2 with fewer or none"));
}

TEST_CASE("I05 an unknown device has no silent peak") {
    Scenario s = llama();
    s.cluster.device.peak = {};
    const Finding f = expect(s, "device-has-precision");
    CHECK(f.severity == Severity::error);
    CHECK(mentions(f.fix, "no figure is assumed"));
    Scenario v100 = llama();
    v100.cluster.device.peak = {};
    v100.cluster.device.peak.fp16 = FlopPerSecond(125e12);
    CHECK(expect(v100, "device-has-precision").suggestion == "fp16");
}

TEST_CASE("A stack without expert parallelism refuses it by name (ROCm's Megatron of the time)") {
    Scenario s = deepseek();
    s.stack.name = "Megatron-LM on ROCm";
    s.stack.support.expert_parallel = false;
    const Finding f = expect(s, "stack-has-expert-parallel");
    CHECK(mentions(f.message, "Megatron-LM on ROCm has no expert parallelism; the plan has 64"));
    CHECK(f.suggestion == "1");
}

TEST_CASE("Mission P1: 25 nodes of 8 are 200 devices; TP 8 · PP 4 · DP 62 needs 1984") {
    Scenario s = llama();
    s.cluster.devices = 200;
    s.plan.data_parallel = 62;
    const Finding f = expect(s, "data-parallel-fits-devices");
    CHECK(mentions(f.message, "= 1984 devices; the cluster has 200"));
    CHECK(f.suggestion == "6");
}

TEST_CASE("Mission P2: TP 8, PP 4, DP 62 on 2000 devices leave 16 idle") {
    Scenario s = llama();
    s.cluster.devices = 2000;
    s.plan.global_batch_size = 3968;
    s.plan.micro_batch_size = 2;
    const Finding automatic = expect(s, "devices-divisible-by-model-parallel");
    CHECK(automatic.severity == Severity::error);
    CHECK(automatic.suggestion == "62");
    CHECK(mentions(automatic.fix, "data_parallel = 62 uses 1984 devices and leaves 16 idle"));
    s.plan.data_parallel = 62;
    const Finding f = expect(s, "idle-devices");
    CHECK(f.severity == Severity::warning);
    CHECK(mentions(f.message, "16 of 2000 devices are idle"));
    CHECK(!has_error(check(s)));
}

TEST_CASE("Mission P3: micro-batch 2, DP 62 and 32 steps of accumulation are 3968 sequences, not 31744") {
    Scenario s = llama();
    s.cluster.devices = 2000;
    s.plan.data_parallel = 62;
    s.plan.micro_batch_size = 2;
    s.plan.global_batch_size = 3968;
    CHECK(is_silent(s, "global-batch-divisible"));
    CHECK(micro_batches(s) == 32);
    s.plan.global_batch_size = 3970;
    const Finding f = expect(s, "global-batch-divisible");
    CHECK(f.suggestion == "3968");
    CHECK(mentions(f.fix, "TP, PP and CP do not multiply the batch"));
}
