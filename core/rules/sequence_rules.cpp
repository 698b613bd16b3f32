// The sequence: how long it may be, and into how many equal parts sequence and context parallelism cut it.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

/// Transformer Engine's fp8 GEMMs need inputs whose length is a multiple of this after the split.
constexpr std::int64_t kFp8Multiple = 16;

bool shards_sequence(const Plan& p) { return p.sequence_parallel && p.tensor_parallel > 1; }

/// Ring and all-gather cut 2·CP chunks, so that each rank gets an early and a late one and all do the same work under a
/// causal mask; sequence parallelism then cuts the local part TP times: together CP·lcm(2, TP).
std::int64_t sequence_factor(const Plan& p) {
    const std::int64_t cp = p.context_parallel;
    const std::int64_t balanced = cp > 1 && p.context_parallel_kind != ContextParallelKind::ulysses ? 2 : 1;
    return saturated_product(cp, shards_sequence(p) ? std::lcm(balanced, p.tensor_parallel) : balanced);
}

std::string factor_text(const Plan& p) {
    const bool balanced = p.context_parallel_kind != ContextParallelKind::ulysses;
    if (p.context_parallel <= 1) return fmt::format("TP {} with sequence parallelism", p.tensor_parallel);
    const std::string cp = fmt::format("CP {}", p.context_parallel);
    if (!shards_sequence(p)) return balanced ? "2 · " + cp : cp;
    return balanced ? fmt::format("{} · lcm(2, TP {})", cp, p.tensor_parallel) : fmt::format("{} · TP {}", cp, p.tensor_parallel);
}

void sequence_divides(const Facts& f, Report& report) {
    const std::int64_t length = f.s.workload.sequence_length, factor = sequence_factor(f.s.plan);
    if (length % factor == 0) return;
    const Neighbours legal = multiples_around(length, factor);
    report.error({.field = "workload.sequence_length",
                  .message = fmt::format("sequence_length {} is not a multiple of {} = {} (remainder {})", length, factor_text(f.s.plan), factor, length % factor),
                  .fix = fmt::format("sequence_length {}; data of varying length has to be padded or packed to a multiple of {}", legal.text(), factor),
                  .suggestion = std::to_string(legal.nearest(length))});
}

void fp8_length(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.precision != Precision::fp8 && p.precision != Precision::fp4) return;
    const std::int64_t parts = saturated_product(p.context_parallel, shards_sequence(p) ? p.tensor_parallel : 1);
    const std::int64_t length = f.s.workload.sequence_length;
    if (length % sequence_factor(p) != 0 || length / parts % kFp8Multiple == 0) return;
    const Neighbours legal = multiples_around(length, saturated_product(std::lcm(kFp8Multiple, std::int64_t{2}), parts));
    report.warning({.field = "workload.sequence_length",
                    .message = fmt::format("each rank holds {} / {} = {} tokens of a sequence, not a multiple of {}: fp8 GEMMs refuse such shapes or pad them", length, parts, length / parts,
                                           kFp8Multiple),
                    .fix = fmt::format("sequence_length {}", legal.text()),
                    .suggestion = std::to_string(legal.nearest(length))});
}

void sequence_parallel_needs_tensor(const Facts& f, Report& report) {
    if (!f.s.plan.sequence_parallel || f.s.plan.tensor_parallel > 1) return;
    report.warning({.field = "plan.sequence_parallel",
                    .message = "sequence_parallel does nothing at tensor_parallel 1: Megatron's core refuses it, its command line turns it off",
                    .fix = "sequence_parallel off, or tensor_parallel above 1",
                    .suggestion = "false"});
}

void experts_need_sequence_parallel(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!f.s.model.moe || p.expert_parallel <= 1 || p.tensor_parallel <= 1 || p.sequence_parallel) return;
    report.warning({.field = "plan.sequence_parallel",
                    .message = fmt::format("expert_parallel {} with tensor_parallel {} and without sequence_parallel: every tensor-parallel rank routes the same tokens", p.expert_parallel,
                                           p.tensor_parallel),
                    .fix = "sequence_parallel on, or tensor_parallel 1",
                    .suggestion = "true"});
}

void sequence_within_positions(const Facts& f, Report& report) {
    const Model& m = f.s.model;
    const std::int64_t length = f.s.workload.sequence_length;
    if (m.max_sequence == 0 || length <= m.max_sequence) return;
    // A learned table has no row for the position; computed positions only leave what the model was made for.
    const bool table = m.position == Position::learned;
    report.add(table ? Severity::error : Severity::warning,
               {.field = "workload.sequence_length",
                .message = fmt::format("sequence_length {} is beyond the model's {} positions{}", length, m.max_sequence, table ? ": its learned table ends there" : ""),
                .fix = table ? fmt::format("sequence_length at most {}, or a longer table (model.max_sequence)", m.max_sequence)
                             : fmt::format("sequence_length at most {}, or scaled positions and a max_position_embeddings of at least {}, which Megatron asserts", m.max_sequence, length),
                .suggestion = std::to_string(m.max_sequence)});
}

