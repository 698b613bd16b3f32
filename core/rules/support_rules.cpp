// What the stack can do: a plan that needs more is refused with the reason.
#include <algorithm>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

std::string stack_name(const Facts& f) {
    const Stack& stack = f.s.stack;
    return !stack.name.empty() ? stack.name : !stack.id.empty() ? stack.id : "the stack";
}

void refuse(const Facts& f, Report& report, std::string_view field, const std::string& what, const std::string& fix, std::string suggestion) {
    report.error({.field = field, .message = fmt::format("{} has no {}", stack_name(f), what), .fix = fix + ", or another stack", .suggestion = std::move(suggestion)});
}

void tensor_size(const Facts& f, Report& report) {
    const std::int64_t tp = f.s.plan.tensor_parallel, most = f.s.stack.support.max_tensor_parallel;
    if (tp <= most) return;
    refuse(f, report, "plan.tensor_parallel", fmt::format("tensor parallelism above {}; the plan has {}", most, tp), fmt::format("tensor_parallel at most {}", most),
           std::to_string(largest_divisor(tp, most)));
}

void sequence_parallel(const Facts& f, Report& report) {
    if (!f.s.plan.sequence_parallel || f.s.plan.tensor_parallel <= 1 || f.s.stack.support.sequence_parallel) return;
    refuse(f, report, "plan.sequence_parallel", "sequence parallelism", "sequence_parallel off (norms and residuals are then kept whole on every rank)", "false");
}

void pipeline(const Facts& f, Report& report) {
    if (f.s.plan.pipeline_parallel <= 1 || f.s.stack.support.pipeline_parallel) return;
    refuse(f, report, "plan.pipeline_parallel", fmt::format("pipeline parallelism; the plan has {} stages", f.s.plan.pipeline_parallel),
           "pipeline_parallel 1 with ZeRO 3 or more tensor parallelism", "1");
}

void interleaved(const Facts& f, Report& report) {
    const bool asked = f.s.plan.schedule == Schedule::interleaved || f.s.plan.virtual_stages > 1;
    if (!asked || f.s.stack.support.interleaved) return;
    const bool by_schedule = f.s.plan.schedule == Schedule::interleaved;
    refuse(f, report, by_schedule ? "plan.schedule" : "plan.virtual_stages", "interleaved pipeline schedule", "schedule one_f_one_b and virtual_stages 1",
           by_schedule ? (f.s.plan.virtual_stages > 1 ? "" : "one_f_one_b") : "1");
}

void context(const Facts& f, Report& report) {
    if (f.s.plan.context_parallel <= 1 || f.s.stack.support.context_parallel) return;
    refuse(f, report, "plan.context_parallel", fmt::format("context parallelism; the plan has {}", f.s.plan.context_parallel), "context_parallel 1", "1");
}

void expert(const Facts& f, Report& report) {
    if (f.s.plan.expert_parallel <= 1 || f.s.stack.support.expert_parallel) return;
    refuse(f, report, "plan.expert_parallel", fmt::format("expert parallelism; the plan has {}", f.s.plan.expert_parallel),
           "expert_parallel 1, where every rank holds all experts and needs the memory for them", "1");
}

/// The largest stage up to the wanted one that the stack has.
std::int64_t best_zero(const StackSupport& has, std::int64_t wanted) {
    if (wanted >= 3 && has.zero_3) return 3;
    if (wanted >= 2 && has.zero_2) return 2;
    return has.zero_1 && wanted >= 1 ? 1 : 0;
}

void zero(const Facts& f, Report& report) {
    const std::int64_t stage = f.s.plan.zero_stage, best = best_zero(f.s.stack.support, stage);
    if (stage == best) return;
    refuse(f, report, "plan.zero_stage", fmt::format("ZeRO stage {}", stage), fmt::format("zero_stage {}", best), std::to_string(best));
}

bool has_precision(const StackSupport& has, Precision p) {
    switch (p) {
        case Precision::fp32: return true;
        case Precision::bf16: return has.bf16;
        case Precision::fp16: return has.fp16;
        case Precision::fp8: return has.fp8;
        case Precision::fp4: return has.fp4;
    }
    return false;
}

void precision(const Facts& f, Report& report) {
    const StackSupport& has = f.s.stack.support;
    constexpr std::string_view names[] = {"fp32", "bf16", "fp16", "fp8", "fp4"};
    const Precision wanted = f.s.plan.precision;
    if (has_precision(has, wanted)) return;
    std::vector<std::string> offered = {"fp32"};
    for (Precision p : {Precision::bf16, Precision::fp16, Precision::fp8, Precision::fp4})
        if (has_precision(has, p)) offered.emplace_back(names[static_cast<std::size_t>(p)]);
    refuse(f, report, "plan.precision", fmt::format("training in {}", names[static_cast<std::size_t>(wanted)]), fmt::format("precision {}", joined(offered, ", ")),
           has.bf16 ? "bf16" : has.fp16 ? "fp16" : "fp32");
}

void flash_attention(const Facts& f, Report& report) {
    if (f.s.plan.attention_kernel == AttentionKernel::plain || f.s.stack.support.flash_attention) return;
    refuse(f, report, "plan.attention_kernel", "fused attention kernel", "attention_kernel plain, which stores the scores of every head: they grow with the square of the sequence", "plain");
}

constexpr std::string_view kStack = "the stack's own support table (assets/catalog)";

constexpr RuleEntry kRules[] = {
    {{"stack-has-tensor-size", "The stack supports the tensor-parallel size.", kStack}, reads::tensor | reads::support, tensor_size},
    {{"stack-has-sequence-parallel", "The stack supports sequence parallelism.", kStack}, reads::tensor, sequence_parallel},
    {{"stack-has-pipeline-parallel", "The stack supports pipeline parallelism.", kStack}, reads::pipeline, pipeline},
    {{"stack-has-interleaved", "The stack supports virtual stages.", kStack}, reads::schedule | reads::virtual_stages, interleaved},
    {{"stack-has-context-parallel", "The stack supports context parallelism.", kStack}, reads::context, context},
    {{"stack-has-expert-parallel", "The stack supports expert parallelism.", kStack}, reads::expert, expert},
    {{"stack-has-zero-stage", "The stack supports the ZeRO stage.", kStack}, reads::zero, zero},
    {{"stack-has-precision", "The stack trains in the plan's precision.", kStack}, reads::precision, precision},
    {{"stack-has-flash-attention", "The stack has a fused attention kernel.", kStack}, reads::attention_kernel, flash_attention},
};

}  // namespace

std::span<const RuleEntry> support_rules() { return kRules; }

}  // namespace threewall::rules
