// Every rule of the table fires on a scenario that breaks it and is silent on the one next to it, names an input that
// exists, and its suggestion, typed into that input, makes it go away.
#include <set>

#include <catch2/catch_test_macros.hpp>

#include "core/io/field_input.hpp"
#include "core/scenario/fields.hpp"
#include "tests/core/rules_fixture.hpp"

using namespace threewall;
using namespace threewall::test;

namespace {

using Change = void (*)(Scenario&);

struct Case {
    std::string_view rule;
    Severity severity;
    Scenario (*base)();
    Change near;  ///< still right
    Change bad;   ///< on top of `near`
};

constexpr Severity error = Severity::error;
constexpr Severity warning = Severity::warning;

void same(Scenario&) {}

void two_stages_of_four(Scenario& s) {
    s.plan.pipeline_parallel = 2;
    s.plan.global_batch_size = 1024;
}
void interleaved(Scenario& s) {
    s.plan.schedule = Schedule::interleaved;
    s.plan.virtual_stages = 5;
}
void no_pipeline(Scenario& s) { s.plan.pipeline_parallel = 1; }
void ulysses(Scenario& s) {
    s.plan.context_parallel = 2;
    s.plan.tensor_parallel = 4;
    s.plan.context_parallel_kind = ContextParallelKind::ulysses;
}
void megatron_moe(Scenario& s) {
    s.plan.schedule = Schedule::interleaved;
    s.plan.virtual_stages = 2;
    s.plan.global_batch_size = 16384;
}

// clang-format off
const Case kCases[] = {
    {"value-in-range", error, llama, same, [](Scenario& s) { s.plan.tensor_parallel = 0; }},
    {"attention-spans-sane", error, llama, [](Scenario& s) { s.model.spans = {{SpanKind::sliding_window, 40, 1024}, {SpanKind::full, 40, 0}}; }, [](Scenario& s) { s.model.spans[0].window = 0; }},

    {"heads-have-width", error, llama, same, [](Scenario& s) { s.model.attention.head_dim = 0; }},
    {"kv-heads-divide-heads", error, llama, same, [](Scenario& s) { s.model.attention.kv_heads = 24; }},
    {"latent-attention-complete", error, deepseek, same, [](Scenario& s) { s.model.attention.kv_lora_rank = 0; }},
    {"dense-layers-have-width", error, llama, same, [](Scenario& s) { s.model.ffn = 0; }},
    {"spans-cover-layers", error, llama, [](Scenario& s) { s.model.spans = {{SpanKind::full, 80, 0}}; }, [](Scenario& s) { s.model.spans[0].layers = 79; }},
    {"learned-positions-end", warning, llama, [](Scenario& s) { s.model.position = Position::learned; }, [](Scenario& s) { s.model.max_sequence = 0; }},
    {"prediction-modules-have-positions", error, deepseek, same, [](Scenario& s) { s.model.position = Position::alibi; }},
    {"hyper-connections-alone", warning, llama, [](Scenario& s) { no_pipeline(s); s.model.hyper_connections = 4; }, [](Scenario& s) { s.plan.recompute = Recompute::full; }},

    {"nodes-are-full", warning, llama, same, [](Scenario& s) { s.cluster.devices_per_node = 12; }},
    {"domains-fit-nodes", warning, llama, same, [](Scenario& s) { s.cluster.scale_up_domain = 12; }},
    {"scale-up-link-exists", error, llama, same, [](Scenario& s) { s.cluster.scale_up.bandwidth = BytesPerSecond(0); }},
    {"network-exists", error, llama, same, [](Scenario& s) { s.cluster.scale_out.bandwidth = BytesPerSecond(0); }},
    {"tensor-parallel-inside-domain", warning, llama, same, [](Scenario& s) { s.cluster.scale_up_domain = 4; }},
    {"board-power-plausible", warning, llama, same, [](Scenario& s) { s.cluster.device.board_power = Watts(0.7); }},

    {"model-parallel-fits-devices", error, llama, same, [](Scenario& s) { s.cluster.devices = 24; }},
    {"devices-divisible-by-model-parallel", error, llama, same, [](Scenario& s) { s.cluster.devices = 520; }},
    {"data-parallel-fits-devices", error, llama, [](Scenario& s) { s.plan.data_parallel = 16; }, [](Scenario& s) { s.plan.data_parallel = 32; }},
    {"idle-devices", warning, llama, [](Scenario& s) { s.plan.data_parallel = 16; }, [](Scenario& s) { s.plan.data_parallel = 8; }},
    {"experts-divide-world", error, deepseek, same, [](Scenario& s) { s.plan.expert_parallel = 256; }},
    {"expert-replicas-match-order", error, deepseek, same, [](Scenario& s) { s.plan.order = DimensionOrder::tp_cp_ep_pp_dp; }},
    {"global-batch-divisible", error, llama, same, [](Scenario& s) { s.plan.global_batch_size = 500; }},

    {"dimensions-divisible-by-tensor-parallel", error, llama, same, [](Scenario& s) { s.model.attention.heads = 52; }},
    {"expert-width-divisible", error, deepseek, same, [](Scenario& s) { s.plan.expert_tensor_parallel = 3; }},

    {"sequence-divisible", error, llama, same, [](Scenario& s) { s.workload.sequence_length = 8190; }},
    {"fp8-local-length", warning, deepseek, same, [](Scenario& s) { s.workload.sequence_length = 4092; }},
    {"sequence-parallel-needs-tensor-parallel", warning, llama, same, [](Scenario& s) { s.plan.tensor_parallel = 1; }},
    {"experts-need-sequence-parallel", warning, deepseek, [](Scenario& s) { s.plan.tensor_parallel = 2; s.plan.sequence_parallel = true; }, [](Scenario& s) { s.plan.sequence_parallel = false; }},
    {"sequence-within-positions", warning, llama, same, [](Scenario& s) { s.workload.sequence_length = 16384; }},
    {"ulysses-heads-divisible", error, llama, ulysses, [](Scenario& s) { s.model.attention.heads = 60; s.model.attention.kv_heads = 60; }},
    {"ulysses-kv-heads-divisible", warning, llama, ulysses, [](Scenario& s) { s.model.attention.kv_heads = 4; }},
    {"ring-cannot-slide", warning, llama,
     [](Scenario& s) { s.plan.context_parallel = 2; s.plan.context_parallel_kind = ContextParallelKind::all_gather; s.model.spans = {{SpanKind::sliding_window, 80, 1024}}; },
     [](Scenario& s) { s.plan.context_parallel_kind = ContextParallelKind::ring; }},

    {"layers-divisible-by-pipeline", error, llama, same, [](Scenario& s) { s.model.layers = 82; }},
    {"uneven-stages-add-up", error, llama, [](Scenario& s) { s.plan.first_stage_layers = 19; s.plan.last_stage_layers = 19; }, [](Scenario& s) { s.plan.last_stage_layers = 18; }},
    {"stage-split-needs-pipeline", warning, llama, no_pipeline, [](Scenario& s) { s.plan.embedding_counts_as_layer = true; }},
    {"one-stage-split", error, llama, [](Scenario& s) { s.plan.first_stage_layers = 20; }, [](Scenario& s) { s.plan.loss_counts_as_layer = true; }},
    {"virtual-stages-divide-layers", error, llama, interleaved, [](Scenario& s) { s.plan.virtual_stages = 3; }},
    {"stages-have-layers", error, deepseek, same, [](Scenario& s) { s.plan.virtual_stages = 5; }},
    {"recompute-layers-in-range", error, llama, [](Scenario& s) { s.plan.recompute = Recompute::full; s.plan.recompute_layers = 20; }, [](Scenario& s) { s.plan.recompute_layers = 21; }},
    {"recompute-layers-need-full", error, llama, same, [](Scenario& s) { s.plan.recompute = Recompute::selective; s.plan.recompute_layers = 5; }},

    {"virtual-stages-need-interleaving", error, llama, interleaved, [](Scenario& s) { s.plan.schedule = Schedule::one_f_one_b; }},
    {"interleaving-needs-stages", error, llama, interleaved, [](Scenario& s) { s.plan.virtual_stages = 1; }},
    {"schedule-needs-stages", warning, llama, [](Scenario& s) { s.plan.schedule = Schedule::gpipe; }, no_pipeline},
    {"interleaving-fills-ranks", error, llama, interleaved, [](Scenario& s) { s.plan.global_batch_size = 48; }},
    {"interleaving-groups-divide", error, llama, interleaved, [](Scenario& s) { s.plan.global_batch_size = 160; }},
    {"dual-pipe-even-stages", error, deepseek, same, [](Scenario& s) { s.plan.pipeline_parallel = 15; }},
    {"dual-pipe-fills", error, deepseek, same, [](Scenario& s) { s.plan.global_batch_size = 128 * 33; }},
    {"pipeline-bubble-small", warning, llama, same, [](Scenario& s) { s.plan.global_batch_size = 128; }},

    {"experts-exist", error, deepseek, same, [](Scenario& s) { s.model.moe->expert_ffn = 0; }},
    {"top-k-within-experts", error, deepseek, same, [](Scenario& s) { s.model.moe->top_k = 257; }},
    {"dense-layers-within-layers", error, deepseek, same, [](Scenario& s) { s.model.moe->dense_layers = 62; }},
    {"shared-experts-have-width", error, deepseek, same, [](Scenario& s) { s.model.moe->shared_ffn = 0; }},
    {"node-limit-leaves-choice", error, deepseek, same, [](Scenario& s) { s.model.moe->top_k = 200; }},
    {"expert-parallel-needs-experts", error, llama, same, [](Scenario& s) { s.plan.expert_parallel = 2; }},
    {"expert-tensor-parallel-needs-experts", warning, llama, same, [](Scenario& s) { s.plan.expert_tensor_parallel = 8; }},
    {"experts-divisible", error, deepseek, same, [](Scenario& s) { s.model.moe->experts = 160; }},
    {"capacity-keeps-tokens", warning, deepseek, [](Scenario& s) { s.model.moe->capacity_factor = 1.25; }, [](Scenario& s) { s.model.moe->capacity_factor = 0.5; }},
    {"imbalance-possible", error, deepseek, [](Scenario& s) { s.plan.expert_imbalance = 1.5; }, [](Scenario& s) { s.plan.expert_imbalance = 65; }},
    {"imbalance-or-capacity", warning, deepseek, [](Scenario& s) { s.plan.expert_imbalance = 1.5; }, [](Scenario& s) { s.model.moe->capacity_factor = 1.25; }},
    {"expert-overlap-possible", warning, deepseek, [](Scenario& s) { s.stack.habits.overlap_expert_all_to_all = true; megatron_moe(s); }, [](Scenario& s) { s.plan.recompute = Recompute::full; }},

    {"zero-2-3-without-pipeline", error, llama, same, [](Scenario& s) { s.plan.zero_stage = 2; }},
    {"zero-2-3-with-pipeline-module", warning, llama, [](Scenario& s) { no_pipeline(s); s.plan.zero_stage = 2; }, [](Scenario& s) { s.stack.id = "megatron-deepspeed"; }},
    {"zero-needs-data-ranks", warning, llama, same, [](Scenario& s) { s.cluster.devices = 32; }},
    {"shard-group-divides-data-ranks", error, llama, [](Scenario& s) { s.plan.shard_group = 8; }, [](Scenario& s) { s.plan.shard_group = 6; }},
    {"shard-group-needs-zero", error, llama, [](Scenario& s) { s.plan.shard_group = 8; }, [](Scenario& s) { s.plan.zero_stage = 0; }},
    {"shard-group-fits-experts", warning, deepseek, [](Scenario& s) { s.plan.shard_group = 64; }, [](Scenario& s) { s.plan.shard_group = 32; }},
    {"reshard-needs-shards", warning, llama, [](Scenario& s) { no_pipeline(s); s.plan.zero_stage = 3; s.plan.reshard_after_forward = false; }, [](Scenario& s) { s.plan.zero_stage = 1; }},
    {"offload-needs-host-link", error, llama, [](Scenario& s) { s.plan.offload_optimizer = true; }, [](Scenario& s) { s.cluster.host_link = BytesPerSecond(0); }},
    {"offload-needs-sharding", warning, llama, [](Scenario& s) { s.plan.offload_optimizer = true; }, [](Scenario& s) { s.plan.zero_stage = 0; }},
    {"offload-with-fp8-weights", error, deepseek, [](Scenario& s) { s.plan.fp8_weights = true; s.plan.recipe = Recipe::delayed; s.plan.offload_optimizer = true; }, [](Scenario& s) { s.plan.recipe = Recipe::blockwise; }},
    {"offload-activations-with-pipeline", warning, llama, [](Scenario& s) { no_pipeline(s); s.plan.offload_activations = true; }, two_stages_of_four},

    {"device-has-precision", error, llama, same, [](Scenario& s) { s.plan.precision = Precision::fp4; }},
    {"recipe-fits-precision", error, deepseek, same, [](Scenario& s) { s.plan.precision = Precision::bf16; }},
    {"low-precision-needs-recipe", warning, deepseek, same, [](Scenario& s) { s.plan.recipe = Recipe::none; }},
    {"fp8-weights-need-fp8", error, deepseek, [](Scenario& s) { s.plan.fp8_weights = true; }, [](Scenario& s) { s.plan.precision = Precision::bf16; }},
    {"fp8-weights-need-sharding", error, deepseek, [](Scenario& s) { s.plan.fp8_weights = true; }, [](Scenario& s) { s.plan.zero_stage = 0; }},
    {"gradients-accumulate", error, llama, [](Scenario& s) { s.plan.gradient_dtype = Precision::bf16; }, [](Scenario& s) { s.plan.gradient_dtype = Precision::fp8; }},

    {"stack-has-tensor-size", error, llama, same, [](Scenario& s) { s.stack.support.max_tensor_parallel = 4; }},
    {"stack-has-sequence-parallel", error, llama, same, [](Scenario& s) { s.stack.support.sequence_parallel = false; }},
    {"stack-has-pipeline-parallel", error, llama, same, [](Scenario& s) { s.stack.support.pipeline_parallel = false; }},
    {"stack-has-interleaved", error, llama, interleaved, [](Scenario& s) { s.stack.support.interleaved = false; }},
    {"stack-has-context-parallel", error, llama, ulysses, [](Scenario& s) { s.stack.support.context_parallel = false; }},
    {"stack-has-expert-parallel", error, deepseek, same, [](Scenario& s) { s.stack.support.expert_parallel = false; }},
    {"stack-has-zero-stage", error, llama, same, [](Scenario& s) { s.stack.support.zero_1 = false; }},
    {"stack-has-precision", error, deepseek, same, [](Scenario& s) { s.stack.support.fp8 = false; }},
    {"stack-has-flash-attention", error, llama, same, [](Scenario& s) { s.stack.support.flash_attention = false; }},
};
// clang-format on

}  // namespace

