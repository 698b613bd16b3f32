// Which schedules a pipeline can run, and how many micro-batches they need.
#include <algorithm>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

/// Above this share of idle time practitioners change the plan (mission: "keep it below 25 %").
constexpr std::int64_t kLargestBubblePercent = 25;

/// PyTorch's schedules form rounds of max(1, m / PP) micro-batches where Megatron's default group is PP.
bool has_flexible_rounds(const Stack& stack) { return stack.id.starts_with("torchtitan") || stack.id.starts_with("pytorch"); }

/// The batch that has `count` micro-batches, as advice.
std::string batch_text(const Facts& f, std::int64_t count) {
    const std::int64_t unit = saturated_product(f.s.plan.micro_batch_size, f.data_parallel);
    return fmt::format("{} micro-batches (global_batch_size {})", count, saturated_product(unit, count));
}

std::string batch_of(const Facts& f, std::int64_t count) {
    return std::to_string(saturated_product(saturated_product(f.s.plan.micro_batch_size, f.data_parallel), count));
}

void virtual_stages_need_interleaving(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.virtual_stages <= 1 || p.schedule == Schedule::interleaved) return;
    const bool pipeline = p.pipeline_parallel > 1;
    report.error({.field = pipeline ? "plan.schedule" : "plan.virtual_stages",
                  .message = fmt::format("virtual_stages {} needs the interleaved schedule", p.virtual_stages),
                  .fix = "schedule interleaved with pipeline_parallel above 1, or virtual_stages 1",
                  .suggestion = pipeline ? "interleaved" : "1"});
}

void interleaving_needs_stages(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.schedule != Schedule::interleaved || (p.virtual_stages > 1 && p.pipeline_parallel > 1)) return;
    report.error({.field = "plan.schedule",
                  .message = fmt::format("the interleaved schedule needs pipeline_parallel and virtual_stages above 1; they are {} and {}", p.pipeline_parallel, p.virtual_stages),
                  .fix = "schedule one_f_one_b, or both above 1",
                  .suggestion = "one_f_one_b"});
}

void schedule_needs_stages(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    const bool known_elsewhere = p.schedule == Schedule::one_f_one_b || p.schedule == Schedule::interleaved || p.schedule == Schedule::dual_pipe;
    if (p.pipeline_parallel > 1 || known_elsewhere) return;
    const bool holds_all = p.schedule == Schedule::gpipe;
    report.warning({.field = "plan.schedule",
                    .message = fmt::format("a pipeline schedule orders stages; at pipeline_parallel 1 there is one{}", holds_all ? ", and gpipe still holds every micro-batch" : ""),
                    .fix = "schedule one_f_one_b",
                    .suggestion = "one_f_one_b"});
}

void interleaving_fills_ranks(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.schedule != Schedule::interleaved || f.micro_batches == 0 || f.micro_batches >= p.pipeline_parallel) return;
    report.error({.field = "plan.global_batch_size",
                  .message = fmt::format("the interleaved schedule needs at least PP = {} micro-batches; there are {}", p.pipeline_parallel, f.micro_batches),
                  .fix = batch_text(f, p.pipeline_parallel) + ", a smaller micro_batch_size or fewer replicas",
                  .suggestion = batch_of(f, p.pipeline_parallel)});
}

void interleaving_groups(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    const std::int64_t m = f.micro_batches, pp = p.pipeline_parallel;
    if (p.schedule != Schedule::interleaved || m < pp) return;
    const bool flexible = has_flexible_rounds(f.s.stack);
    const std::int64_t group = flexible ? std::max<std::int64_t>(1, m / pp) : pp;
    if (m % group == 0) return;
    const Neighbours legal = multiples_around(m, pp);
    const std::string how = flexible ? fmt::format("m / PP = {} rounds", group) : fmt::format("groups of PP = {}", group);
    report.error({.field = "plan.global_batch_size",
                  .message = fmt::format("{} micro-batches do not divide into {} (remainder {})", m, how, m % group),
                  .fix = fmt::format("{} or {}; Megatron also takes --microbatch-group-size-per-virtual-pipeline-stage {}, which holds more activations", batch_text(f, legal.below),
                                     batch_text(f, legal.above), m),
                  .suggestion = batch_of(f, legal.nearest(m))});
}

void dual_pipe_is_even(const Facts& f, Report& report) {
    const std::int64_t pp = f.s.plan.pipeline_parallel;
    if (f.s.plan.schedule != Schedule::dual_pipe || pp % 2 == 0) return;
    report.error({.field = "plan.pipeline_parallel",
                  .message = fmt::format("dual_pipe feeds the pipeline from both ends and folds it: pipeline_parallel {} is odd", pp),
                  .fix = pp > 1 ? fmt::format("pipeline_parallel {} or {}, or another schedule", pp - 1, pp + 1) : "pipeline_parallel 2 or another even number, or schedule one_f_one_b",
                  .suggestion = std::to_string(pp > 1 ? pp - 1 : 2)});
}

