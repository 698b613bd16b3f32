// The operators of one layer on one device for one micro-batch: shapes and bytes, no times.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/physics/layout.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall {

enum class OperatorKind {
    gemm,         ///< one GEMM or `batches` GEMMs of the same shape, side by side (grouped GEMM)
    attention,    ///< fused attention kernel
    elementwise,  ///< bound by memory
};

/// Which line of the step an operator's time is booked under.
enum class OperatorGroup {
    attention_gemm,
    mlp_gemm,
    expert_gemm,
    attention_core,
    elementwise,
    quantise,
    routing,
    head_gemm,
    loss,
    embedding,
};
inline constexpr std::size_t kOperatorGroups = 10;

struct Operator {
    std::string_view name;
    OperatorKind kind = OperatorKind::elementwise;
    OperatorGroup group = OperatorGroup::elementwise;
    // gemm: forward is (m × k)·(k × n); backward makes the input gradient and the weight gradient.
    double m = 0, n = 0, k = 0, batches = 1;
    Precision precision = Precision::bf16;
    // attention: forward FLOP as computed (causal).
    Flop attention_flop;
    // elementwise and attention: bytes moved.
    Bytes forward_bytes;
    Bytes backward_bytes;
    double kernels = 1;           ///< launches of the forward pass
    bool in_core_attention = false;  ///< selective recompute repeats it
};

/// A fixed-capacity list: no allocation while a search runs.
struct OperatorList {
    static constexpr std::size_t kCapacity = 40;
    std::array<Operator, kCapacity> items{};
    std::size_t size = 0;

    void push(const Operator& o) { items[size++] = o; }
    const Operator* begin() const { return items.data(); }
    const Operator* end() const { return items.data() + size; }
};

/// One transformer layer: attention, norms, and a dense MLP or a mixture of experts.
OperatorList layer_operators(const Scenario& s, const Layout& l, bool mixture);
/// Output projection and loss on the last rank.
OperatorList head_operators(const Scenario& s, const Layout& l);
/// The 2h → h projection of a prediction module.
OperatorList mtp_projection_operators(const Scenario& s, const Layout& l);
/// Look-up on the first rank.
OperatorList embedding_operators(const Scenario& s, const Layout& l);

/// Query–key pairs of one sequence that a layer computes, averaged over the model's layers.
double causal_pairs_per_layer(const Model& m, double sequence);
/// The same when every query of a full layer is counted against every key (PaLM appendix B).
double full_pairs_per_layer(const Model& m, double sequence);
/// FLOP of scores and values for one query–key pair and all heads of the model, forward.
double flop_per_pair(const Model& m);
/// Tokens that one expert-parallel rank computes for one micro-batch (top-k copies, imbalance, capacity).
double expert_tokens(const Scenario& s, const Layout& l);

}  // namespace threewall
