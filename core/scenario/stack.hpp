// The software stack: what it can do (a plan that needs more is refused) and how well it does it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/scenario/plan.hpp"
#include "core/units.hpp"

namespace threewall {

/// What a stack supports. Everything absent here is refused with the reason.
struct StackSupport {
    std::int64_t max_tensor_parallel = 1 << 20;
    bool sequence_parallel = true;
    bool pipeline_parallel = true;
    bool interleaved = true;
    bool context_parallel = true;
    bool expert_parallel = true;
    bool zero_1 = true;
    bool zero_2 = true;
    bool zero_3 = true;
    bool zero_23_with_pipeline = false;  ///< DeepSpeed's pipeline engine and Megatron refuse it
    bool bf16 = true;
    bool fp16 = true;
    bool fp8 = true;
    bool fp4 = false;
    bool flash_attention = true;

    bool operator==(const StackSupport&) const = default;
};

/// Calibration constants of one accelerator family × framework: few, named, physically bounded.
/// Shipped values come from assets/calibration, made by `threewall calibrate`.
struct Efficiency {
    double gemm = 0.8;              ///< share of the dense peak that a large, well-shaped GEMM sustains
    double attention = 0.6;         ///< the same for the fused attention kernel
    double memory = 0.8;            ///< share of the memory bandwidth that element-wise kernels reach
    double scale_up = 0.75;         ///< share of what the scale-up link's own benchmark reaches (Link::efficiency) that training reaches
    double scale_out = 0.75;        ///< the same across nodes
    double exposed_data_parallel = 0.5;  ///< share of the hideable data-parallel traffic that does not hide
    Seconds kernel_launch{4e-6};    ///< shortest time a kernel occupies the device
    Seconds step_overhead{0.02};    ///< host work once a step: logging, loader hand-over, optimizer launch
    double allocator_slack = 1.05;  ///< reserved over allocated memory
    Bytes fixed_memory{1.0e9};      ///< device memory beyond tensors, context and collective buffers (buckets, workspaces, caches)

    bool operator==(const Efficiency&) const = default;
};

/// Habits of the framework that are read in its sources, not fitted.
struct StackHabits {
    Precision gradient_dtype = Precision::fp32;  ///< Megatron accumulates in fp32; FSDP/DeepSpeed often bf16
    /// ZeRO-3 shards are the fp32 master weights, cast when gathered (FSDP); else a 16-bit shard stands beside them (DeepSpeed,
    /// Megatron).
    bool fp32_shards = false;
    bool fused_elementwise = true;   ///< activation and rope in one pass each, nothing kept between
    bool fused_softmax = true;       ///< plain attention scales, masks and normalises in one kernel
    bool fused_norm = true;          ///< the norm in one pass; unfused it keeps fp32 copies
    /// Bytes held per logit around the loss: 10 with Megatron's in-place vocabulary-parallel loss (16-bit logits, fp32 copy,
    /// fp32 softmax), 16 with a plain framework loss (two more copies for its gradient), 4 fused.
    double loss_bytes_per_logit = 10;
    bool gathered_logits = false;    ///< the loss sees the whole vocabulary on every tensor-parallel rank
    bool overlap_tensor_parallel = false;  ///< TP collectives split and hidden under GEMMs
    bool overlap_data_parallel = true;
    bool overlap_expert_all_to_all = false;
    bool deduplicated_dispatch = false;  ///< a token crosses to a scale-up domain once, however many experts it visits there (DeepEP, HybridEP)
    double kernel_factor = 1.0;      ///< editable: >1 = faster kernels than calibrated (S3, tuned port)
    double routing_factor = 1.0;     ///< editable: speed-up of MoE routing and permutation only (W6)
    double health = 1.0;             ///< editable: share of cluster throughput left after stragglers, links

    bool operator==(const StackHabits&) const = default;
};

struct Stack {
    std::string id;
    std::string name;
    StackSupport support;
    StackHabits habits;
    Efficiency efficiency;
    std::string efficiency_source;  ///< which calibration set, and how well founded

    bool operator==(const Stack&) const = default;
};

}  // namespace threewall
