// The plan: how the model is laid over the devices, and in which numbers it is trained.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace threewall {

enum class Precision { fp32, bf16, fp16, fp8, fp4 };
/// fp8 recipes differ in what they cast and keep: per-tensor scaling (delayed/current), 1×128 blocks
/// (DeepSeek-V3), MX blocks of 32 (Blackwell), NVFP4 blocks of 16.
enum class Recipe { none, tensorwise, delayed, blockwise, mxfp8, nvfp4 };
/// selective repeats the core attention (Korthikanti 2022 §5); operators keeps every second matrix product and the
/// attention output and repeats the rest (torchtitan's per-operator policy, XLA's "minimal" policies);
/// full repeats whole layers.
enum class Recompute { none, selective, operators, full };
/// flash is FlashAttention 2 and its kin (cuDNN, 3, Ascend's and XLA's fused kernels); flash_1 the first version; plain writes
/// the scores to memory.
enum class AttentionKernel { flash, flash_1, plain };
enum class ContextParallelKind { ring, all_gather, ulysses };
enum class Schedule { one_f_one_b, interleaved, gpipe, zb_h1, zb_h2, dual_pipe };
enum class Optimizer { adamw, adamw_bf16_moments, adamw_8bit, muon, adafactor, sgd };
/// Which dimensions are neighbours: the first listed has its ranks closest together.
enum class DimensionOrder { tp_cp_ep_dp_pp, tp_cp_ep_pp_dp };

struct Plan {
    std::int64_t tensor_parallel = 1;
    bool sequence_parallel = false;
    std::int64_t pipeline_parallel = 1;
    std::int64_t virtual_stages = 1;  ///< model chunks per pipeline rank
    Schedule schedule = Schedule::one_f_one_b;
    std::int64_t context_parallel = 1;
    ContextParallelKind context_parallel_kind = ContextParallelKind::ring;
    std::int64_t expert_parallel = 1;
    /// Tensor parallelism inside an expert; absent = as tensor_parallel (Megatron's default, R3).
    std::optional<std::int64_t> expert_tensor_parallel;
    /// Model replicas; absent = devices / (TP·PP·CP), which must then divide.
    std::optional<std::int64_t> data_parallel;
    std::int64_t zero_stage = 0;   ///< 0 none, 1 optimizer, 2 + gradients, 3 + weights (FSDP)
    std::int64_t shard_group = 0;  ///< ranks over which ZeRO shards; 0 = all (HSDP when smaller)
    bool reshard_after_forward = true;  ///< ZeRO-2/3: gather again for backward and reduce gradients at once; off: once a step

    std::int64_t micro_batch_size = 1;
    std::int64_t global_batch_size = 1;  ///< sequences a step

    Recompute recompute = Recompute::none;
    /// Full recompute of only this many layers per pipeline rank (Megatron "block"); absent = all.
    std::optional<std::int64_t> recompute_layers;

    Precision precision = Precision::bf16;  ///< of the GEMMs
    Recipe recipe = Recipe::none;
    bool fp8_weights = false;  ///< weights stored and gathered in fp8
    AttentionKernel attention_kernel = AttentionKernel::flash;
    Optimizer optimizer = Optimizer::adamw;
    /// Gradient accumulation and reduction precision; absent = the stack's habit.
    std::optional<Precision> gradient_dtype;
    bool offload_optimizer = false;
    bool offload_activations = false;

    /// Layers on the first / last pipeline rank; absent = even.
    std::optional<std::int64_t> first_stage_layers;
    std::optional<std::int64_t> last_stage_layers;
    bool embedding_counts_as_layer = false;  ///< Megatron --account-for-embedding-in-pipeline-split
    bool loss_counts_as_layer = false;       ///< Megatron --account-for-loss-in-pipeline-split
    /// Layers need not divide: stages differ by at most one layer, the first and last get fewer (Megatron
    /// --pipeline-model-parallel-layout).
    bool flexible_layout = false;
    DimensionOrder order = DimensionOrder::tp_cp_ep_dp_pp;
    double expert_imbalance = 1.0;  ///< tokens of the busiest expert-parallel rank over the mean; 1 = balanced

    bool operator==(const Plan&) const = default;
};

}  // namespace threewall