TEST_CASE("The scenarios that the tests start from have nothing to complain about") {
    INFO(report(check(llama())) << report(check(deepseek())));
    CHECK(check(llama()).empty());
    CHECK(check(deepseek()).empty());
}

TEST_CASE("Every rule of the table has a case here, a sentence and a source") {
    std::set<std::string_view> tested, ids;
    for (const Case& c : kCases) tested.insert(c.rule);
    for (const Rule& rule : rule_table()) {
        INFO(rule.id);
        CHECK(tested.contains(rule.id));
        CHECK(ids.insert(rule.id).second);
        CHECK(!rule.what.empty());
        CHECK(!rule.source.empty());
        CHECK(rule.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos);
    }
    CHECK(tested.size() == ids.size());
}

TEST_CASE("A rule fires on a scenario that breaks it and is silent on the one next to it") {
    for (const Case& c : kCases) {
        Scenario s = c.base();
        c.near(s);
        const std::vector<Finding> near = check(s);
        INFO(c.rule << "\nnear:\n" << report(near));
        CHECK(find_rule(near, c.rule) == nullptr);
        CHECK(!has_error(near));
        c.bad(s);
        const std::vector<Finding> bad = check(s);
        INFO("bad:\n" << report(bad));
        const Finding* f = find_rule(bad, c.rule);
        REQUIRE(f != nullptr);
        CHECK(f->severity == c.severity);
        CHECK(!f->message.empty());
        CHECK(!f->fix.empty());
        CHECK(!f->source.empty());
        CHECK(find_field(f->field) != nullptr);
    }
}

