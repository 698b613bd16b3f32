// How layers are dealt to pipeline ranks and their virtual stages.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

bool uneven(const Plan& p) { return p.first_stage_layers || p.last_stage_layers; }
bool counts_ends(const Plan& p) { return p.embedding_counts_as_layer || p.loss_counts_as_layer; }

/// Layers and what counts as one.
std::int64_t slots(const Facts& f) {
    return f.s.model.layers + (f.s.plan.embedding_counts_as_layer ? 1 : 0) + (f.s.plan.loss_counts_as_layer ? 1 : 0);
}

std::string slots_text(const Facts& f) {
    const Plan& p = f.s.plan;
    std::string text = fmt::format("{} layers", f.s.model.layers);
    if (p.embedding_counts_as_layer) text += " + embedding";
    if (p.loss_counts_as_layer) text += " + loss";
    return counts_ends(p) ? fmt::format("{} = {}", text, slots(f)) : text;
}

struct Ends {
    std::int64_t first = 0;
    std::int64_t middle = 0;  ///< of each rank between
    std::int64_t last = 0;
};

/// The split with equal middle ranks that takes the least from the first and the last.
Ends even_ends(std::int64_t layers, std::int64_t ranks) {
    std::int64_t middle = (layers + ranks - 1) / ranks;
    if (layers - middle * (ranks - 2) < 2) middle = layers / ranks;
    const std::int64_t rest = layers - middle * (ranks - 2);
    return {rest / 2, middle, rest - rest / 2};
}

/// Ways to keep PP although it does not divide the layers.
std::string other_splits(const Facts& f) {
    const std::int64_t layers = f.s.model.layers, pp = f.s.plan.pipeline_parallel;
    std::string text;
    if (layers >= pp && pp > 1) {
        const Ends e = even_ends(layers, pp);
        text += fmt::format("; or first_stage_layers {} and last_stage_layers {}", e.first, e.last);
        if (pp > 2) text += fmt::format(" with {} on the {} between", e.middle, pp - 2);
    }
    if ((layers + 2) % pp == 0) text += "; or embedding and loss each count as a layer";
    else if ((layers + 1) % pp == 0) text += "; or the loss counts as a layer";
    return text + "; or flexible_layout";
}

void layers_divide(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    const std::int64_t pp = p.pipeline_parallel, count = slots(f);
    if (pp <= 1 || uneven(p) || p.flexible_layout || count % pp == 0) return;
    const std::vector<std::int64_t> legal = divisors(count, std::max(count, pp));
    const std::int64_t below = largest_divisor(count, pp);
    report.error({.field = "plan.pipeline_parallel",
                  .message = fmt::format("{} are not divisible by pipeline_parallel {} (remainder {})", slots_text(f), pp, count % pp),
                  .fix = fmt::format("pipeline_parallel {} ({} layers each; legal: {}){}", below, count / below, one_of(legal), other_splits(f)),
                  .suggestion = std::to_string(below)});
}

void uneven_adds_up(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    const std::int64_t pp = p.pipeline_parallel, layers = f.s.model.layers;
    if (!uneven(p) || p.flexible_layout || pp <= 1) return;
    const std::int64_t first = p.first_stage_layers.value_or(0), last = p.last_stage_layers.value_or(0);
    const std::int64_t ranks = pp - (p.first_stage_layers ? 1 : 0) - (p.last_stage_layers ? 1 : 0);
    const std::int64_t middle = layers - first - last;
    const bool positive = p.first_stage_layers.value_or(1) > 0 && p.last_stage_layers.value_or(1) > 0;
    const bool fits = ranks == 0 ? middle == 0 : middle >= ranks && middle % ranks == 0;
    if (positive && fits) return;
    const Ends e = layers >= pp ? even_ends(layers, pp) : Ends{};
    const std::string split = layers >= pp ? fmt::format("for example first {} and last {}", e.first, e.last) : fmt::format("at most {} stages", layers);
    report.error({.field = p.first_stage_layers ? "plan.first_stage_layers" : "plan.last_stage_layers",
                  .message = fmt::format("first {} and last {} of {} layers leave {} for the {} ranks between{}", first, last, layers, middle, ranks,
                                         ranks > 0 && middle > 0 ? fmt::format(" (remainder {})", middle % ranks) : std::string()),
                  .fix = fmt::format("counts above 0 that leave the same number of layers on every rank between: {}", split)});
}

