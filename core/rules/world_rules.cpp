// Devices and replicas: TP·PP·CP·DP, and the second product that experts have to fit into, ETP·EP·PP.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

std::string degrees_text(const Plan& p) {
    std::string text = fmt::format("TP {} · PP {}", p.tensor_parallel, p.pipeline_parallel);
    if (p.context_parallel > 1) text += fmt::format(" · CP {}", p.context_parallel);
    return text;
}

void model_fits_devices(const Facts& f, Report& report) {
    if (f.model_parallel <= f.s.cluster.devices) return;
    report.error({.field = "cluster.devices",
                  .message = fmt::format("one replica needs {} = {} devices; the cluster has {}", degrees_text(f.s.plan), f.model_parallel, f.s.cluster.devices),
                  .fix = fmt::format("at least {} devices, or smaller tensor, pipeline or context parallelism", f.model_parallel),
                  .suggestion = std::to_string(f.model_parallel)});
}

void devices_divide(const Facts& f, Report& report) {
    const std::int64_t devices = f.s.cluster.devices, rest = devices % f.model_parallel;
    if (f.s.plan.data_parallel || f.data_parallel == 0 || rest == 0) return;
    const Neighbours legal = multiples_around(devices, f.model_parallel);
    report.error({.field = "plan.data_parallel",
                  .message = fmt::format("{} devices are not divisible by {} = {} (remainder {})", devices, degrees_text(f.s.plan), f.model_parallel, rest),
                  .fix = fmt::format("data_parallel = {} uses {} devices and leaves {} idle; {} devices leave none", f.data_parallel, f.used_devices, rest, legal.text()),
                  .suggestion = std::to_string(f.data_parallel)});
}

void replicas_fit(const Facts& f, Report& report) {
    const std::int64_t devices = f.s.cluster.devices;
    if (!f.s.plan.data_parallel || f.used_devices <= devices || f.model_parallel > devices) return;
    const std::int64_t most = devices / f.model_parallel;
    report.error({.field = "plan.data_parallel",
                  .message = fmt::format("{} · DP {} = {} devices; the cluster has {}", degrees_text(f.s.plan), f.data_parallel, f.used_devices, devices),
                  .fix = fmt::format("data_parallel at most {} (it leaves {} devices idle)", most, devices - most * f.model_parallel),
                  .suggestion = std::to_string(most)});
}

void idle_devices(const Facts& f, Report& report) {
    const std::int64_t devices = f.s.cluster.devices, idle = devices - f.used_devices;
    if (!f.s.plan.data_parallel || idle <= 0) return;
    const std::int64_t most = devices / f.model_parallel;
    const bool more_replicas = most > f.data_parallel;
    const bool none_left = more_replicas && devices % f.model_parallel == 0;
    report.warning({.field = none_left ? "plan.data_parallel" : "cluster.devices",
                    .message = fmt::format("{} of {} devices are idle: {} · DP {} uses {} ({:.1f} % of the cluster does nothing and is paid for)", idle, devices,
                                           degrees_text(f.s.plan), f.data_parallel, f.used_devices, 100.0 * static_cast<double>(idle) / static_cast<double>(devices)),
                    .fix = more_replicas ? fmt::format("data_parallel up to {} leaves {} idle; {} devices leave none", most, devices - most * f.model_parallel, f.used_devices)
                                         : fmt::format("{} or {} devices leave none idle", f.used_devices, saturated_sum(f.used_devices, f.model_parallel)),
                    .suggestion = std::to_string(none_left ? most : f.used_devices)});
}

/// The largest EP that both the ranks and the experts allow.
std::int64_t largest_expert_parallel(const Facts& f) {
    if (f.stage_devices % f.expert_tensor != 0) return 0;
    return std::gcd(f.stage_devices / f.expert_tensor, std::max<std::int64_t>(1, f.s.model.moe->experts));
}

