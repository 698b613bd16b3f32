// What tensor parallelism splits: query heads, key/value heads, the widths of the MLPs. The vocabulary is padded
// instead (Megatron-LM megatron/core/tokenizers/utils/build_tokenizer.py:133-146 @ d98e8a64dd), so it is no condition.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

struct Dimension {
    std::string_view name;
    std::int64_t size = 0;
    bool replicates = false;  ///< may also be smaller than TP and divide it: ranks then hold the same head
};

using Dimensions = std::array<Dimension, 5>;

Dimensions split_dimensions(const Model& m) {
    const bool latent = m.attention.kind == AttentionKind::latent;  // its keys and values are made from a latent that all ranks hold
    return {{{"attention heads", m.attention.heads, false},
             {"key/value heads", latent ? 0 : m.attention.kv_heads, true},
             {"hidden size", m.hidden, false},
             {"MLP width", m.ffn, false},
             {"shared expert width", m.moe ? m.moe->shared_ffn : 0, false}}};
}

bool splits(const Dimension& d, std::int64_t tp) { return d.size % tp == 0 || (d.replicates && d.size > 0 && tp % d.size == 0); }

bool all_split(const Dimensions& dimensions, std::int64_t tp) {
    return std::all_of(dimensions.begin(), dimensions.end(), [tp](const Dimension& d) { return splits(d, tp); });
}

/// Legal sizes that also fill a node evenly, so that no group straddles two.
std::vector<std::int64_t> legal_sizes(const Facts& f, const Dimensions& dimensions) {
    const std::int64_t heads = f.s.model.attention.heads;
    std::vector<std::int64_t> sizes = divisors(heads, std::min(heads, f.s.stack.support.max_tensor_parallel));
    const std::int64_t node = f.sane(reads::node) ? f.s.cluster.devices_per_node : 1;
    std::erase_if(sizes, [&](std::int64_t tp) { return !all_split(dimensions, tp) || (node > 1 && node % tp != 0); });
    return sizes;
}

/// Heads can also be padded up to a multiple of TP, which computes heads that nobody needs.
std::string padding_text(std::int64_t heads, std::int64_t tp) {
    if (heads % tp == 0) return "";
    const std::int64_t padded = multiples_around(heads, tp).above;
    const double waste = 100.0 * static_cast<double>(padded - heads) / static_cast<double>(heads);
    return fmt::format("; padding {} to {} heads would keep TP {} and cost {:.0f} % more attention", heads, padded, tp, waste);
}

void dimensions_divide(const Facts& f, Report& report) {
    const std::int64_t tp = f.s.plan.tensor_parallel;
    const Dimensions dimensions = split_dimensions(f.s.model);
    if (all_split(dimensions, tp)) return;
    std::vector<std::string> failing;
    for (const Dimension& d : dimensions)
        if (!splits(d, tp)) failing.push_back(fmt::format("{} {} (remainder {})", d.name, d.size, d.size % tp));
    const std::vector<std::int64_t> legal = legal_sizes(f, dimensions);
    const bool heads_alone = failing.size() == 1;  // padding heads helps nothing else
    const auto below = std::find_if(legal.rbegin(), legal.rend(), [tp](std::int64_t size) { return size < tp; });
    report.error({.field = "plan.tensor_parallel",
                  .message = fmt::format("tensor_parallel {} does not divide {}", tp, joined(failing, ", ")),
                  .fix = fmt::format("tensor_parallel {}{}; pipeline_parallel splits the model without dividing these", one_of(legal), heads_alone ? padding_text(f.s.model.attention.heads, tp) : ""),
                  .suggestion = below != legal.rend() ? std::to_string(*below) : "1"});
}

void expert_width_divides(const Facts& f, Report& report) {
    if (!f.s.model.moe) return;
    const std::int64_t width = f.s.model.moe->expert_ffn, etp = f.expert_tensor;
    if (width % etp == 0) return;
    const std::int64_t legal = largest_divisor(std::max<std::int64_t>(1, width), etp);
    report.error({.field = "plan.expert_tensor_parallel",
                  .message = fmt::format("expert_tensor_parallel {}{} does not divide the expert width {} (remainder {})", etp,
                                         f.s.plan.expert_tensor_parallel ? "" : " (as tensor_parallel)", width, width % etp),
                  .fix = fmt::format("expert_tensor_parallel {}; expert_parallel spreads experts without dividing them", one_of(divisors(std::max<std::int64_t>(1, width), etp))),
                  .suggestion = std::to_string(legal)});
}

constexpr RuleEntry kRules[] = {
    {{"dimensions-divisible-by-tensor-parallel",
      "TP divides the query heads, the key/value heads (or is a multiple of them), the hidden size and the MLP widths.",
      "Megatron-LM megatron/core/transformer/transformer_config.py:1446-1468, megatron/core/tensor_parallel/layers.py:1038,1408 @ d98e8a64dd"},
     reads::tensor | reads::heads | reads::widths | reads::experts | reads::support, dimensions_divide},
    {{"expert-width-divisible", "Expert tensor parallelism divides the width of an expert.", "Megatron-LM megatron/core/extensions/transformer_engine.py:1858,1977 @ d98e8a64dd"},
     reads::tensor | reads::expert_tensor | reads::experts, expert_width_divides},
};

}  // namespace

std::span<const RuleEntry> tensor_rules() { return kRules; }

}  // namespace threewall::rules