void uneven_needs_stages(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.pipeline_parallel > 1 || !(uneven(p) || counts_ends(p) || p.flexible_layout)) return;
    const std::string_view field = p.first_stage_layers         ? "plan.first_stage_layers"
                                   : p.last_stage_layers        ? "plan.last_stage_layers"
                                   : p.embedding_counts_as_layer ? "plan.embedding_counts_as_layer"
                                   : p.loss_counts_as_layer      ? "plan.loss_counts_as_layer"
                                                                 : "plan.flexible_layout";
    report.warning({.field = field,
                    .message = "how layers are dealt to stages has no effect at pipeline_parallel 1: there is one stage",
                    .fix = "leave it out, or pipeline_parallel above 1"});
}

void one_way_to_split(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    std::vector<std::string> ways;
    if (uneven(p)) ways.emplace_back("first/last_stage_layers");
    if (counts_ends(p)) ways.emplace_back("embedding/loss_counts_as_layer");
    if (p.flexible_layout) ways.emplace_back("flexible_layout");
    if (ways.size() < 2 || p.pipeline_parallel <= 1) return;
    report.error({.field = p.flexible_layout ? "plan.flexible_layout" : p.first_stage_layers ? "plan.first_stage_layers" : "plan.last_stage_layers",
                  .message = fmt::format("{} exclude one another: each says how layers are dealt to stages", joined(ways, " and ")),
                  .fix = "only one of them"});
}

/// How many layers ranks hold, at most three different numbers; those of 0 are not there.
struct RankLayers {
    std::string_view who;
    std::int64_t layers = 0;
};
using RanksLayers = std::array<RankLayers, 3>;

RanksLayers layers_of_ranks(const Facts& f) {
    const Plan& p = f.s.plan;
    if (!uneven(p)) return {{{"each rank", slots(f) / p.pipeline_parallel}}};
    const std::int64_t first = p.first_stage_layers.value_or(0), last = p.last_stage_layers.value_or(0);
    const std::int64_t between = p.pipeline_parallel - (p.first_stage_layers ? 1 : 0) - (p.last_stage_layers ? 1 : 0);
    const std::int64_t left = std::max<std::int64_t>(0, f.s.model.layers - first - last);
    return {{{"the first rank", first}, {"the last rank", last}, {"each rank between", between > 0 ? left / between : 0}}};
}

void virtual_stages_divide(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    const std::int64_t vpp = p.virtual_stages, pp = p.pipeline_parallel;
    if (vpp <= 1 || pp <= 1 || p.flexible_layout || (!uneven(p) && slots(f) % pp != 0)) return;
    for (const auto& [who, layers] : layers_of_ranks(f)) {
        if (layers % vpp == 0) continue;
        const bool ends_help = !uneven(p) && !counts_ends(p) && (f.s.model.layers + 2) % saturated_product(pp, vpp) == 0;
        report.error({.field = "plan.virtual_stages",
                      .message = fmt::format("{} holds {} layers, which virtual_stages {} does not divide (remainder {})", who, layers, vpp, layers % vpp),
                      .fix = fmt::format("virtual_stages {}{}", one_of(divisors(std::max<std::int64_t>(1, layers), std::max<std::int64_t>(1, layers))),
                                         ends_help ? "; or embedding and loss each count as a layer" : ""),
                      .suggestion = uneven(p) ? "1" : std::to_string(largest_divisor(std::max<std::int64_t>(1, layers), vpp))});
        return;
    }
}

void stages_have_layers(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.flexible_layout || p.pipeline_parallel <= 1) return;
    const std::int64_t stages = saturated_product(p.pipeline_parallel, p.virtual_stages);
    const std::int64_t most = f.s.model.layers + 2;  // a stage may hold the embedding or the loss alone
    if (stages <= most) return;
    const bool deep = p.pipeline_parallel > most;
    report.error({.field = deep ? "plan.pipeline_parallel" : "plan.virtual_stages",
                  .message = fmt::format("PP {} · {} virtual stages = {} stages for {} layers, embedding and loss", p.pipeline_parallel, p.virtual_stages, stages, f.s.model.layers),
                  .fix = deep ? fmt::format("pipeline_parallel at most {}", most) : fmt::format("virtual_stages at most {}", most / p.pipeline_parallel),
                  .suggestion = deep && p.virtual_stages > 1 ? std::string() : std::to_string(deep ? most : most / p.pipeline_parallel)});
}

