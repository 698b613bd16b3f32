// The software stack's inputs: what it supports, its habits, its calibrated efficiencies.
#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

using enum UnitKind;
using table::text;
using table::value;
constexpr auto stack = &Scenario::stack;
constexpr auto support = &Stack::support;
constexpr auto habits = &Stack::habits;
constexpr auto reached = &Stack::efficiency;

constexpr table::Range kShare{0.001, 1};
constexpr table::Range kFactor{0.01, 100};

}  // namespace

std::span<const Field> stack_fields() {
    using S = StackSupport;
    using H = StackHabits;
    using E = Efficiency;
    // One line a field.
    // clang-format off
    static const Field list[] = {
        text<stack, &Stack::id>({"stack.id", "st", "Stack", "Catalog name of the training framework, or \"custom\"."}),
        text<stack, &Stack::name>({"stack.name", "sn", "Stack name", "What the framework is called on screen."}),
        value<stack, support, &S::max_tensor_parallel>({"stack.support.max_tensor_parallel", "xtp", "Largest tensor parallel", "Largest tensor-parallel size that the stack accepts."}, count, {1, 1 << 20}), value<stack, support, &S::sequence_parallel>({"stack.support.sequence_parallel", "xsp", "Has sequence parallel", "The stack can shard norms and residuals over the sequence."}),
        value<stack, support, &S::pipeline_parallel>({"stack.support.pipeline_parallel", "xpp", "Has pipeline parallel", "The stack can split layers into pipeline stages."}),
        value<stack, support, &S::interleaved>({"stack.support.interleaved", "xvp", "Has interleaved schedule", "The stack can give a pipeline rank several chunks of layers."}),
        value<stack, support, &S::context_parallel>({"stack.support.context_parallel", "xcp", "Has context parallel", "The stack can split one sequence over devices."}),
        value<stack, support, &S::expert_parallel>({"stack.support.expert_parallel", "xep", "Has expert parallel", "The stack can spread experts over devices."}),
        value<stack, support, &S::zero_1>({"stack.support.zero_1", "xz1", "Has ZeRO 1", "The stack can shard optimizer states."}),
        value<stack, support, &S::zero_2>({"stack.support.zero_2", "xz2", "Has ZeRO 2", "The stack can shard gradients as well."}),
        value<stack, support, &S::zero_3>({"stack.support.zero_3", "xz3", "Has ZeRO 3", "The stack can shard weights as well (FSDP)."}),
        value<stack, support, &S::zero_23_with_pipeline>({"stack.support.zero_23_with_pipeline", "xzp", "ZeRO 2/3 with pipeline", "The stack allows ZeRO 2 or 3 together with pipeline parallelism."}),
        value<stack, support, &S::bf16>({"stack.support.bf16", "xbf", "Has bf16", "The stack can train in bf16."}),
        value<stack, support, &S::fp16>({"stack.support.fp16", "xfh", "Has fp16", "The stack can train in fp16."}),
        value<stack, support, &S::fp8>({"stack.support.fp8", "xf8", "Has fp8", "The stack can run GEMMs in fp8."}),
        value<stack, support, &S::fp4>({"stack.support.fp4", "xf4", "Has fp4", "The stack can run GEMMs in fp4."}),
        value<stack, support, &S::flash_attention>({"stack.support.flash_attention", "xfa", "Has flash attention", "The stack has a fused attention kernel that does not store scores."}),
        value<stack, habits, &H::gradient_dtype>({"stack.habits.gradient_dtype", "hg", "Gradient precision habit", "Precision in which the stack accumulates and reduces gradients unless told otherwise."}),
        value<stack, habits, &H::fp32_shards>({"stack.habits.fp32_shards", "hfm", "fp32 shards", "ZeRO 3 keeps its shards in fp32, as FSDP does, and no 16-bit copy beside them."}),
        value<stack, habits, &H::fused_elementwise>({"stack.habits.fused_elementwise", "hfe", "Fused element-wise kernels", "Activation and rotary positions each run in one pass and keep nothing between."}),
        value<stack, habits, &H::fused_softmax>({"stack.habits.fused_softmax", "hfs", "Fused softmax", "Plain attention scales, masks and normalises its scores in one kernel."}),
        value<stack, habits, &H::fused_norm>({"stack.habits.fused_norm", "hfn", "Fused norm", "The norm runs in one pass and keeps no fp32 copies."}),
        value<stack, habits, &H::loss_bytes_per_logit>({"stack.habits.loss_bytes_per_logit", "hlb", "Loss memory per logit", "Bytes held per logit around the loss: 10 Megatron's in-place loss, 16 a plain framework loss, 4 fused."}, none, {2, 64}),
        value<stack, habits, &H::gathered_logits>({"stack.habits.gathered_logits", "hgl", "Gathered logits", "The loss sees the whole vocabulary on every tensor-parallel rank."}),
        value<stack, habits, &H::overlap_tensor_parallel>({"stack.habits.overlap_tensor_parallel", "hot", "Overlap tensor parallel", "Tensor-parallel collectives are split and hidden under GEMMs."}),
        value<stack, habits, &H::overlap_data_parallel>({"stack.habits.overlap_data_parallel", "hod", "Overlap data parallel", "Gradient and weight collectives run while others compute."}),
        value<stack, habits, &H::overlap_expert_all_to_all>({"stack.habits.overlap_expert_all_to_all", "hoe", "Overlap expert all-to-all", "Tokens travel to experts while another micro-batch computes."}),
        value<stack, habits, &H::deduplicated_dispatch>({"stack.habits.deduplicated_dispatch", "hdd", "Deduplicated dispatch", "A token crosses to a node once, however many experts it visits there (DeepEP, HybridEP)."}),
        value<stack, habits, &H::kernel_factor>({"stack.habits.kernel_factor", "kf", "Kernel factor", "Above 1: kernels faster than calibrated, for example after tuning."}, none, kFactor),
        value<stack, habits, &H::routing_factor>({"stack.habits.routing_factor", "rf", "Routing factor", "Speed-up of expert routing and permutation alone."}, none, kFactor),
        value<stack, habits, &H::health>({"stack.habits.health", "he", "Cluster health", "Share of throughput left after stragglers and degraded links."}, ratio, {0.01, 1}),
        value<stack, reached, &E::gemm>({"stack.efficiency.gemm", "yg", "GEMM efficiency", "Share of the dense peak that a large, well-shaped GEMM sustains."}, ratio, kShare),
        value<stack, reached, &E::attention>({"stack.efficiency.attention", "ya", "Attention efficiency", "Share of the dense peak that the fused attention kernel sustains."}, ratio, kShare),
        value<stack, reached, &E::memory>({"stack.efficiency.memory", "ym", "Memory efficiency", "Share of the memory bandwidth that element-wise kernels reach."}, ratio, kShare),
        value<stack, reached, &E::scale_up>({"stack.efficiency.scale_up", "yu", "Scale-up collectives", "Share of the scale-up link that large collectives reach."}, ratio, kShare),
        value<stack, reached, &E::scale_out>({"stack.efficiency.scale_out", "yo", "Network collectives", "Share of the network that large collectives reach."}, ratio, kShare),
        value<stack, reached, &E::exposed_data_parallel>({"stack.efficiency.exposed_data_parallel", "yd", "Exposed data parallel", "Share of the hideable data-parallel traffic that does not hide."}, ratio, {0, 1}),
        value<stack, reached, &E::kernel_launch, &Seconds::value>({"stack.efficiency.kernel_launch_s", "yk", "Shortest kernel", "Shortest time that a kernel occupies the device."}, seconds, {0, 1}),
        value<stack, reached, &E::step_overhead, &Seconds::value>({"stack.efficiency.step_overhead_s", "ys", "Step overhead", "Host work once a step: logging, loader, optimizer launch."}, seconds, {0, 1000}),
        value<stack, reached, &E::allocator_slack>({"stack.efficiency.allocator_slack", "yc", "Allocator slack", "Reserved over allocated memory."}, none, {1, 4}),
        value<stack, reached, &E::fixed_memory, &Bytes::value>({"stack.efficiency.fixed_memory_bytes", "yf", "Fixed memory", "Device memory beyond tensors, context and collective buffers."}, bytes, {0, 1e12}),
        text<stack, &Stack::efficiency_source>({"stack.efficiency_source", "ye", "Source of efficiencies", "Which calibration the efficiencies come from."}),
    };
    // clang-format on
    return list;
}

}  // namespace threewall
