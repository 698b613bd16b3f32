// GEMM shapes: Narayanan et al. 2021, arXiv 2104.04473 §2.3 (tensor parallelism); Korthikanti et al. 2022, arXiv
// 2205.05198 (sequence parallelism). Attention FLOP: Dao 2023, arXiv 2307.08691; windows as torchtitan PR 4300.
#include "core/physics/operators.hpp"

#include <algorithm>

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

constexpr double kActivationBytes = 2.0;  // bf16 or fp16

struct Builder {
    const Scenario& s;
    const Layout& l;
    Precision precision;  ///< of the GEMMs that follow
    OperatorList list;

    void gemm(std::string_view name, OperatorGroup group, double m, double n, double k, double batches = 1) {
        Operator o;
        o.name = name;
        o.kind = OperatorKind::gemm;
        o.group = group;
        o.m = m;
        o.n = n;
        o.k = k;
        o.batches = batches;
        o.precision = precision;
        list.push(o);
        quantise(name, m * k * batches, m * n * batches);
    }

    /// fp8 and fp4 cast the input of every GEMM forward and its output gradient backward: bf16 read, the
    /// narrow value written twice (as is and transposed for the weight gradient).
    void quantise(std::string_view name, double input, double output) {
        const double width = bytes_of(precision);
        if (width >= kActivationBytes) return;
        // Scaling by the tensor's present maximum reads it once more; blocks and delayed scales do not.
        const double maximum = s.plan.recipe == Recipe::tensorwise ? kActivationBytes : 0.0;
        const double moved = kActivationBytes + maximum + 2 * width;
        elementwise(name, OperatorGroup::quantise, input * moved, output * moved, 1);
    }

    void elementwise(std::string_view name, OperatorGroup group, double forward, double backward, double kernels) {
        Operator o;
        o.name = name;
        o.group = group;
        o.forward_bytes = Bytes(forward);
        o.backward_bytes = Bytes(backward);
        o.kernels = kernels;
        list.push(o);
    }
};

double fusion_passes(const Scenario& s) { return s.stack.habits.fused_elementwise ? 1.0 : 2.0; }
/// A norm written out in the framework casts to fp32, squares, averages, scales and casts back: 36 bytes an element where
/// the fused kernel moves 4.
constexpr double kUnfusedNormPasses = 9.0;
double norm_passes(const Scenario& s) { return s.stack.habits.fused_norm ? 1.0 : kUnfusedNormPasses; }

void add_norms_and_residuals(Builder& b) {
    const Model& m = b.s.model;
    const double width = b.l.shard_tokens * d(m.hidden) * kActivationBytes;
    const double norms = m.parallel_block ? 1.0 : d(m.norms_per_layer);
    const double residuals = m.parallel_block ? 1.0 : 2.0;
    const double passes = norm_passes(b.s);
    // A norm reads and writes once forward; backward reads input and gradient and writes one.
    b.elementwise("norm", OperatorGroup::elementwise, norms * 2 * width * passes, norms * 3 * width * passes, norms * passes);
    // A residual addition reads two and writes one; its gradient is passed on and added once. Dropout adds its mask.
    const double streams = std::max(1.0, d(m.hyper_connections));
    const double dropout = m.dropout ? 2.0 : 0.0;
    b.elementwise("residual", OperatorGroup::elementwise, residuals * (3 + dropout) * width * streams,
                  residuals * (1 + dropout) * width * streams, residuals);
}

/// Rotary positions and the split of the fused projection read and write queries and keys once each way.
void add_query_key_passes(Builder& b, double query_key_width) {
    const double moved = b.l.tokens * query_key_width * kActivationBytes;
    double passes = 2.0;
    if (b.s.model.position == Position::rope) passes += 2.0 * fusion_passes(b.s);
    if (b.s.model.attention.kind == AttentionKind::grouped && b.s.model.qk_norm) passes += 2.0;
    b.elementwise("rope, split", OperatorGroup::elementwise, passes * moved, passes * moved, 2);
}

void add_grouped_projections(Builder& b) {
    const Attention& a = b.s.model.attention;
    const double h = d(b.s.model.hidden), width = d(a.head_dim);
    const double query = b.l.heads * width, key_value = b.l.kv_heads * width;
    b.gemm("qkv projection", OperatorGroup::attention_gemm, b.l.tokens, query + 2 * key_value, h);
    add_query_key_passes(b, query + key_value);
    b.gemm("attention output", OperatorGroup::attention_gemm, b.l.tokens, h, query);
}