void ulysses_heads(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    const std::int64_t heads = f.s.model.attention.heads, tp = p.tensor_parallel, cp = p.context_parallel;
    if (p.context_parallel_kind != ContextParallelKind::ulysses || cp <= 1 || heads % tp != 0) return;
    const std::int64_t local = heads / tp;
    if (local % cp == 0) return;
    const std::int64_t ranks = std::max<std::int64_t>(1, f.s.cluster.devices / saturated_product(tp, p.pipeline_parallel));
    const std::int64_t legal = std::gcd(local, ranks);
    const std::int64_t each = (local + cp - 1) / cp, full = local / each;
    report.error({.field = "plan.context_parallel",
                  .message = fmt::format("Ulysses gives every context-parallel rank whole heads: {} heads / TP {} = {} over CP {} leave a remainder of {} ({} ranks with {}, {} with fewer or none)",
                                         heads, tp, local, cp, local % cp, full, each, cp - full),
                  .fix = fmt::format("context_parallel {} is the largest that divides both {} heads and {} ranks (their greatest common divisor); ring and all_gather split the sequence instead",
                                     legal, local, ranks),
                  .suggestion = std::to_string(legal)});
}

void ulysses_kv_heads(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    const Attention& a = f.s.model.attention;
    if (p.context_parallel_kind != ContextParallelKind::ulysses || p.context_parallel <= 1 || a.kind == AttentionKind::latent) return;
    const std::int64_t local = std::max<std::int64_t>(1, a.kv_heads / p.tensor_parallel);
    if (local % p.context_parallel == 0) return;
    const std::int64_t legal = std::gcd(local, p.context_parallel);
    report.warning({.field = "plan.context_parallel",
                    .message = fmt::format("Ulysses over CP {} has to repeat key/value heads: {} / TP {} = {} for a rank, which {} does not divide", p.context_parallel, a.kv_heads,
                                           p.tensor_parallel, local, p.context_parallel),
                    .fix = fmt::format("context_parallel {}, or ring or all_gather; Transformer Engine refuses this, DeepSpeed and verl repeat the heads", legal),
                    .suggestion = std::to_string(legal)});
}

void ring_and_windows(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.context_parallel <= 1 || p.context_parallel_kind != ContextParallelKind::ring) return;
    const auto& spans = f.s.model.spans;
    if (std::none_of(spans.begin(), spans.end(), [](const AttentionSpan& a) { return a.kind == SpanKind::sliding_window; })) return;
    report.warning({.field = "plan.context_parallel_kind",
                    .message = fmt::format("ring context parallelism (CP {}) passes all keys and values round: Transformer Engine's cannot express this model's sliding windows", p.context_parallel),
                    .fix = "all_gather or ulysses",
                    .suggestion = "all_gather"});
}

constexpr RuleEntry kRules[] = {
    {{"sequence-divisible", "The sequence splits evenly: into 2·CP chunks, by TP with sequence parallelism, jointly CP·lcm(2, TP).",
      "Megatron-LM megatron/training/arguments.py:1335-1338 @ d98e8a64dd; NVIDIA-NeMo/RL pull request 3563"},
     reads::sequence | reads::tensor | reads::context, sequence_divides},
    {{"fp8-local-length", "With fp8 or fp4 GEMMs each rank holds a multiple of 16 tokens of a sequence.", "NVIDIA-NeMo/Speech pull request 8869; NVIDIA-NeMo/RL issue 1551"},
     reads::sequence | reads::tensor | reads::context | reads::precision, fp8_length},
    {{"sequence-parallel-needs-tensor-parallel", "Sequence parallelism works within a tensor-parallel group.",
      "Megatron-LM megatron/core/model_parallel_config.py:502-504, megatron/training/arguments.py:1433-1439 @ d98e8a64dd"},
     reads::tensor, sequence_parallel_needs_tensor},
    {{"experts-need-sequence-parallel", "Expert with tensor parallelism runs with sequence parallelism.", "Megatron-LM megatron/core/model_parallel_config.py:560-566 @ d98e8a64dd"},
     reads::tensor | reads::expert, experts_need_sequence_parallel},
    {{"sequence-within-positions", "The sequence is no longer than the model's positions.", "Megatron-LM megatron/training/arguments.py:1353-1356 @ d98e8a64dd"},
     reads::sequence | reads::positions, sequence_within_positions},
    {{"ulysses-heads-divisible", "Ulysses context parallelism divides the heads of a tensor-parallel rank.", "deepspeedai/DeepSpeed issue 4674, pull request 8316"},
     reads::context | reads::tensor | reads::pipeline | reads::heads | reads::devices, ulysses_heads},
    {{"ulysses-kv-heads-divisible", "Ulysses context parallelism divides the key/value heads of a tensor-parallel rank.",
      "NVIDIA/TransformerEngine context parallelism, a2a: num_gqa_groups % cp_size"},
     reads::context | reads::tensor | reads::heads, ulysses_kv_heads},
    {{"ring-cannot-slide", "Sliding windows go with all_gather or Ulysses context parallelism.", "NVIDIA/TransformerEngine context parallelism: no p2p with sliding windows"},
     reads::context | reads::spans, ring_and_windows},
};

}  // namespace

std::span<const RuleEntry> sequence_rules() { return kRules; }

}  // namespace threewall::rules
