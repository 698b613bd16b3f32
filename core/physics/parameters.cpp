// Vaswani et al. 2017 (attention, MLP), Shazeer 2020 arXiv 2002.05202 (gated MLP), DeepSeek-V2 arXiv 2405.04434 §2.1
// (latent attention), DeepSeek-V3 arXiv 2412.19437 §2.2 (multi-token prediction).
#include "core/physics/parameters.hpp"

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

LayerParameters grouped_attention(const Model& m) {
    const Attention& a = m.attention;
    const double h = d(m.hidden), query = d(a.heads * a.head_dim), key_value = d(a.kv_heads * a.head_dim);
    LayerParameters p;
    p.tensor = h * query + 2 * h * key_value + query * h;
    if (m.qkv_bias) p.tensor += query + 2 * key_value;
    if (m.qk_norm) p.replicated += 2 * d(a.head_dim);
    if (m.linear_bias) p.replicated += h;
    return p;
}

LayerParameters latent_attention(const Model& m) {
    const Attention& a = m.attention;
    const double h = d(m.hidden), heads = d(a.heads), query_dim = d(a.qk_nope_head_dim + a.qk_rope_head_dim);
    LayerParameters p;
    if (a.q_lora_rank > 0) {
        p.replicated += h * d(a.q_lora_rank) + d(a.q_lora_rank);
        p.tensor += d(a.q_lora_rank) * heads * query_dim;
    } else {
        p.tensor += h * heads * query_dim;
    }
    p.replicated += h * d(a.kv_lora_rank + a.qk_rope_head_dim) + d(a.kv_lora_rank);
    p.tensor += d(a.kv_lora_rank) * heads * d(a.qk_nope_head_dim + a.v_head_dim);
    p.tensor += heads * d(a.v_head_dim) * h;
    return p;
}

double mlp_matrices(const Model& m) { return m.gated_mlp ? 3.0 : 2.0; }

}  // namespace

LayerParameters attention_parameters(const Model& m) {
    return m.attention.kind == AttentionKind::latent ? latent_attention(m) : grouped_attention(m);
}

LayerParameters dense_mlp_parameters(const Model& m) {
    LayerParameters p;
    p.tensor = mlp_matrices(m) * d(m.hidden) * d(m.ffn);
    if (m.linear_bias) {
        p.tensor += d(m.ffn) * (m.gated_mlp ? 2.0 : 1.0);
        p.replicated += d(m.hidden);
    }
    return p;
}

LayerParameters moe_parameters(const Model& m) {
    LayerParameters p;
    if (!m.moe) return p;
    const MixtureOfExperts& e = *m.moe;
    const double h = d(m.hidden);
    p.expert = d(e.experts) * mlp_matrices(m) * h * d(e.expert_ffn);
    p.tensor = mlp_matrices(m) * h * d(e.shared_ffn);
    p.replicated = h * d(e.experts) + (e.shared_gate ? h : 0.0);
    return p;
}

LayerParameters norm_parameters(const Model& m) {
    LayerParameters p;
    p.replicated = d(m.norms_per_layer) * d(m.hidden) * (m.norm == Norm::layer_norm ? 2.0 : 1.0);
    p.tensor = d(m.extra_parameters_per_layer);
    return p;
}

LayerParameters layer_parameters(const Model& m, bool mixture) {
    const LayerParameters a = attention_parameters(m), n = norm_parameters(m);
    const LayerParameters f = mixture ? moe_parameters(m) : dense_mlp_parameters(m);
    return {a.tensor + n.tensor + f.tensor, a.replicated + n.replicated + f.replicated, f.expert};
}

double mtp_projection_parameters(const Model& m) { return 2 * d(m.hidden) * d(m.hidden) + 3 * d(m.hidden); }

std::int64_t moe_layers(const Model& m) { return m.moe ? m.layers - m.moe->dense_layers : 0; }

double embedding_parameters(const Model& m, double vocab) {
    return d(m.hidden) * (vocab + (m.position == Position::learned ? d(m.max_sequence) : 0.0));
}

ParameterCount count_parameters(const Model& m) {
    const double layers = d(m.layers), mixtures = d(moe_layers(m)), dense = layers - mixtures;
    const LayerParameters attention = attention_parameters(m), mlp = dense_mlp_parameters(m), moe = moe_parameters(m);
    const double matrices = mlp_matrices(m), h = d(m.hidden);
    ParameterCount c;
    c.embedding = embedding_parameters(m, d(m.vocab));
    c.head = m.tied_embeddings ? 0.0 : h * d(m.vocab);
    c.attention = layers * (attention.total() + d(m.extra_parameters_per_layer));
    c.dense_mlp = dense * mlp.total();
    c.routed_experts = mixtures * moe.expert;
    c.shared_experts = mixtures * moe.tensor;
    c.router = mixtures * moe.replicated;
    const double norm_width = h * (m.norm == Norm::layer_norm ? 2.0 : 1.0);
    c.norms = layers * norm_parameters(m).replicated + norm_width;
    c.total = c.embedding + c.head + c.attention + c.dense_mlp + c.routed_experts + c.shared_experts + c.router + c.norms;
    c.active = c.total - c.routed_experts;
    if (m.moe) c.active += mixtures * matrices * d(m.moe->top_k) * h * d(m.moe->expert_ffn);
    c.mtp = d(m.mtp_layers) * (layer_parameters(m, m.moe.has_value()).total() + mtp_projection_parameters(m));
    return c;
}

}  // namespace threewall
