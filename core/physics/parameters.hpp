// Parameters of a model, counted from its architecture, and grouped by the axis that shards them.
#pragma once

#include <cstdint>

#include "core/scenario/model.hpp"

namespace threewall {

/// Parameter counts of the whole model.
struct ParameterCount {
    double total = 0;
    double active = 0;     ///< a token touches these, embeddings included
    double embedding = 0;  ///< input embedding (and learned positions)
    double head = 0;       ///< output projection; 0 when tied
    double attention = 0;
    double dense_mlp = 0;
    double routed_experts = 0;
    double shared_experts = 0;
    double router = 0;
    double norms = 0;
    double mtp = 0;

    bool operator==(const ParameterCount&) const = default;
};

/// Parameters of one layer, by how they are sharded: `tensor` over TP, `expert` over EP·ETP, `replicated` held
/// whole by every tensor-parallel rank (norms, router, biases of row-parallel layers, MLA down-projections).
struct LayerParameters {
    double tensor = 0;
    double replicated = 0;
    double expert = 0;

    double total() const { return tensor + replicated + expert; }
};

LayerParameters attention_parameters(const Model& m);
LayerParameters dense_mlp_parameters(const Model& m);
LayerParameters moe_parameters(const Model& m);
/// Norms and whatever else a layer holds beside attention and MLP.
LayerParameters norm_parameters(const Model& m);
/// A whole layer: attention, norms and its dense MLP or mixture of experts.
LayerParameters layer_parameters(const Model& m, bool mixture);
/// What a multi-token-prediction module adds beside one more layer: two norms and the 2h → h projection.
double mtp_projection_parameters(const Model& m);

/// Layers with a mixture of experts.
std::int64_t moe_layers(const Model& m);
double embedding_parameters(const Model& m, double vocab);

/// Whole-model counts with the unpadded vocabulary. MTP modules are counted apart and are not in `total`
/// (DeepSeek-V3 states 671 B without its 14 B module).
ParameterCount count_parameters(const Model& m);

}  // namespace threewall
