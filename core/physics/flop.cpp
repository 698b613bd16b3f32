// Chowdhery et al. 2022 (PaLM), arXiv 2204.02311 appendix B; Megatron-LM num_floating_point_operations; Korthikanti 2022
// appendix A. A multiply-add is 2 FLOP; backward costs twice the forward.
#include "core/physics/flop.hpp"

#include <algorithm>

#include "core/physics/operators.hpp"

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

/// Parameters that multiply a token: active ones without the look-up tables and the norms, with the head even if tied.
double matmul_parameters(const Model& m, const ParameterCount& c) {
    double n = c.active - c.embedding - c.head - c.norms + d(m.hidden) * d(m.vocab);
    if (m.mtp_layers > 0) {
        const double layer = layer_parameters(m, m.moe.has_value()).total();
        const double idle = m.moe ? layer_parameters(m, true).expert * (1 - d(m.moe->top_k) / d(m.moe->experts)) : 0.0;
        n += d(m.mtp_layers) * (layer - idle + 2 * d(m.hidden) * d(m.hidden) + d(m.hidden) * d(m.vocab));
    }
    return n;
}

/// Forward passes that recomputation adds, as a share of the forward FLOP of GEMMs and of attention.
struct Repeated {
    double gemm = 0, attention = 0;
};

Repeated repeated(const Scenario& s, const Layout& l) {
    const double layers = std::max(1.0, d(s.model.layers) / l.pp);
    const double share = s.plan.recompute_layers ? std::min(1.0, d(*s.plan.recompute_layers) / layers) : 1.0;
    switch (s.plan.recompute) {
        case Recompute::none: return {};
        case Recompute::selective: return {0, share};
        case Recompute::operators: return {0.5 * share, 0};
        case Recompute::full: return {share, share};
    }
    return {};
}

}  // namespace

StepFlop step_flop(const Scenario& s, const Layout& l, const ParameterCount& count) {
    const double sequences = d(s.plan.global_batch_size), tokens = sequences * l.sequence;
    const double layers = d(s.model.layers) + d(s.model.mtp_layers);
    const double gemm = 2 * matmul_parameters(s.model, count) * tokens;
    const double per_pair = flop_per_pair(s.model) * layers * sequences;
    const double causal = per_pair * causal_pairs_per_layer(s.model, l.sequence);
    const double full = per_pair * full_pairs_per_layer(s.model, l.sequence);
    const double head = 2 * d(s.model.hidden) * d(s.model.vocab) * tokens;
    const Repeated r = repeated(s, l);
    StepFlop f;
    f.model_causal = Flop(3 * (gemm + causal));
    f.model_full = Flop(3 * (gemm + full));
    f.hardware_causal = f.model_causal + Flop(r.gemm * (gemm - head) + r.attention * causal);
    f.hardware_full = f.model_full + Flop(r.gemm * (gemm - head) + r.attention * full);
    f.six_n = Flop(6 * (count.active - count.embedding + (s.model.tied_embeddings ? d(s.model.hidden) * d(s.model.vocab) : 0)) * tokens);
    return f;
}

}  // namespace threewall
