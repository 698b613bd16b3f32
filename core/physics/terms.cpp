#include "core/physics/terms.hpp"

namespace threewall {
namespace {

constexpr std::array<TermText, kTerms> kTexts = {{
    {"attention_gemm", "Attention projections"},
    {"mlp_gemm", "MLP GEMMs"},
    {"expert_gemm", "Expert GEMMs"},
    {"attention_core", "Attention core"},
    {"elementwise", "Norms, activations, residuals"},
    {"quantise", "Casts to fp8/fp4"},
    {"routing", "Routing and permutation"},
    {"head_gemm", "Output projection"},
    {"loss", "Cross entropy"},
    {"embedding", "Embedding"},
    {"recompute", "Recomputation"},
    {"tensor_parallel", "Tensor-parallel collectives"},
    {"context_parallel", "Context-parallel exchange"},
    {"expert_parallel", "Expert all-to-all"},
    {"pipeline_transfer", "Pipeline transfers"},
    {"weight_gather", "Sharded weights: gather and reduce"},
    {"bubble", "Pipeline bubble"},
    {"gradient_reduce", "Gradient reduction"},
    {"parameter_gather", "Parameter gather"},
    {"optimizer", "Optimizer"},
    {"step_overhead", "Host work once a step"},
    {"health", "Cluster health"},
}};

constexpr std::array<std::string_view, kWalls> kWallNames = {"compute", "memory bandwidth", "scale-up link",
                                                             "network", "bubble", "host"};

}  // namespace

TermText term_text(Term t) { return kTexts[static_cast<std::size_t>(t)]; }
std::string_view wall_name(Wall w) { return kWallNames[static_cast<std::size_t>(w)]; }

}  // namespace threewall
