// ZeRO, FSDP and offloading: what data-parallel ranks share, and what waits in host memory.
#include <numeric>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

void zero_without_pipeline(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.zero_stage < 2 || p.pipeline_parallel <= 1 || f.s.stack.support.zero_23_with_pipeline) return;
    const std::string cost = f.micro_batches > 1 ? fmt::format("gradients would be reduced {} times a step, once a micro-batch, instead of once", f.micro_batches)
                                                 : std::string("gradients would be reduced once a micro-batch instead of once a step");
    report.error({.field = "plan.zero_stage",
                  .message = fmt::format("ZeRO stage {} with pipeline_parallel {}: the stack refuses it; {}", p.zero_stage, p.pipeline_parallel, cost),
                  .fix = "zero_stage 1 (pipeline stages already split gradients and weights), or pipeline_parallel 1",
                  .suggestion = "1"});
}

void zero_beside_pipeline_module(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.zero_stage < 2 || p.pipeline_parallel > 1 || !f.s.stack.id.starts_with("megatron-deepspeed")) return;
    report.warning({.field = "plan.zero_stage",
                    .message = fmt::format("Megatron-DeepSpeed builds its pipeline module even at pipeline_parallel 1, and that module refuses ZeRO stage {}", p.zero_stage),
                    .fix = "launch with --no-pipeline-parallel, or zero_stage 1",
                    .suggestion = "1"});
}

void zero_needs_ranks(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.zero_stage == 0 || f.data_ranks != 1) return;
    report.warning({.field = "plan.zero_stage",
                    .message = fmt::format("ZeRO stage {} shards over DP · CP = 1 rank: it saves no memory", p.zero_stage),
                    .fix = "zero_stage 0, or more replicas",
                    .suggestion = "0"});
}

void shard_group_divides(const Facts& f, Report& report) {
    const std::int64_t group = f.s.plan.shard_group;
    if (group == 0 || f.data_ranks == 0 || f.data_ranks % group == 0) return;
    const std::int64_t legal = std::gcd(f.data_ranks, group);
    report.error({.field = "plan.shard_group",
                  .message = fmt::format("shard_group {} does not divide the DP · CP = {} data ranks (remainder {})", group, f.data_ranks, f.data_ranks % group),
                  .fix = fmt::format("shard_group {}; 0 shards over all", one_of(divisors(f.data_ranks, f.data_ranks))),
                  .suggestion = std::to_string(legal)});
}

void shard_group_needs_zero(const Facts& f, Report& report) {
    if (f.s.plan.shard_group == 0 || f.s.plan.zero_stage > 0) return;
    report.error({.field = "plan.shard_group",
                  .message = fmt::format("shard_group {} at ZeRO stage 0: nothing is sharded", f.s.plan.shard_group),
                  .fix = "shard_group 0, or zero_stage 1 to 3",
                  .suggestion = "0"});
}

void shard_group_fits_experts(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!f.s.model.moe || p.shard_group == 0 || p.zero_stage == 0 || f.data_ranks == 0 || f.data_ranks % p.shard_group != 0) return;
    const std::int64_t group = saturated_product(f.expert_tensor, p.expert_parallel), replicas = f.data_ranks / p.shard_group;
    if (f.stage_devices % group != 0 || f.stage_devices / group % replicas == 0) return;
    report.warning({.field = "plan.shard_group",
                    .message = fmt::format("shard_group {} makes {} copies of the model, but experts lie on {} ranks each: their states cannot be copied as often", p.shard_group, replicas,
                                           f.stage_devices / group),
                    .fix = "shard_group 0, or a number of copies that divides the expert replicas",
                    .suggestion = "0"});
}

void reshard_needs_shards(const Facts& f, Report& report) {
    if (f.s.plan.reshard_after_forward || f.s.plan.zero_stage >= 2) return;
    report.warning({.field = "plan.reshard_after_forward",
                    .message = fmt::format("reshard_after_forward off has no effect at ZeRO stage {}: gradients and weights are not sharded", f.s.plan.zero_stage),
                    .fix = "leave it on, or zero_stage 2 or 3",
                    .suggestion = "true"});
}

void offload_needs_host_link(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if ((!p.offload_optimizer && !p.offload_activations) || f.s.cluster.host_link.value > 0) return;
    report.error({.field = "cluster.host_link_bytes_per_s",
                  .message = fmt::format("{} goes through a host link of 0 GB/s", p.offload_optimizer ? "offload_optimizer" : "offload_activations"),
                  .fix = "the one-way bandwidth between a device and host memory, for example 25 GB/s (PCIe 4 x16)",
                  .suggestion = "25 GB/s"});
}