/// Layers on the fullest rank.
std::int64_t most_layers(const Facts& f) {
    const Plan& p = f.s.plan;
    if (p.pipeline_parallel <= 1) return f.s.model.layers;
    if (p.flexible_layout || !uneven(p)) return (slots(f) + p.pipeline_parallel - 1) / p.pipeline_parallel;
    std::int64_t most = 1;
    for (const auto& [who, layers] : layers_of_ranks(f)) most = std::max(most, layers);
    return most;
}

void recomputed_layers_in_range(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.recompute_layers || p.recompute != Recompute::full) return;
    const std::int64_t most = most_layers(f);
    if (*p.recompute_layers >= 1 && *p.recompute_layers <= most) return;
    report.error({.field = "plan.recompute_layers",
                  .message = fmt::format("recompute_layers {} is outside the 1 to {} layers of a pipeline rank", *p.recompute_layers, most),
                  .fix = fmt::format("1 to {}; leave it out to repeat all; recompute none to repeat nothing", most),
                  .suggestion = std::to_string(*p.recompute_layers < 1 ? 1 : most)});
}

void recomputed_layers_need_full(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.recompute_layers || p.recompute == Recompute::full) return;
    // Megatron raises for selective; without recompute the number is just never read.
    report.add(p.recompute == Recompute::none ? Severity::warning : Severity::error,
               {.field = "plan.recompute_layers",
                .message = fmt::format("recompute_layers {} counts whole layers and goes with full recompute alone", *p.recompute_layers),
                .fix = "leave recompute_layers out, or recompute full",
                .suggestion = "auto"});
}

constexpr Inputs kSplit = reads::layers | reads::pipeline | reads::stage_layers;

constexpr RuleEntry kRules[] = {
    {{"layers-divisible-by-pipeline", "PP divides the layers, with embedding and loss where they count as one.",
      "Megatron-LM megatron/training/arguments.py:985-998, megatron/core/transformer/transformer_config.py:2370-2402 @ d98e8a64dd"},
     kSplit, layers_divide},
    {{"uneven-stages-add-up", "Layers of the first and last rank leave the same number for every rank between.",
      "Megatron-LM megatron/core/transformer/transformer_config.py:2295-2368 @ d98e8a64dd"},
     kSplit, uneven_adds_up},
    {{"stage-split-needs-pipeline", "Options of the pipeline split have no effect on one stage.", "Threewall core/physics/stages.hpp"}, kSplit, uneven_needs_stages},
    {{"one-stage-split", "Uneven ends, counted ends and a flexible layout exclude one another.", "Megatron-LM megatron/core/transformer/transformer_config.py:2229-2292 @ d98e8a64dd"},
     kSplit, one_way_to_split},
    {{"virtual-stages-divide-layers", "Virtual stages divide the layers of every pipeline rank.", "Megatron-LM megatron/core/transformer/transformer_config.py:2295-2415 @ d98e8a64dd"},
     kSplit | reads::virtual_stages, virtual_stages_divide},
    {{"stages-have-layers", "A flexible layout has no more stages than layers, embedding and loss.", "Megatron-LM megatron/core/transformer/transformer_config.py:2242-2292 @ d98e8a64dd"},
     kSplit | reads::virtual_stages, stages_have_layers},
    {{"recompute-layers-in-range", "Recomputed layers are 1 to the layers of a pipeline rank.", "Megatron-LM megatron/core/transformer/transformer_config.py:1901-1932 @ d98e8a64dd"},
     kSplit | reads::recompute, recomputed_layers_in_range},
    {{"recompute-layers-need-full", "A number of recomputed layers goes with full recompute.", "Megatron-LM megatron/core/transformer/transformer_config.py:1901-1932 @ d98e8a64dd"},
     reads::recompute, recomputed_layers_need_full},
};

}  // namespace

std::span<const RuleEntry> stage_rules() { return kRules; }

}  // namespace threewall::rules