void experts_fit_world(const Facts& f, Report& report) {
    if (!f.s.model.moe || f.data_parallel == 0) return;
    const Plan& p = f.s.plan;
    const std::int64_t group = saturated_product(f.expert_tensor, p.expert_parallel);
    if (f.stage_devices % group == 0) return;
    const std::int64_t product = saturated_product(group, p.pipeline_parallel);
    const std::int64_t legal = largest_expert_parallel(f);
    const std::string ranks = fmt::format("TP·CP·DP = {} ranks of a pipeline stage", f.stage_devices);
    report.error({.field = legal > 0 ? "plan.expert_parallel" : "plan.expert_tensor_parallel",
                  .message = fmt::format("ETP {} · EP {} · PP {} = {} {} {} devices (remainder {}); the dense product {} is checked apart", f.expert_tensor, p.expert_parallel,
                                         p.pipeline_parallel, product, product > f.used_devices ? "is more than the plan's" : "does not divide the plan's", f.used_devices,
                                         f.used_devices % product, degrees_text(p)),
                  .fix = legal > 0 ? fmt::format("expert_parallel = {} is the largest that divides both {} / ETP {} and {} experts", legal, ranks, f.expert_tensor, f.s.model.moe->experts)
                                   : fmt::format("expert_tensor_parallel must divide {}: for example {}", ranks, largest_divisor(f.stage_devices, p.tensor_parallel)),
                  .suggestion = legal > 0 ? std::to_string(legal) : std::string()});
}

void expert_replicas_match_order(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.order != DimensionOrder::tp_cp_ep_pp_dp || p.pipeline_parallel <= 1 || f.data_parallel == 0) return;
    const bool moe = f.s.model.moe.has_value();
    const std::int64_t group = moe ? saturated_product(f.expert_tensor, p.expert_parallel) : p.tensor_parallel;
    if (f.stage_devices % group != 0) return;  // experts-divide-world says so
    const std::int64_t expert_replicas = f.stage_devices / group;
    if (expert_replicas == f.data_parallel) return;
    report.error({.field = "plan.order",
                  .message = fmt::format("order tp_cp_ep_pp_dp needs as many replicas of the experts (TP·CP·DP / ETP·EP = {}) as of the model (DP = {})", expert_replicas, f.data_parallel),
                  .fix = "tp_cp_ep_dp_pp, where pipeline ranks are farthest apart, or ETP·EP = TP·CP",
                  .suggestion = "tp_cp_ep_dp_pp"});
}

constexpr RuleEntry kRules[] = {
    {{"model-parallel-fits-devices", "One replica, TP·PP·CP, is no larger than the cluster.", "Megatron-LM megatron/training/arguments.py:424 @ d98e8a64dd"},
     reads::world, model_fits_devices},
    {{"devices-divisible-by-model-parallel", "Without a stated data_parallel, TP·PP·CP divides the devices.",
      "Megatron-LM megatron/training/arguments.py:424-434, megatron/core/parallel_state.py:814-823 @ d98e8a64dd"},
     reads::world, devices_divide},
    {{"data-parallel-fits-devices", "TP·PP·CP·DP is no larger than the cluster.", "Megatron-LM megatron/training/arguments.py:442-448 @ d98e8a64dd"},
     reads::world, replicas_fit},
    {{"idle-devices", "A stated data_parallel uses every device.", "Threewall: 2000 devices at TP 8, PP 4, DP 62 leave 16 idle"}, reads::world, idle_devices},
    {{"experts-divide-world", "ETP·EP·PP divides the devices of the plan, apart from the dense product.", "Megatron-LM megatron/core/parallel_state.py:874-884 @ d98e8a64dd"},
     reads::world | reads::expert | reads::expert_tensor | reads::experts, experts_fit_world},
    {{"expert-replicas-match-order", "Where data-parallel ranks are outermost, experts have as many replicas as the model.",
      "Megatron-LM megatron/core/parallel_state.py:897-902 @ d98e8a64dd"},
     reads::world | reads::expert | reads::expert_tensor, expert_replicas_match_order},
};

}  // namespace

std::span<const RuleEntry> world_rules() { return kRules; }

}  // namespace threewall::rules
