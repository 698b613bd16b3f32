// Mixtures of experts: the model's own numbers, and how a plan spreads them.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

void experts_exist(const Facts& f, Report& report) {
    if (!f.s.model.moe) return;
    const MixtureOfExperts& e = *f.s.model.moe;
    const bool any = e.experts > 0;
    if (any && e.expert_ffn > 0) return;
    report.error({.field = any ? "model.moe.expert_ffn" : "model.moe.experts",
                  .message = fmt::format("a mixture of experts with {} experts of width {}", e.experts, e.expert_ffn),
                  .fix = any ? "a width above 0" : "at least 1 expert; leave the experts out for a dense model"});
}

void top_k_exists(const Facts& f, Report& report) {
    if (!f.s.model.moe) return;
    const MixtureOfExperts& e = *f.s.model.moe;
    if (e.experts < 1 || (e.top_k >= 1 && e.top_k <= e.experts)) return;
    report.error({.field = "model.moe.top_k",
                  .message = fmt::format("a token visits {} of {} experts", e.top_k, e.experts),
                  .fix = fmt::format("top_k 1 to {}", e.experts),
                  .suggestion = std::to_string(e.top_k < 1 ? 1 : e.experts)});
}

void dense_layers_exist(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.s.model.moe->dense_layers <= f.s.model.layers) return;
    report.error({.field = "model.moe.dense_layers",
                  .message = fmt::format("{} dense layers of {} layers in all", f.s.model.moe->dense_layers, f.s.model.layers),
                  .fix = fmt::format("at most {}", f.s.model.layers),
                  .suggestion = std::to_string(f.s.model.layers)});
}

void shared_experts_have_width(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.s.model.moe->shared_experts == 0 || f.s.model.moe->shared_ffn > 0) return;
    const MixtureOfExperts& e = *f.s.model.moe;
    const std::int64_t usual = saturated_product(e.shared_experts, e.expert_ffn);
    report.error({.field = "model.moe.shared_ffn",
                  .message = fmt::format("{} shared experts with a total width of 0", e.shared_experts),
                  .fix = fmt::format("their total width, usually {} · expert width {} = {}; or no shared experts", e.shared_experts, e.expert_ffn, usual),
                  .suggestion = usual > 0 && usual <= 1 << 24 ? std::to_string(usual) : std::string()});
}

void node_limit_leaves_choice(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.s.model.moe->node_limit == 0 || f.s.plan.expert_parallel <= 1) return;
    const MixtureOfExperts& e = *f.s.model.moe;
    const std::int64_t span = saturated_product(f.s.plan.expert_parallel, f.expert_tensor);
    const std::int64_t nodes = (span - 1) / f.s.cluster.devices_per_node + 1;
    const std::int64_t per_node = e.experts / nodes;
    if (saturated_product(e.node_limit, per_node) >= e.top_k) return;
    report.error({.field = "model.moe.node_limit",
                  .message = fmt::format("{} experts of a token do not fit on {} nodes with {} experts each (EP {} · ETP {} spans {} nodes)", e.top_k, e.node_limit, per_node,
                                         f.s.plan.expert_parallel, f.expert_tensor, nodes),
                  .fix = "a larger node_limit, or expert_parallel over fewer nodes",
                  .suggestion = per_node > 0 ? std::to_string((e.top_k + per_node - 1) / per_node) : "0"});
}

void experts_for_parallelism(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (f.s.model.moe || p.expert_parallel <= 1) return;
    report.error({.field = "plan.expert_parallel",
                  .message = fmt::format("expert_parallel {} in a model without experts", p.expert_parallel),
                  .fix = "expert_parallel 1; data_parallel or context_parallel can use the devices",
                  .suggestion = "1"});
}

void experts_for_tensor_parallelism(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (f.s.model.moe || !p.expert_tensor_parallel) return;
    report.warning({.field = "plan.expert_tensor_parallel",
                    .message = fmt::format("expert_tensor_parallel {} has no effect in a model without experts", *p.expert_tensor_parallel),
                    .fix = "leave it out",
                    .suggestion = "auto"});
}

void experts_divide(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.s.model.moe->experts < 1) return;
    const std::int64_t experts = f.s.model.moe->experts, ep = f.s.plan.expert_parallel;
    if (experts % ep == 0) return;
    report.error({.field = "plan.expert_parallel",
                  .message = fmt::format("expert_parallel {} does not divide {} experts (remainder {})", ep, experts, experts % ep),
                  .fix = fmt::format("expert_parallel {}", one_of(divisors(experts, experts))),
                  .suggestion = std::to_string(largest_divisor(experts, ep))});
}

void capacity_keeps_tokens(const Facts& f, Report& report) {
    if (!f.s.model.moe) return;
    const double capacity = f.s.model.moe->capacity_factor;
    if (capacity <= 0 || capacity >= 1) return;
    report.warning({.field = "model.moe.capacity_factor",
                    .message = fmt::format("capacity_factor {} drops at least {:.0f} % of the tokens even with perfect balance", capacity, 100 * (1 - capacity)),
                    .fix = "1 or more; 0 for dropless",
                    .suggestion = "1"});
}

void imbalance_is_possible(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.s.plan.expert_imbalance <= static_cast<double>(f.s.plan.expert_parallel)) return;
    report.error({.field = "plan.expert_imbalance",
                  .message = fmt::format("the busiest of {} expert-parallel ranks cannot have {} times the mean: with all tokens it has {} times", f.s.plan.expert_parallel,
                                         f.s.plan.expert_imbalance, f.s.plan.expert_parallel),
                  .fix = fmt::format("expert_imbalance 1 to {}", f.s.plan.expert_parallel),
                  .suggestion = std::to_string(f.s.plan.expert_parallel)});
}