TEST_CASE("A suggestion, typed into its field, makes the finding go away") {
    for (const Case& c : kCases) {
        Scenario s = c.base();
        c.near(s);
        c.bad(s);
        const std::vector<Finding> bad = check(s);
        const Finding* f = find_rule(bad, c.rule);
        if (!f || f->suggestion.empty()) continue;
        const Field* field = find_field(f->field);
        REQUIRE(field != nullptr);
        const auto problem = put_text(s, *field, f->suggestion);
        const std::vector<Finding> after = check(s);
        INFO(c.rule << ": " << f->field << " = " << f->suggestion << "\n" << (problem ? problem->message : "") << "\nafter:\n" << report(after));
        CHECK(!problem);
        CHECK(find_rule(after, c.rule) == nullptr);
    }
}

TEST_CASE("Errors come before warnings, and all of them at once") {
    Scenario s = llama();
    s.plan.global_batch_size = 500;
    s.model.layers = 82;
    s.plan.zero_stage = 2;
    s.cluster.device.board_power = Watts(0.7);
    const std::vector<Finding> findings = check(s);
    INFO(report(findings));
    REQUIRE(findings.size() == 4);
    CHECK(findings[0].severity == Severity::error);
    CHECK(findings[2].severity == Severity::error);
    CHECK(findings[3].rule == "board-power-plausible");
}