void add_latent_projections(Builder& b) {
    const Attention& a = b.s.model.attention;
    const double h = d(b.s.model.hidden), query = b.l.heads * d(a.qk_nope_head_dim + a.qk_rope_head_dim);
    const double latent_tokens = b.l.shard_tokens;  // the down-projections are replicated, on each rank's own tokens
    if (a.q_lora_rank > 0) {
        b.gemm("query down", OperatorGroup::attention_gemm, latent_tokens, d(a.q_lora_rank), h);
        b.gemm("query up", OperatorGroup::attention_gemm, b.l.tokens, query, d(a.q_lora_rank));
    } else {
        b.gemm("query", OperatorGroup::attention_gemm, b.l.tokens, query, h);
    }
    b.gemm("key-value down", OperatorGroup::attention_gemm, latent_tokens, d(a.kv_lora_rank + a.qk_rope_head_dim), h);
    b.gemm("key-value up", OperatorGroup::attention_gemm, b.l.tokens, b.l.heads * d(a.qk_nope_head_dim + a.v_head_dim),
           d(a.kv_lora_rank));
    // The rope part of the key is shared by the heads and copied into each.
    add_query_key_passes(b, 2 * query);
    b.gemm("attention output", OperatorGroup::attention_gemm, b.l.tokens, h, b.l.heads * d(a.v_head_dim));
}

double head_widths(const Model& m) {
    const Attention& a = m.attention;
    return a.kind == AttentionKind::latent ? d(a.qk_nope_head_dim + a.qk_rope_head_dim + a.v_head_dim) : 2 * d(a.head_dim);
}

/// Plain attention writes the scores and reads them for the softmax, writes that and reads it for the values: eight bytes
/// an element; dropout reads and writes once more and writes its mask. Unfused, scaling, masking and an fp32 softmax
/// are passes of their own.
void add_plain_attention_passes(Builder& b) {
    const double elements = b.l.micro_batch * b.l.heads * b.l.sequence * b.l.sequence / b.l.cp;
    const double forward = elements * ((b.s.stack.habits.fused_softmax ? 8.0 : 24.0) + (b.s.model.dropout ? 5.0 : 0.0));
    b.elementwise("softmax, dropout", OperatorGroup::attention_core, forward, 2 * forward, fusion_passes(b.s) * 3);
    b.list.items[b.list.size - 1].in_core_attention = true;
}

void add_core_attention(Builder& b) {
    const Model& m = b.s.model;
    const bool flash = b.s.plan.attention_kernel != AttentionKernel::plain;
    const double share = b.l.heads / d(m.attention.heads);
    // Plain kernels compute the masked half too.
    const double pairs = flash ? causal_pairs_per_layer(m, b.l.sequence) : b.l.sequence * b.l.sequence;
    Operator o;
    o.name = flash ? "flash attention" : "attention scores and values";
    o.kind = OperatorKind::attention;
    o.group = OperatorGroup::attention_core;
    o.attention_flop = Flop(b.l.micro_batch * pairs / b.l.cp * flop_per_pair(m) * share);
    const double widths = b.l.tokens * (b.l.heads + b.l.kv_heads) * head_widths(m) * kActivationBytes;
    o.forward_bytes = Bytes(widths);
    o.backward_bytes = Bytes(2 * widths);
    o.in_core_attention = true;
    b.list.push(o);
    if (!flash) add_plain_attention_passes(b);
}

void add_dense_mlp(Builder& b, double width, OperatorGroup group) {
    const double h = d(b.s.model.hidden), gates = b.s.model.gated_mlp ? 2.0 : 1.0;
    b.gemm("MLP up", group, b.l.tokens, gates * width, h);
    const double element = b.l.tokens * width * kActivationBytes;
    b.elementwise("activation", OperatorGroup::elementwise, (gates + 1) * element * fusion_passes(b.s),
                  (2 * gates + 1) * element * fusion_passes(b.s), fusion_passes(b.s));
    b.gemm("MLP down", group, b.l.tokens, h, width);
}

void add_experts(Builder& b) {
    const MixtureOfExperts& e = *b.s.model.moe;
    const double h = d(b.s.model.hidden), gates = b.s.model.gated_mlp ? 2.0 : 1.0;
    const double rows = expert_tokens(b.s, b.l), local = d(e.experts) / b.l.ep, width = d(e.expert_ffn) / b.l.etp;
    const double own = b.l.tokens / b.l.tp;  // tokens this rank routes
    b.precision = Precision::bf16;  // the router is never cast down
    b.gemm("router", OperatorGroup::routing, own, d(e.experts), h);
    b.precision = b.s.plan.precision;
    // Scores and top-k in fp32, then a gather into expert order and back: each reads and writes every copy once.
    const double copies = own * d(e.top_k);
    b.elementwise("router scores", OperatorGroup::routing, own * d(e.experts) * 4 * 6, own * d(e.experts) * 4 * 4, 8);
    b.elementwise("permute", OperatorGroup::routing, (2 * copies + 2 * rows) * h * kActivationBytes * 2,
                  (2 * copies + 2 * rows) * h * kActivationBytes * 2, 6);
    b.gemm("expert up", OperatorGroup::expert_gemm, rows / local, gates * width, h, local);
    const double element = rows * width * kActivationBytes;
    b.elementwise("expert activation", OperatorGroup::elementwise, (gates + 1) * element, (2 * gates + 1) * element, 1);
    b.gemm("expert down", OperatorGroup::expert_gemm, rows / local, h, width, local);
    if (e.shared_ffn > 0) add_dense_mlp(b, d(e.shared_ffn) / b.l.tp, OperatorGroup::mlp_gemm);
}

