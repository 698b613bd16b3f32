// The model itself: numbers that have to agree with one another, whatever the plan.
#include <algorithm>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

void heads_have_width(const Facts& f, Report& report) {
    const Attention& a = f.s.model.attention;
    if (a.kind != AttentionKind::grouped || a.head_dim > 0) return;
    const bool divides = f.s.model.hidden % a.heads == 0;
    report.error({.field = "model.attention.head_dim",
                  .message = fmt::format("attention heads have a width of 0{}", divides ? "" : fmt::format(", and {} heads do not divide hidden size {} (remainder {})", a.heads,
                                                                                                          f.s.model.hidden, f.s.model.hidden % a.heads)),
                  .fix = divides ? fmt::format("usually hidden size {} / {} heads = {}", f.s.model.hidden, a.heads, f.s.model.hidden / a.heads) : "the width of a head",
                  .suggestion = divides && f.s.model.hidden / a.heads <= 65536 ? std::to_string(f.s.model.hidden / a.heads) : std::string()});
}

void groups_divide(const Facts& f, Report& report) {
    const Attention& a = f.s.model.attention;
    if (a.kind != AttentionKind::grouped || a.heads % a.kv_heads == 0) return;
    report.error({.field = "model.attention.kv_heads",
                  .message = fmt::format("{} key/value heads do not divide {} query heads (remainder {})", a.kv_heads, a.heads, a.heads % a.kv_heads),
                  .fix = fmt::format("kv_heads {}", one_of(divisors(a.heads, a.heads))),
                  .suggestion = std::to_string(largest_divisor(a.heads, a.kv_heads))});
}

void latent_is_complete(const Facts& f, Report& report) {
    const Attention& a = f.s.model.attention;
    if (a.kind != AttentionKind::latent) return;
    const std::int64_t query = a.qk_nope_head_dim + a.qk_rope_head_dim;
    if (a.kv_lora_rank > 0 && a.v_head_dim > 0 && query > 0) return;
    const std::string_view field = a.kv_lora_rank == 0 ? "model.attention.kv_lora_rank" : a.v_head_dim == 0 ? "model.attention.v_head_dim" : "model.attention.qk_nope_head_dim";
    report.error({.field = field,
                  .message = fmt::format("latent attention with key/value rank {}, query/key width {} and value width {}", a.kv_lora_rank, query, a.v_head_dim),
                  .fix = "all above 0; DeepSeek-V3 has rank 512, 128 + 64 and 128",
                  .suggestion = a.kv_lora_rank == 0 && a.v_head_dim > 0 && query > 0 ? "512" : a.kv_lora_rank > 0 && (a.v_head_dim == 0) != (query == 0) ? "128" : ""});
}

void dense_layers_have_width(const Facts& f, Report& report) {
    const Model& m = f.s.model;
    const std::int64_t dense = m.moe ? std::min(m.moe->dense_layers, m.layers) : m.layers;
    if (m.ffn > 0 || dense == 0) return;
    report.error({.field = "model.ffn",
                  .message = fmt::format("{} layers have a plain MLP of width 0", dense),
                  .fix = fmt::format("usually 4 · hidden size = {}, or 8/3 of it where the MLP is gated", saturated_product(4, m.hidden)),
                  .suggestion = m.hidden <= 1 << 22 ? std::to_string(4 * m.hidden) : std::string()});
}

void spans_cover_layers(const Facts& f, Report& report) {
    const Model& m = f.s.model;
    if (m.spans.empty()) return;
    std::int64_t covered = 0;
    for (const AttentionSpan& span : m.spans) covered = saturated_sum(covered, span.layers);
    if (covered == m.layers) return;
    report.error({.field = "model.spans",
                  .message = fmt::format("attention spans cover {} layers; the model has {}", covered, m.layers),
                  .fix = fmt::format("spans that add up to {}, or none: all layers then see everything", m.layers)});
}

void learned_positions_end(const Facts& f, Report& report) {
    const Model& m = f.s.model;
    if (m.position != Position::learned || m.max_sequence > 0) return;
    report.warning({.field = "model.max_sequence",
                    .message = "learned positions without a longest sequence: their table is counted as empty",
                    .fix = fmt::format("the length of the table, for example {}", f.s.workload.sequence_length),
                    .suggestion = std::to_string(f.s.workload.sequence_length)});
}

void prediction_modules_have_positions(const Facts& f, Report& report) {
    if (f.s.model.mtp_layers == 0 || f.s.model.position != Position::alibi) return;
    report.error({.field = "model.mtp_layers",
                  .message = fmt::format("{} multi-token-prediction modules with alibi positions", f.s.model.mtp_layers),
                  .fix = "mtp_layers 0, or positions rope, learned or none",
                  .suggestion = "0"});
}

void hyper_connections_are_young(const Facts& f, Report& report) {
    if (f.s.model.hyper_connections <= 1) return;
    std::vector<std::string> refused;
    if (f.s.model.mtp_layers > 0) refused.emplace_back("multi-token prediction");
    if (f.s.plan.pipeline_parallel > 1) refused.emplace_back("pipeline stages");
    if (f.s.plan.recompute == Recompute::full) refused.emplace_back("full recompute");
    if (refused.empty()) return;
    report.warning({.field = "model.hyper_connections",
                    .message = fmt::format("{} residual streams with {}: Megatron's hyper-connections refuse this", f.s.model.hyper_connections, joined(refused, ", ")),
                    .fix = "a stack of one's own, as DeepSeek has, or the plain residual",
                    .suggestion = "0"});
}

constexpr RuleEntry kRules[] = {
    {{"heads-have-width", "Attention heads have a width.", "Megatron-LM megatron/training/arguments.py:1331-1333 @ d98e8a64dd"}, reads::heads | reads::widths, heads_have_width},
    {{"kv-heads-divide-heads", "Key/value heads divide the query heads.", "Ainslie et al. 2023, arXiv 2305.13245 §2.2"}, reads::heads, groups_divide},
    {{"latent-attention-complete", "Latent attention has a key/value rank and head widths.", "DeepSeek-V2, arXiv 2405.04434 §2.1"}, reads::heads | reads::latent, latent_is_complete},
    {{"dense-layers-have-width", "Layers without experts have an MLP.", "Vaswani et al. 2017, arXiv 1706.03762 §3.3"}, reads::layers | reads::widths | reads::dense_layers,
     dense_layers_have_width},
    {{"spans-cover-layers", "Attention spans add up to the layers.", "Threewall core/scenario/model.hpp"}, reads::layers | reads::spans, spans_cover_layers},
    {{"learned-positions-end", "Learned positions have a longest sequence.", "Megatron-LM megatron/training/arguments.py:1353-1356 @ d98e8a64dd"},
     reads::positions | reads::sequence, learned_positions_end},
    {{"prediction-modules-have-positions", "Multi-token prediction goes with rope, learned or no positions.", "Megatron-LM megatron/training/arguments.py:1942-1948 @ d98e8a64dd"},
     reads::positions | reads::extras, prediction_modules_have_positions},
    {{"hyper-connections-alone", "Megatron's hyper-connections go without prediction modules, pipeline and full recompute.",
      "Megatron-LM megatron/core/transformer/transformer_config.py:2063-2098 @ d98e8a64dd"},
     reads::extras | reads::pipeline | reads::recompute, hyper_connections_are_young},
};

}  // namespace

std::span<const RuleEntry> model_rules() { return kRules; }

}  // namespace threewall::rules
