// The names of every choice, as JSON, links and the command line write them. Order as in the enums.
#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kNorm[] = {"rms_norm", "layer_norm"};
constexpr std::string_view kPosition[] = {"rope", "learned", "alibi", "none"};
constexpr std::string_view kAttentionKind[] = {"grouped", "latent"};
constexpr std::string_view kSpanKind[] = {"full", "sliding_window", "chunked", "sparse", "linear"};
constexpr std::string_view kTopology[] = {"switched", "torus_2d", "torus_3d", "mesh"};
constexpr std::string_view kPrecision[] = {"fp32", "bf16", "fp16", "fp8", "fp4"};
constexpr std::string_view kRecipe[] = {"none", "tensorwise", "delayed", "blockwise", "mxfp8", "nvfp4"};
constexpr std::string_view kRecompute[] = {"none", "selective", "operators", "full"};
constexpr std::string_view kAttentionKernel[] = {"flash", "flash_1", "plain"};
constexpr std::string_view kContextParallelKind[] = {"ring", "all_gather", "ulysses"};
constexpr std::string_view kSchedule[] = {"one_f_one_b", "interleaved", "gpipe", "zb_h1", "zb_h2", "dual_pipe"};
constexpr std::string_view kOptimizer[] = {"adamw", "adamw_bf16_moments", "adamw_8bit", "muon", "adafactor", "sgd"};
constexpr std::string_view kDimensionOrder[] = {"tp_cp_ep_dp_pp", "tp_cp_ep_pp_dp"};

}  // namespace

template <>
Names choice_names<Norm>() {
    return kNorm;
}
template <>
Names choice_names<Position>() {
    return kPosition;
}
template <>
Names choice_names<AttentionKind>() {
    return kAttentionKind;
}
template <>
Names choice_names<SpanKind>() {
    return kSpanKind;
}
template <>
Names choice_names<Topology>() {
    return kTopology;
}
template <>
Names choice_names<Precision>() {
    return kPrecision;
}
template <>
Names choice_names<Recipe>() {
    return kRecipe;
}
template <>
Names choice_names<Recompute>() {
    return kRecompute;
}
template <>
Names choice_names<AttentionKernel>() {
    return kAttentionKernel;
}
template <>
Names choice_names<ContextParallelKind>() {
    return kContextParallelKind;
}
template <>
Names choice_names<Schedule>() {
    return kSchedule;
}
template <>
Names choice_names<Optimizer>() {
    return kOptimizer;
}
template <>
Names choice_names<DimensionOrder>() {
    return kDimensionOrder;
}

}  // namespace threewall