/// Passes over the copies that the loss holds: cast, maximum, exponential and sum forward; gradient backward.
constexpr double kLossForwardPasses = 2.2;
constexpr double kLossBackwardPasses = 1.0;

/// The head and the loss stay in 16 bits in every fp8 and fp4 recipe.
Precision sixteen_bit(Precision p) { return bytes_of(p) < 2.0 ? Precision::bf16 : p; }

double window_pairs(double sequence, double window, double layers) {
    const double w = std::min(window, sequence);
    return layers * (sequence * w - w * w / 2);
}

}  // namespace

double expert_tokens(const Scenario& s, const Layout& l) {
    const MixtureOfExperts& e = *s.model.moe;
    const double copies = l.tokens / l.tp * l.etp * d(e.top_k);
    return copies * (e.capacity_factor > 0 ? e.capacity_factor : s.plan.expert_imbalance);
}

double flop_per_pair(const Model& m) { return 2.0 * d(m.attention.heads) * head_widths(m); }

double causal_pairs_per_layer(const Model& m, double sequence) {
    const double all = sequence * sequence / 2;
    if (m.spans.empty()) return all;
    double pairs = 0;
    for (const AttentionSpan& span : m.spans) {
        const double layers = d(span.layers), window = d(span.window);
        switch (span.kind) {
            case SpanKind::full: pairs += layers * all; break;
            case SpanKind::chunked: pairs += layers * sequence * std::min(window, sequence) / 2; break;
            case SpanKind::sliding_window:
            case SpanKind::sparse:
            case SpanKind::linear: pairs += window_pairs(sequence, window, layers); break;
        }
    }
    return pairs / std::max(1.0, d(m.layers));
}

double full_pairs_per_layer(const Model& m, double sequence) {
    if (m.spans.empty()) return sequence * sequence;
    double pairs = 0;
    for (const AttentionSpan& span : m.spans) {
        const double seen = span.kind == SpanKind::full ? sequence : std::min(d(span.window), sequence);
        pairs += d(span.layers) * sequence * seen;
    }
    return pairs / std::max(1.0, d(m.layers));
}

OperatorList layer_operators(const Scenario& s, const Layout& l, bool mixture) {
    Builder b{s, l, s.plan.precision, {}};
    add_norms_and_residuals(b);
    if (s.model.attention.kind == AttentionKind::latent) {
        add_latent_projections(b);
    } else {
        add_grouped_projections(b);
    }
    add_core_attention(b);
    // What the other fields cannot express (an indexer, a compressor) is projections from the stream.
    const double extra = d(s.model.extra_parameters_per_layer) / d(s.model.hidden);
    if (extra > 0) b.gemm("other projections", OperatorGroup::attention_gemm, l.tokens, extra / l.tp, d(s.model.hidden));
    if (mixture) {
        add_experts(b);
    } else {
        add_dense_mlp(b, d(s.model.ffn) / l.tp, OperatorGroup::mlp_gemm);
    }
    return b.list;
}

OperatorList head_operators(const Scenario& s, const Layout& l) {
    Builder b{s, l, sixteen_bit(s.plan.precision), {}};
    const double h = d(s.model.hidden), logits = l.tokens * l.padded_vocab_local;
    b.elementwise("final norm", OperatorGroup::elementwise, 2 * l.shard_tokens * h * kActivationBytes,
                  3 * l.shard_tokens * h * kActivationBytes, 1);
    b.gemm("logits", OperatorGroup::head_gemm, l.tokens, l.padded_vocab_local, h);
    // Every copy that is held is written and read about twice, forward and backward together.
    const double columns = s.stack.habits.gathered_logits ? l.tp : 1.0;
    const double traffic = logits * columns * s.stack.habits.loss_bytes_per_logit;
    b.elementwise("cross entropy", OperatorGroup::loss, kLossForwardPasses * traffic, kLossBackwardPasses * traffic, 6);
    return b.list;
}

OperatorList mtp_projection_operators(const Scenario& s, const Layout& l) {
    Builder b{s, l, sixteen_bit(s.plan.precision), {}};
    b.gemm("prediction projection", OperatorGroup::mlp_gemm, l.tokens, d(s.model.hidden) / l.tp, 2 * d(s.model.hidden));
    return b.list;
}

OperatorList embedding_operators(const Scenario& s, const Layout& l) {
    Builder b{s, l, sixteen_bit(s.plan.precision), {}};
    const double width = l.tokens * d(s.model.hidden) * kActivationBytes;
    b.elementwise("embedding", OperatorGroup::embedding, 2 * width, 3 * width, 1);
    return b.list;
}

}  // namespace threewall
