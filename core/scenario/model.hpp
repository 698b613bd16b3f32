// The model: what a decoder-only transformer is made of, enough to count its parameters, its FLOP
// and every tensor it saves for backward. Plain values, no computation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace threewall {

enum class Norm { rms_norm, layer_norm };
enum class Position { rope, learned, alibi, none };

/// How keys and values are made: per head (multi-head, grouped- and multi-query attention are one
/// case with fewer kv_heads), or from a low-rank latent (MLA, DeepSeek-V2 arXiv 2405.04434 §2.1).
enum class AttentionKind { grouped, latent };

struct Attention {
    AttentionKind kind = AttentionKind::grouped;
    std::int64_t heads = 0;     ///< query heads
    std::int64_t kv_heads = 0;  ///< key/value heads; equal to heads for plain multi-head
    std::int64_t head_dim = 0;  ///< width of a query/key/value head (grouped)
    // Latent attention only.
    std::int64_t q_lora_rank = 0;  ///< 0: queries are projected directly
    std::int64_t kv_lora_rank = 0;
    std::int64_t qk_nope_head_dim = 0;
    std::int64_t qk_rope_head_dim = 0;
    std::int64_t v_head_dim = 0;

    bool operator==(const Attention&) const = default;
};

/// Which keys a query of a layer may see.
enum class SpanKind {
    full,            ///< all earlier tokens
    sliding_window,  ///< the last `window` tokens
    chunked,         ///< the tokens of its own chunk of `window`
    sparse,          ///< `window` selected tokens (DeepSeek V3.2/V4), found by an indexer over all
    linear,          ///< constant-size state (gated delta net, lightning attention); `window` = state width
};

/// `layers` layers of the model attend like this. The spans of a model add up to its layers;
/// none given means that all layers see everything.
struct AttentionSpan {
    SpanKind kind = SpanKind::full;
    std::int64_t layers = 0;
    std::int64_t window = 0;

    bool operator==(const AttentionSpan&) const = default;
};

struct MixtureOfExperts {
    std::int64_t experts = 0;             ///< routed experts of a layer
    std::int64_t top_k = 0;               ///< routed experts a token visits
    std::int64_t expert_ffn = 0;          ///< width of one routed expert
    std::int64_t shared_experts = 0;      ///< experts every token visits
    std::int64_t shared_ffn = 0;          ///< total width of the shared experts together
    std::int64_t dense_layers = 0;        ///< layers with a plain MLP instead (the first ones, or spread)
    std::int64_t node_limit = 0;          ///< a token's experts lie on at most this many nodes; 0 = unlimited
    bool shared_gate = false;             ///< a learned h → 1 gate on the shared expert (Qwen-MoE)
    double capacity_factor = 0.0;         ///< 0: dropless; else tokens per expert are padded/cut to this × mean

    bool operator==(const MixtureOfExperts&) const = default;
};

struct Model {
    std::string id;    ///< catalog name, or "custom"
    std::string name;  ///< what a person reads
    std::int64_t layers = 0;
    std::int64_t hidden = 0;
    std::int64_t ffn = 0;  ///< width of the dense MLP; 0 where every layer is a mixture of experts
    std::int64_t vocab = 0;
    std::int64_t max_sequence = 0;  ///< tokens the positions allow; 0 = not limited
    bool gated_mlp = true;          ///< SwiGLU/GeGLU: three matrices, else two
    bool tied_embeddings = false;
    bool qkv_bias = false;
    bool linear_bias = false;  ///< biases on the other linear layers
    bool qk_norm = false;
    bool dropout = false;            ///< trained with dropout on residuals and attention (GPT-2/3, Megatron)
    bool parallel_block = false;     ///< attention and MLP side by side on one norm (GPT-J, Falcon)
    std::int64_t norms_per_layer = 2;  ///< Gemma 2/3 have four
    Norm norm = Norm::rms_norm;
    Position position = Position::rope;
    Attention attention;
    std::vector<AttentionSpan> spans;
    std::optional<MixtureOfExperts> moe;
    std::int64_t mtp_layers = 0;         ///< multi-token-prediction modules (DeepSeek-V3 §2.2)
    std::int64_t hyper_connections = 0;  ///< residual streams (V4); 0 or 1 = the plain residual
    /// Parameters the fields above cannot express (per model, e.g. an indexer or a compressor):
    /// counted as dense, replicated over nothing, sharded like attention.
    std::int64_t extra_parameters_per_layer = 0;

    bool operator==(const Model&) const = default;
};

}  // namespace threewall
