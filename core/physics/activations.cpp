// Korthikanti et al. 2022, arXiv 2205.05198 §4: 34·s·b·h + 5·a·s²·b bytes a layer for a GPT layer with dropout, and its
// tensor- and sequence-parallel forms, fall out of the sums below. Flash attention keeps its output and one fp32
// log-sum-exp a row (Dao 2022, arXiv 2205.14135). MoE: Megatron-LM token dispatcher and grouped MLP.
#include "core/physics/activations.hpp"

#include <algorithm>

#include "core/physics/operators.hpp"

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

constexpr double kWidth = 2.0;  // bf16 or fp16
constexpr double kMask = 1.0;   // a dropout mask is a byte an element
/// A norm written out in the framework keeps its input and its normalised value in fp32 beside the 16-bit ones.
constexpr double kUnfusedNormCopies = 8.0;

/// Inputs of linear layers are kept in the precision of the GEMM.
double input_width(const Scenario& s) { return bytes_of(s.plan.precision) < kWidth ? 1.0 : kWidth; }

Bytes stream_bytes(const Scenario& s, const Layout& l) {
    const Model& m = s.model;
    const double norms = m.parallel_block ? 1.0 : d(m.norms_per_layer);
    const double inputs = m.parallel_block ? 1.0 : 2.0;
    const double masks = m.dropout ? 2.0 * kMask : 0.0;
    // Hyper-connections keep every further residual stream beside the one that the norm reads.
    const double streams = std::max(1.0, d(m.hyper_connections)) - 1;
    const double copies = s.stack.habits.fused_norm ? 0.0 : norms * kUnfusedNormCopies;
    return Bytes(l.shard_tokens * d(m.hidden) * ((norms + streams) * kWidth + inputs * input_width(s) + masks + copies));
}

Bytes grouped_attention(const Scenario& s, const Layout& l) {
    const double width = d(s.model.attention.head_dim);
    const double query = l.heads * width, key_value = l.kv_heads * width;
    return Bytes(l.tokens * kWidth * (query + 2 * key_value + query));
}

Bytes latent_attention(const Scenario& s, const Layout& l) {
    const Attention& a = s.model.attention;
    const double latents = 2 * d(a.q_lora_rank) + 2 * d(a.kv_lora_rank) + d(a.qk_rope_head_dim);
    const double query_key = 2 * l.heads * d(a.qk_nope_head_dim + a.qk_rope_head_dim), values = 2 * l.heads * d(a.v_head_dim);
    return Bytes(kWidth * (l.shard_tokens * latents + l.tokens * (query_key + values)));
}

Bytes attention_bytes(const Scenario& s, const Layout& l) {
    const bool latent = s.model.attention.kind == AttentionKind::latent;
    Bytes kept = latent ? latent_attention(s, l) : grouped_attention(s, l);
    if (s.plan.attention_kernel != AttentionKernel::plain) kept += Bytes(4.0 * l.tokens * l.heads);
    if (input_width(s) < kWidth) kept += Bytes(l.tokens * l.heads * d(latent ? s.model.attention.v_head_dim : s.model.attention.head_dim));
    return kept;
}

Bytes score_bytes(const Scenario& s, const Layout& l) {
    if (s.plan.attention_kernel != AttentionKernel::plain) return Bytes(0);
    const double elements = l.micro_batch * l.heads * l.sequence * l.sequence / l.cp;
    return Bytes(elements * (s.model.dropout ? 2 * kWidth + kMask : kWidth));
}

/// Input of the activation function (one or two gates) and its output, the input of the second matrix.
double mlp_width(const Scenario& s) {
    const double gates = s.model.gated_mlp ? 2.0 : 1.0;
    // Unfused, SwiGLU also keeps silu(gate) for the product.
    const double unfused = s.model.gated_mlp && !s.stack.habits.fused_elementwise ? kWidth : 0.0;
    return gates * kWidth + input_width(s) + unfused;
}

Bytes expert_bytes(const Scenario& s, const Layout& l) {
    const MixtureOfExperts& e = *s.model.moe;
    const double rows = expert_tokens(s, l), own = l.tokens / l.tp;
    const double dispatched = rows * d(s.model.hidden) * input_width(s);
    const double inside = rows * d(e.expert_ffn) / l.etp * mlp_width(s);
    const double routing = own * d(e.experts) * 4.0 + own * d(e.top_k) * 8.0;
    return Bytes(dispatched + inside + routing);
}

}  // namespace

LayerActivations layer_activations(const Scenario& s, const Layout& l, bool mixture) {
    LayerActivations a;
    a.stream = stream_bytes(s, l);
    a.attention = attention_bytes(s, l);
    a.scores = score_bytes(s, l);
    if (!mixture) {
        a.mlp = Bytes(l.tokens * d(s.model.ffn) / l.tp * mlp_width(s));
        return a;
    }
    a.mlp = Bytes(l.tokens * d(s.model.moe->shared_ffn) / l.tp * mlp_width(s));
    a.experts = expert_bytes(s, l);
    return a;
}

Bytes layer_input(const Scenario& s, const Layout& l) {
    return Bytes(l.shard_tokens * d(s.model.hidden) * std::max(1.0, d(s.model.hyper_connections)) * kWidth);
}

Bytes kept_activations(const Scenario& s, const Layout& l, const LayerActivations& all) {
    switch (s.plan.recompute) {
        case Recompute::none: return all.total();
        case Recompute::selective: return all.total() - all.scores;
        // Layer input, attention output and half of the other matrix products.
        case Recompute::operators: return layer_input(s, l) + (all.attention + all.mlp + all.experts) * 0.5;
        case Recompute::full: return layer_input(s, l);
    }
    return all.total();
}

Bytes logits_bytes(const Scenario& s, const Layout& l) {
    const double columns = s.stack.habits.gathered_logits ? l.vocab : l.padded_vocab_local;
    return Bytes(l.tokens * columns * s.stack.habits.loss_bytes_per_logit);
}

}  // namespace threewall