void dual_pipe_fills(const Facts& f, Report& report) {
    const std::int64_t m = f.micro_batches, pp = f.s.plan.pipeline_parallel;
    if (f.s.plan.schedule != Schedule::dual_pipe || m == 0 || (m % 2 == 0 && m >= 2 * pp)) return;
    const std::int64_t legal = std::max(2 * pp, m + m % 2);
    report.error({.field = "plan.global_batch_size",
                  .message = fmt::format("dual_pipe needs an even number of micro-batches, at least 2 · PP = {}; there are {}", 2 * pp, m),
                  .fix = batch_text(f, legal),
                  .suggestion = batch_of(f, legal)});
}

void bubble_is_small(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.pipeline_parallel <= 1 || f.micro_batches == 0) return;
    if (p.schedule != Schedule::one_f_one_b && p.schedule != Schedule::gpipe && p.schedule != Schedule::interleaved) return;
    const std::int64_t chunks = saturated_product(f.micro_batches, p.virtual_stages), ramp = p.pipeline_parallel - 1;
    const double share = 100.0 * static_cast<double>(ramp) / (static_cast<double>(chunks) + static_cast<double>(ramp));
    if (share <= static_cast<double>(kLargestBubblePercent)) return;
    const std::int64_t factor = (100 - kLargestBubblePercent) / kLargestBubblePercent;
    const std::int64_t enough = (saturated_product(factor, ramp) + p.virtual_stages - 1) / p.virtual_stages;
    // Interleaving asks for whole groups of PP as well.
    const std::int64_t legal = p.schedule == Schedule::interleaved ? multiples_around(enough - 1, p.pipeline_parallel).above : enough;
    report.warning({.field = "plan.global_batch_size",
                    .message = fmt::format("the pipeline idles {:.0f} % of the time: PP {} with {} micro-batches{}, (p−1)/(m·v+p−1)", share, p.pipeline_parallel, f.micro_batches,
                                           p.virtual_stages > 1 ? fmt::format(" in {} virtual stages", p.virtual_stages) : std::string()),
                    .fix = fmt::format("{} bring it to {} %; fewer stages, fewer replicas or more virtual stages do too", batch_text(f, legal), kLargestBubblePercent),
                    .suggestion = batch_of(f, legal)});
}

constexpr Inputs kStages = reads::pipeline | reads::virtual_stages | reads::schedule;
constexpr Inputs kBatch = kStages | reads::world | reads::batch;
constexpr std::string_view kDualPipe = "deepseek-ai/DualPipe dualpipe/dualpipe.py:332-333 @ 030ce4325f";

constexpr RuleEntry kRules[] = {
    {{"virtual-stages-need-interleaving", "More than one virtual stage goes with the interleaved schedule.", "Narayanan et al. 2021, arXiv 2104.04473 §2.2"},
     kStages, virtual_stages_need_interleaving},
    {{"interleaving-needs-stages", "The interleaved schedule has several stages and several virtual stages.",
      "Megatron-LM megatron/training/arguments.py:1000-1009, megatron/core/parallel_state.py:827-831 @ d98e8a64dd"},
     kStages, interleaving_needs_stages},
    {{"schedule-needs-stages", "A pipeline schedule has no use on one stage.", "Threewall core/physics/stages.hpp"}, kStages, schedule_needs_stages},
    {{"interleaving-fills-ranks", "The interleaved schedule has at least PP micro-batches.", "Megatron-LM megatron/core/pipeline_parallel/schedules.py:1160-1168 @ d98e8a64dd"},
     kBatch, interleaving_fills_ranks},
    {{"interleaving-groups-divide", "Micro-batches of the interleaved schedule come in whole groups: of PP in Megatron, m % max(1, m / PP) = 0 in PyTorch.",
      "Megatron-LM megatron/core/pipeline_parallel/schedules.py:1172-1180 @ d98e8a64dd; pytorch/pytorch pull request 129597"},
     kBatch, interleaving_groups},
    {{"dual-pipe-even-stages", "DualPipe has an even number of stages.", kDualPipe}, kStages, dual_pipe_is_even},
    {{"dual-pipe-fills", "DualPipe has an even number of micro-batches, at least twice the stages.", kDualPipe}, kBatch, dual_pipe_fills},
    {{"pipeline-bubble-small", "The pipeline bubble is at most a quarter of the step.", "Narayanan et al. 2021, arXiv 2104.04473 §2.2; NVIDIA/Megatron-LM issue 1829"},
     kBatch, bubble_is_small},
};

}  // namespace

std::span<const RuleEntry> schedule_rules() { return kRules; }

}  // namespace threewall::rules
