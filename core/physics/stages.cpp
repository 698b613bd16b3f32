// Layer split: Megatron-LM transformer_config.py:2295-2402 @ d98e8a64dd. Micro-batches in flight: Narayanan et al. 2021,
// arXiv 2104.04473 §2.2 (1F1B, interleaved; Megatron schedules.py warm-up count); Qi et al. 2023, arXiv 2401.10241
// (ZB-H1 holds what 1F1B holds, ZB-H2 2p−1); DeepSeek-V3, arXiv 2412.19437 table 2 (DualPipe holds PP+1).
#include "core/physics/stages.hpp"

#include <algorithm>

namespace threewall {
namespace {

/// More dense layers than this share of the model lie spread through it (Llama 4 Maverick: every other), fewer are the
/// first ones (DeepSeek).
constexpr double kSpreadShare = 0.25;

/// As even as possible, with what is left over given to the middle ranks.
std::vector<std::int64_t> balanced(std::int64_t layers, std::int64_t ranks) {
    std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks), layers / ranks);
    const std::int64_t left = layers % ranks, first = (ranks - left + 1) / 2;
    for (std::int64_t i = 0; i < left; ++i) counts[static_cast<std::size_t>(first + i)] += 1;
    return counts;
}

std::vector<std::int64_t> layer_counts(const Model& m, const Plan& p) {
    const std::int64_t ranks = p.pipeline_parallel;
    if (p.flexible_layout || ranks == 1) return balanced(m.layers, ranks);
    if (p.first_stage_layers || p.last_stage_layers) {
        const std::int64_t middle_ranks = ranks - (p.first_stage_layers ? 1 : 0) - (p.last_stage_layers ? 1 : 0);
        const std::int64_t middle = m.layers - p.first_stage_layers.value_or(0) - p.last_stage_layers.value_or(0);
        std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks), middle_ranks > 0 ? middle / middle_ranks : 0);
        if (p.first_stage_layers) counts.front() = *p.first_stage_layers;
        if (p.last_stage_layers) counts.back() = *p.last_stage_layers;
        return counts;
    }
    const std::int64_t slots = m.layers + (p.embedding_counts_as_layer ? 1 : 0) + (p.loss_counts_as_layer ? 1 : 0);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(ranks), slots / ranks);
    if (p.embedding_counts_as_layer) counts.front() -= 1;
    if (p.loss_counts_as_layer) counts.back() -= 1;
    return counts;
}

void split_dense_and_moe(const Model& m, const std::vector<std::int64_t>& counts, std::vector<Stage>& stages) {
    const double layers = static_cast<double>(m.layers);
    const double dense = m.moe ? static_cast<double>(m.moe->dense_layers) : layers;
    const bool spread = dense > kSpreadShare * layers;
    double left = dense;
    for (std::size_t r = 0; r < stages.size(); ++r) {
        const double mine = static_cast<double>(counts[r]);
        const double dense_here = spread ? mine * dense / layers : std::min(left, mine);
        left -= dense_here;
        stages[r].dense_layers = dense_here;
        stages[r].moe_layers = mine - dense_here;
    }
}

/// DualPipe feeds micro-batches from both ends: rank r holds stage r and stage p−1−r, whole.
std::vector<Stage> fold(const std::vector<Stage>& stages) {
    std::vector<Stage> folded(stages.size());
    for (std::size_t r = 0; r < stages.size(); ++r) {
        const Stage& a = stages[r];
        const Stage& b = stages[stages.size() - 1 - r];
        folded[r] = {a.dense_layers + b.dense_layers, a.moe_layers + b.moe_layers, a.mtp_layers + b.mtp_layers,
                     a.embedding || b.embedding, a.head || b.head, 0.5};
    }
    return folded;
}

}  // namespace

std::vector<Stage> make_stages(const Scenario& s) {
    std::vector<Stage> stages(static_cast<std::size_t>(s.plan.pipeline_parallel));
    split_dense_and_moe(s.model, layer_counts(s.model, s.plan), stages);
    stages.front().embedding = true;
    stages.back().head = true;
    stages.back().mtp_layers = static_cast<double>(s.model.mtp_layers);
    return s.plan.schedule == Schedule::dual_pipe ? fold(stages) : stages;
}

double micro_batches_in_flight(const Scenario& s, const Layout& l, double rank) {
    const double m = l.micro_batches, p = l.pp;
    switch (s.plan.schedule) {
        case Schedule::gpipe: return m;
        case Schedule::one_f_one_b:
        case Schedule::zb_h1: return std::min(m, p - rank);
        case Schedule::interleaved: {
            const double chunks = 2 * (p - rank - 1) + (l.vpp - 1) * p + 1;
            return std::min(m, chunks / l.vpp);
        }
        case Schedule::zb_h2: return std::min(m, 2 * (p - rank) - 1);
        case Schedule::dual_pipe: return std::min(m, p + 1);
    }
    return m;
}

}  // namespace threewall