void offload_needs_sharding(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.offload_optimizer || p.zero_stage > 0 || f.data_ranks <= 1) return;
    report.warning({.field = "plan.zero_stage",
                    .message = fmt::format("offload_optimizer at ZeRO stage 0: every one of {} data ranks keeps all optimizer states in host memory and updates them on the host", f.data_ranks),
                    .fix = "zero_stage 1 or more: DeepSpeed and Megatron offload sharded optimizers only",
                    .suggestion = "1"});
}

void offload_and_fp8_weights(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.offload_optimizer || !p.fp8_weights || p.recipe == Recipe::delayed) return;
    report.error({.field = "plan.fp8_weights",
                  .message = "offload_optimizer with fp8_weights works with the delayed recipe alone",
                  .fix = "fp8_weights off, recipe delayed, or the optimizer on the device",
                  .suggestion = "false"});
}

void offload_and_pipeline(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.offload_activations || p.pipeline_parallel <= 1) return;
    report.warning({.field = "plan.offload_activations",
                    .message = fmt::format("offload_activations with pipeline_parallel {}: Megatron's --cpu-offloading refuses pipelines", p.pipeline_parallel),
                    .fix = "Megatron's --fine-grained-activation-offloading, or pipeline_parallel 1",
                    .suggestion = "false"});
}

constexpr RuleEntry kRules[] = {
    {{"zero-2-3-without-pipeline", "ZeRO 2 and 3 go with a pipeline only where the stack allows it.", "deepspeedai/DeepSpeed issue 1110 (runtime/pipe/engine.py)"},
     reads::zero | reads::pipeline, zero_without_pipeline},
    {{"zero-2-3-with-pipeline-module", "Megatron-DeepSpeed needs its pipeline module switched off for ZeRO 2 and 3.", "deepspeedai/Megatron-DeepSpeed issue 474"},
     reads::zero | reads::pipeline, zero_beside_pipeline_module},
    {{"zero-needs-data-ranks", "ZeRO has more than one rank to shard over.", "Rajbhandari et al. 2019, arXiv 1910.02054 §5"}, reads::zero | reads::world, zero_needs_ranks},
    {{"shard-group-divides-data-ranks", "The shard group divides DP·CP.", "Megatron-LM megatron/core/parallel_state.py:922-927 @ d98e8a64dd"},
     reads::shard_group | reads::world, shard_group_divides},
    {{"shard-group-needs-zero", "A shard group goes with ZeRO 1, 2 or 3.", "Megatron-LM megatron/core/parallel_state.py:808-811 @ d98e8a64dd"}, reads::shard_group | reads::zero,
     shard_group_needs_zero},
    {{"shard-group-fits-experts", "Copies of the model divide the replicas of its experts.", "Megatron-LM megatron/core/parallel_state.py:874-927 @ d98e8a64dd"},
     reads::shard_group | reads::zero | reads::world | reads::expert | reads::expert_tensor, shard_group_fits_experts},
    {{"reshard-needs-shards", "Resharding concerns ZeRO 2 and 3.", "pytorch/torchtitan fsdp_reshard_after_forward @ 9810191bb"}, reads::zero, reshard_needs_shards},
    {{"offload-needs-host-link", "Offloading needs a host link.", "arithmetic: time = bytes / bandwidth"}, reads::links, offload_needs_host_link},
    {{"offload-needs-sharding", "An offloaded optimizer is sharded.", "Megatron-LM megatron/training/arguments.py:1884-1892 @ d98e8a64dd; deepspeedai/DeepSpeed zero/offload_config.py"},
     reads::zero | reads::world, offload_needs_sharding},
    {{"offload-with-fp8-weights", "An offloaded optimizer with fp8 weights uses the delayed recipe.", "Megatron-LM megatron/training/arguments.py:1884-1892 @ d98e8a64dd"},
     reads::precision, offload_and_fp8_weights},
    {{"offload-activations-with-pipeline", "Offloaded activations go with one stage, or with fine-grained offloading.",
      "Megatron-LM megatron/core/transformer/transformer_config.py:1884-1899 @ d98e8a64dd"},
     reads::pipeline, offload_and_pipeline},
};

}  // namespace

std::span<const RuleEntry> sharding_rules() { return kRules; }

}  // namespace threewall::rules