void imbalance_or_capacity(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.s.model.moe->capacity_factor <= 0 || f.s.plan.expert_imbalance <= 1) return;
    report.warning({.field = "plan.expert_imbalance",
                    .message = fmt::format("expert_imbalance {} has no effect: capacity_factor {} pads or cuts every expert to one size", f.s.plan.expert_imbalance,
                                           f.s.model.moe->capacity_factor),
                    .fix = "expert_imbalance 1, or capacity_factor 0 for dropless experts",
                    .suggestion = "1"});
}

/// What keeps Megatron from hiding the all-to-all; DualPipe pairs micro-batches by itself.
std::vector<std::string> overlap_obstacles(const Facts& f) {
    const Plan& p = f.s.plan;
    std::vector<std::string> obstacles;
    if (p.pipeline_parallel > 1 && p.virtual_stages <= 1 && p.schedule != Schedule::dual_pipe) obstacles.emplace_back("pipeline stages without virtual stages");
    if (p.recompute == Recompute::full && p.schedule != Schedule::dual_pipe) obstacles.emplace_back("full recompute");
    if (p.precision != Precision::bf16 && p.precision != Precision::fp16 && p.precision != Precision::fp8) obstacles.emplace_back("a precision other than bf16, fp16 or fp8");
    if (f.s.model.mtp_layers > 1) obstacles.emplace_back(fmt::format("{} prediction modules", f.s.model.mtp_layers));
    return obstacles;
}

void overlap_is_possible(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.s.plan.expert_parallel <= 1 || !f.s.stack.habits.overlap_expert_all_to_all) return;
    const std::vector<std::string> obstacles = overlap_obstacles(f);
    if (obstacles.empty()) return;
    report.warning({.field = "stack.habits.overlap_expert_all_to_all",
                    .message = fmt::format("the expert all-to-all is counted as hidden, which Megatron refuses with {}", joined(obstacles, ", ")),
                    .fix = "virtual stages or dual_pipe, recompute below full; or do not count on the overlap",
                    .suggestion = "false"});
}

constexpr RuleEntry kRules[] = {
    {{"experts-exist", "A mixture of experts has experts, and they have a width.", "Megatron-LM megatron/core/transformer/transformer_config.py:1595-1596 @ d98e8a64dd"},
     reads::experts, experts_exist},
    {{"top-k-within-experts", "A token visits at least one expert and no more than there are.", "Shazeer et al. 2017, arXiv 1701.06538 §2.1"}, reads::experts, top_k_exists},
    {{"dense-layers-within-layers", "Dense layers of a mixture are no more than its layers.", "DeepSeek-V3, arXiv 2412.19437 §4.2"}, reads::layers | reads::dense_layers, dense_layers_exist},
    {{"shared-experts-have-width", "Shared experts have a width.", "Megatron-LM --moe-shared-expert-intermediate-size @ d98e8a64dd"}, reads::experts, shared_experts_have_width},
    {{"node-limit-leaves-choice", "The nodes that a token may reach hold as many experts as it visits.", "Megatron-LM megatron/core/transformer/transformer_config.py:2671-2696 @ d98e8a64dd"},
     reads::experts | reads::expert | reads::expert_tensor | reads::tensor | reads::node, node_limit_leaves_choice},
    {{"expert-parallel-needs-experts", "Expert parallelism needs a model with experts.", "Megatron-LM megatron/training/arguments.py:1655-1658 @ d98e8a64dd"},
     reads::expert, experts_for_parallelism},
    {{"expert-tensor-parallel-needs-experts", "Expert tensor parallelism has no effect without experts.", "Megatron-LM megatron/training/arguments.py:587-588 @ d98e8a64dd"},
     reads::expert_tensor, experts_for_tensor_parallelism},
    {{"experts-divisible", "Expert parallelism divides the experts.", "Megatron-LM megatron/training/arguments.py:1655-1658 @ d98e8a64dd; facebookresearch/FAMBench pull request 103"},
     reads::experts | reads::expert, experts_divide},
    {{"capacity-keeps-tokens", "A capacity factor below 1 drops tokens even when experts are balanced.", "Fedus et al. 2021, arXiv 2101.03961 §2.2"},
     reads::capacity, capacity_keeps_tokens},
    {{"imbalance-possible", "The busiest expert-parallel rank has at most EP times the mean.", "arithmetic: all tokens on one of EP ranks"},
     reads::imbalance | reads::expert, imbalance_is_possible},
    {{"imbalance-or-capacity", "A capacity factor fixes the tokens of every expert, so that imbalance has no effect.", "Fedus et al. 2021, arXiv 2101.03961 §2.2"},
     reads::imbalance | reads::capacity, imbalance_or_capacity},
    {{"expert-overlap-possible", "Hiding the expert all-to-all needs virtual stages and no full recompute.", "Megatron-LM megatron/core/transformer/transformer_config.py:3002-3046 @ d98e8a64dd"},
     reads::expert | reads::pipeline | reads::virtual_stages | reads::schedule | reads::recompute | reads::precision | reads::extras, overlap_is_possible},
};

}  // namespace

std::span<const RuleEntry> expert_rules() { return kRules; }

}  // namespace threewall::rules
