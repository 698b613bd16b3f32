// The plan's inputs.
#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

using enum UnitKind;
using table::value;
constexpr auto plan = &Scenario::plan;

constexpr table::Range kDegree{1, 1e8};
constexpr table::Range kStageLayers{0, 10'000};

}  // namespace

std::span<const Field> plan_fields() {
    using P = Plan;
    // One line a field.
    // clang-format off
    static const Field list[] = {
        value<plan, &P::tensor_parallel>({"plan.tensor_parallel", "tp", "Tensor parallel", "Devices that share every matrix of a layer."}, count, kDegree),
        value<plan, &P::sequence_parallel>({"plan.sequence_parallel", "sp", "Sequence parallel", "Norms and residuals are sharded over the sequence within the tensor-parallel group."}),
        value<plan, &P::pipeline_parallel>({"plan.pipeline_parallel", "pp", "Pipeline parallel", "Stages that the layers are split into."}, count, kDegree),
        value<plan, &P::virtual_stages>({"plan.virtual_stages", "vpp", "Virtual stages", "Chunks of layers per pipeline rank."}, count, {1, 10'000}),
        value<plan, &P::schedule>({"plan.schedule", "sch", "Schedule", "Order of forward and backward passes in the pipeline."}),
        value<plan, &P::context_parallel>({"plan.context_parallel", "cp", "Context parallel", "Devices that share one sequence."}, count, kDegree),
        value<plan, &P::context_parallel_kind>({"plan.context_parallel_kind", "cpk", "Context parallel kind", "How keys and values reach the devices that share a sequence."}),
        value<plan, &P::expert_parallel>({"plan.expert_parallel", "ep", "Expert parallel", "Devices over which the experts of a layer are spread."}, count, kDegree),
        value<plan, &P::expert_tensor_parallel>({"plan.expert_tensor_parallel", "etp", "Expert tensor parallel", "Devices that share one expert; automatic: as tensor parallel."}, count, kDegree),
        value<plan, &P::data_parallel>({"plan.data_parallel", "dp", "Data parallel", "Replicas of the model; automatic: all that the devices allow."}, count, kDegree),
        value<plan, &P::zero_stage>({"plan.zero_stage", "zero", "ZeRO stage", "What data-parallel ranks shard: 1 optimizer states, 2 also gradients, 3 also weights (FSDP)."}, none, {0, 3}),
        value<plan, &P::shard_group>({"plan.shard_group", "zg", "Shard group", "Ranks over which ZeRO shards; 0: all, smaller: HSDP."}, count, {0, 1e8}),
        value<plan, &P::reshard_after_forward>({"plan.reshard_after_forward", "rs", "Reshard after forward", "ZeRO 3: weights are gathered again for backward."}),
        value<plan, &P::micro_batch_size>({"plan.micro_batch_size", "mbs", "Micro-batch size", "Sequences in one forward pass of a replica."}, count, {1, 1e9}),
        value<plan, &P::global_batch_size>({"plan.global_batch_size", "gbs", "Global batch size", "Sequences in one step of the whole job."}, count, {1, 1e12}),
        value<plan, &P::recompute>({"plan.recompute", "rc", "Recompute", "Activations made again in backward: none, attention scores only, whole layers."}),
        value<plan, &P::recompute_layers>({"plan.recompute_layers", "rcl", "Recomputed layers", "Full recompute of only this many layers of a pipeline rank; automatic: all."}, count, kStageLayers),
        value<plan, &P::precision>({"plan.precision", "prec", "Precision", "Number format of the GEMMs."}),
        value<plan, &P::recipe>({"plan.recipe", "rec", "Low-precision recipe", "How fp8 or fp4 tensors are scaled."}),
        value<plan, &P::fp8_weights>({"plan.fp8_weights", "fp8w", "FP8 weights", "Weights are stored and gathered in fp8."}),
        value<plan, &P::attention_kernel>({"plan.attention_kernel", "attn", "Attention kernel", "Fused (flash) or plain attention, which stores the scores."}),
        value<plan, &P::optimizer>({"plan.optimizer", "opt", "Optimizer", "Decides the states kept per parameter."}),
        value<plan, &P::gradient_dtype>({"plan.gradient_dtype", "gd", "Gradient precision", "Precision of accumulation and reduction; automatic: the stack's habit."}),
        value<plan, &P::offload_optimizer>({"plan.offload_optimizer", "oo", "Offload optimizer", "Optimizer states live in host memory."}),
        value<plan, &P::offload_activations>({"plan.offload_activations", "oa", "Offload activations", "Saved activations wait in host memory."}),
        value<plan, &P::first_stage_layers>({"plan.first_stage_layers", "l1", "First stage layers", "Layers on the first pipeline rank; automatic: even."}, count, kStageLayers),
        value<plan, &P::last_stage_layers>({"plan.last_stage_layers", "l2", "Last stage layers", "Layers on the last pipeline rank; automatic: even."}, count, kStageLayers),
        value<plan, &P::embedding_counts_as_layer>({"plan.embedding_counts_as_layer", "ae", "Embedding counts as layer", "The embedding takes the place of one layer in the pipeline split."}),
        value<plan, &P::loss_counts_as_layer>({"plan.loss_counts_as_layer", "al", "Loss counts as layer", "The output layer takes the place of one layer in the pipeline split."}),
        value<plan, &P::flexible_layout>({"plan.flexible_layout", "fx", "Flexible layout", "Stages may differ by one layer, the first and last get fewer (Megatron --pipeline-model-parallel-layout)."}),
        value<plan, &P::order>({"plan.order", "ord", "Order of dimensions", "Which parallel dimensions are neighbours: the first listed is closest."}),
        value<plan, &P::expert_imbalance>({"plan.expert_imbalance", "imb", "Expert imbalance", "Tokens of the busiest expert-parallel rank over the mean; 1: balanced."}, none, {1, 1000}),
    };
    // clang-format on
    return list;
}

}  // namespace threewall
