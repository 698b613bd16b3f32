// States: Rajbhandari et al. 2020, arXiv 1910.02054 (ZeRO); Megatron-LM megatron/training/theoretical_memory_usage.py
// @ d98e8a64dd (18 bytes a parameter, 6 + 12/DP with the distributed optimizer). FSDP keeps its shards in fp32 and
// gathers in 16 bits: Zhao et al. 2023, arXiv 2304.11277.
#include "core/physics/memory.hpp"

#include <algorithm>
#include <cmath>

#include "core/physics/activations.hpp"
#include "core/physics/operators.hpp"
#include "core/physics/parameters.hpp"

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

/// CUDA context with the kernels of the framework's libraries: 0.5–1.5 GiB; BigScience prints 1 271 MiB a process
/// (bigscience train/tr8-104B-wide/chronicles.md, case A22).
constexpr Bytes kContext{1.0 * kGibi};
/// Channel buffers of one communicator: NCCL allocates about 2 × channels × 4 MiB (NCCL_BUFFSIZE) plus protocol buffers.
constexpr Bytes kCommunicatorBuffers{0.25 * kGibi};
/// Units of weights that FSDP holds gathered: the one in use and the prefetched one.
constexpr double kGatheredUnits = 2.0;
constexpr double kWeightWidth = 2.0;
constexpr double kMasterWidth = 4.0;

struct States {
    Bytes weights, gradients, optimizer, gathered;
};

bool master_weights(const Plan& p) { return p.precision != Precision::fp32; }

double layer_dense_parameters(const Scenario& s, const Layout& l, bool mixture) {
    const LayerParameters p = layer_parameters(s.model, mixture);
    return p.tensor / l.tp + p.replicated;
}

/// Sharded states of `parameters` that `ranks` ranks share.
States states(const Plan& p, const BytesPerParameter& b, double parameters, double ranks) {
    const double weight_shards = p.zero_stage >= 3 ? ranks : 1.0;
    // Without resharding (FSDP under a pipeline) gradients accumulate whole and are reduced once.
    const double gradient_shards = p.zero_stage >= 2 && p.reshard_after_forward ? ranks : 1.0;
    const double optimizer_shards = p.zero_stage >= 1 ? ranks : 1.0;
    States r;
    r.weights = Bytes(parameters * b.weight / weight_shards);
    r.gradients = Bytes(parameters * b.gradient / gradient_shards);
    r.optimizer = p.offload_optimizer ? Bytes(0) : Bytes(parameters * (b.master + b.moments) / optimizer_shards);
    return r;
}

/// What ZeRO-3 holds beyond its shards: two gathered units in 16 bits and the full gradient of one; without
/// resharding, the whole rank's weights.
Bytes gathered_units(const Scenario& s, const Layout& l, const BytesPerParameter& b, const DeviceParameters& p) {
    if (s.plan.zero_stage < 3) return Bytes(0);
    if (!s.plan.reshard_after_forward) return Bytes(p.total() * kWeightWidth);
    const bool mixture = s.model.moe.has_value();
    double unit = layer_dense_parameters(s, l, mixture);
    if (mixture) unit += layer_parameters(s.model, true).expert / (l.ep * l.etp);
    const double embedding = embedding_parameters(s.model, l.vocab) / l.tp;
    const double largest = std::max(unit, embedding);
    return Bytes(kGatheredUnits * unit * kWeightWidth + largest * (kWeightWidth + b.gradient));
}

States device_states(const Scenario& s, const Layout& l, const Stage& stage) {
    const BytesPerParameter b = bytes_per_parameter(s.plan, s.stack.habits, l.gradient);
    const DeviceParameters p = device_parameters(s, l, stage);
    const States dense = states(s.plan, b, p.dense, l.zero_ranks);
    const States expert = states(s.plan, b, p.expert, l.expert_zero_ranks);
    return {dense.weights + expert.weights, dense.gradients + expert.gradients, dense.optimizer + expert.optimizer,
            gathered_units(s, l, b, p)};
}

/// Activations of one micro-batch on a stage, and what one layer needs while it is repeated in backward.
struct StageActivations {
    Bytes kept;
    Bytes working;
};

StageActivations stage_activations(const Scenario& s, const Layout& l, const Stage& stage) {
    const LayerActivations dense = layer_activations(s, l, false);
    const LayerActivations moe = s.model.moe ? layer_activations(s, l, true) : LayerActivations{};
    const double moe_count = stage.moe_layers + stage.mtp_layers * (s.model.moe ? 1.0 : 0.0);
    const double dense_count = stage.dense_layers + stage.mtp_layers * (s.model.moe ? 0.0 : 1.0);
    const double layers = dense_count + moe_count;
    // Megatron's "block" method repeats only the first layers of each rank.
    const double limit = s.plan.recompute_layers ? d(*s.plan.recompute_layers) : layers;
    const double share = layers > 0 ? std::min(1.0, limit / layers) : 0.0;
    const Bytes all = dense.total() * dense_count + moe.total() * moe_count;
    const Bytes kept = kept_activations(s, l, dense) * dense_count + (s.model.moe ? kept_activations(s, l, moe) * moe_count : Bytes(0));
    StageActivations a;
    a.kept = kept * share + all * (1 - share);
    const Bytes largest = max(dense_count > 0 ? dense.total() : Bytes(0), moe_count > 0 ? moe.total() : Bytes(0));
    if (s.plan.recompute == Recompute::full || s.plan.recompute == Recompute::operators) a.working = largest;
    if (s.plan.recompute == Recompute::selective) a.working = dense.scores;
    if (s.plan.offload_activations) a.kept = layer_input(s, l) * std::min(layers, 2.0);
    return a;
}

double communicators(const Layout& l) {
    double count = 1;  // world
    for (double degree : {l.tp, l.pp, l.cp, l.ep, l.data_ranks, l.expert_data_ranks})
        if (degree > 1) count += 1;
    return count;
}

Bytes& part(RankMemory& r, MemoryPart p) { return r.parts[static_cast<std::size_t>(p)]; }

void close(RankMemory& r, const Scenario& s, const Layout& l) {
    const Efficiency& e = s.stack.efficiency;
    for (MemoryPart p : {MemoryPart::weights, MemoryPart::gradients, MemoryPart::optimizer, MemoryPart::gathered,
                         MemoryPart::activations, MemoryPart::logits})
        r.allocated += r.part(p);
    const Bytes context = kContext, buffers = kCommunicatorBuffers * communicators(l) + e.fixed_memory;
    part(r, MemoryPart::context) = context;
    part(r, MemoryPart::buffers) = buffers;
    r.total = r.allocated + buffers + context;
    // A caching allocator gives its free blocks back before it fails: the slack is seen, but does not decide.
    const Bytes room = max(r.allocated, s.cluster.device.memory - buffers - context);
    r.reserved = min(r.allocated * e.allocator_slack, room);
    r.shown = r.reserved + buffers + context;
}

/// Walks the moments that can be the peak: the loss on the last rank (its logits beside all kept
/// activations), the first backward (kept activations and the repeated layer), the optimizer step
/// (no activations, one transient fp32 copy of the gradients it updates from).
void find_peak(const Scenario& s, const Layout& l, const Stage& stage, RankMemory& r) {
    const StageActivations a = stage_activations(s, l, stage);
    const Bytes held = a.kept * (r.micro_batches_in_flight * stage.passes);
    const Bytes logits = stage.head ? logits_bytes(s, l) : Bytes(0);
    const Bytes at_loss = held + logits, at_backward = held + a.working;
    const bool copies_gradients = l.gradient != Precision::fp32 && !s.plan.offload_optimizer;
    const Bytes at_step = copies_gradients ? Bytes(kMasterWidth * owned_parameters(s, l, device_parameters(s, l, stage))) : Bytes(0);
    if (at_step > max(at_loss, at_backward)) {
        r.moment = PeakMoment::optimizer;
        part(r, MemoryPart::gathered) = at_step;
    } else if (stage.head && at_loss >= at_backward) {
        r.moment = PeakMoment::loss;
        part(r, MemoryPart::activations) = held;
        part(r, MemoryPart::logits) = logits;
    } else {
        r.moment = PeakMoment::backward;
        part(r, MemoryPart::activations) = at_backward;
    }
}

RankMemory one_rank(const Scenario& s, const Layout& l, const Stage& stage, double rank) {
    RankMemory r;
    r.pipeline_rank = static_cast<std::int64_t>(rank);
    r.layers = stage.layers() + stage.mtp_layers;
    r.micro_batches_in_flight = micro_batches_in_flight(s, l, rank);
    const States st = device_states(s, l, stage);
    find_peak(s, l, stage, r);
    part(r, MemoryPart::weights) = st.weights;
    part(r, MemoryPart::gradients) = st.gradients;
    part(r, MemoryPart::optimizer) = st.optimizer;
    part(r, MemoryPart::gathered) += st.gathered;
    close(r, s, l);
    return r;
}

void record(Trace& trace, const Scenario& s, const Layout& l, const Stage& stage, const RankMemory& r) {
    const BytesPerParameter b = bytes_per_parameter(s.plan, s.stack.habits, l.gradient);
    const DeviceParameters p = device_parameters(s, l, stage);
    constexpr std::string_view zero = "ZeRO, arXiv 1910.02054; Megatron-LM theoretical_memory_usage.py @ d98e8a64dd";
    const double z = l.zero_ranks, e = l.expert_zero_ranks, stage_no = d(s.plan.zero_stage);
    const bool gradients_sharded = s.plan.zero_stage >= 2 && s.plan.reshard_after_forward;
    trace.record("weights_bytes", "w*(dense/zd + expert/ze)",
                 {{"w", b.weight, "B"}, {"dense", p.dense, "parameters"}, {"zd", stage_no >= 3 ? z : 1, "ranks"},
                  {"expert", p.expert, "parameters"}, {"ze", stage_no >= 3 ? e : 1, "ranks"}},
                 r.part(MemoryPart::weights).value, "B", zero);
    trace.record("gradients_bytes", "g*(dense/zd + expert/ze)",
                 {{"g", b.gradient, "B"}, {"dense", p.dense, "parameters"}, {"zd", gradients_sharded ? z : 1, "ranks"},
                  {"expert", p.expert, "parameters"}, {"ze", gradients_sharded ? e : 1, "ranks"}},
                 r.part(MemoryPart::gradients).value, "B", zero);
    trace.record("optimizer_bytes", "o*(master + moments)*(dense/zd + expert/ze)",
                 {{"o", s.plan.offload_optimizer ? 0.0 : 1.0, "on device"}, {"master", b.master, "B"}, {"moments", b.moments, "B"},
                  {"dense", p.dense, "parameters"}, {"zd", stage_no >= 1 ? z : 1, "ranks"},
                  {"expert", p.expert, "parameters"}, {"ze", stage_no >= 1 ? e : 1, "ranks"}},
                 r.part(MemoryPart::optimizer).value, "B", zero);
    const StageActivations a = stage_activations(s, l, stage);
    const bool backward = r.moment == PeakMoment::backward, step = r.moment == PeakMoment::optimizer;
    trace.record("activations_bytes", "kept*flight*passes + working",
                 {{"kept", step ? 0.0 : a.kept.value, "B"}, {"flight", r.micro_batches_in_flight, "micro-batches"}, {"passes", stage.passes, ""},
                  {"working", backward ? a.working.value : 0.0, "B"}},
                 r.part(MemoryPart::activations).value, "B", "Korthikanti 2022, arXiv 2205.05198 §4; Narayanan 2021 §2.2");
    trace.record("peak_memory_bytes", "weights + gradients + optimizer + gathered + activations + logits + buffers + context",
                 {{"weights", r.part(MemoryPart::weights).value, "B"}, {"gradients", r.part(MemoryPart::gradients).value, "B"},
                  {"optimizer", r.part(MemoryPart::optimizer).value, "B"}, {"gathered", r.part(MemoryPart::gathered).value, "B"},
                  {"activations", r.part(MemoryPart::activations).value, "B"}, {"logits", r.part(MemoryPart::logits).value, "B"},
                  {"buffers", r.part(MemoryPart::buffers).value, "B"}, {"context", r.part(MemoryPart::context).value, "B"}},
                 r.total.value, "B", "sum of the parts alive at the peak of the worst pipeline rank");
}

}  // namespace

double moment_bytes(Optimizer o) {
    switch (o) {
        case Optimizer::adamw: return 8.0;
        case Optimizer::adamw_bf16_moments: return 4.0;
        case Optimizer::adamw_8bit: return 2.0;
        case Optimizer::muon: return 4.0;
        case Optimizer::adafactor: return 0.0;
        case Optimizer::sgd: return 4.0;
    }
    return 8.0;
}

BytesPerParameter bytes_per_parameter(const Plan& p, const StackHabits& habits, Precision gradient) {
    BytesPerParameter b;
    b.gradient = bytes_of(gradient);
    b.moments = moment_bytes(p.optimizer);
    if (p.zero_stage >= 3 && habits.fp32_shards && !p.offload_optimizer) {
        b.weight = 4.0;  // the fp32 shard is the master weight
        return b;
    }
    b.weight = p.precision == Precision::fp32 ? 4.0 : (p.fp8_weights ? 1.0 : kWeightWidth);
    b.master = master_weights(p) ? 4.0 : 0.0;
    return b;
}

DeviceParameters device_parameters(const Scenario& s, const Layout& l, const Stage& stage) {
    const Model& m = s.model;
    const bool mixture = m.moe.has_value();
    const double h = d(m.hidden), table = embedding_parameters(m, l.vocab) / l.tp, head = h * l.vocab / l.tp;
    DeviceParameters p;
    p.dense = stage.dense_layers * layer_dense_parameters(s, l, false);
    if (mixture) {
        const double moe = stage.moe_layers + stage.mtp_layers;
        p.dense += moe * layer_dense_parameters(s, l, true);
        p.expert = moe * layer_parameters(m, true).expert / (l.ep * l.etp);
    } else {
        p.dense += stage.mtp_layers * layer_dense_parameters(s, l, false);
    }
    p.dense += stage.mtp_layers * mtp_projection_parameters(m) / l.tp;
    if (stage.embedding) p.dense += table;
    // A tied head is the same tensor on one rank, a copy on the last of several.
    if (stage.head && (!m.tied_embeddings || !stage.embedding)) p.dense += head;
    if (stage.mtp_layers > 0 && !stage.embedding) p.dense += table;  // the MTP module embeds the shifted tokens
    return p;
}

double owned_parameters(const Scenario& s, const Layout& l, const DeviceParameters& p) {
    if (s.plan.zero_stage < 1) return p.total();
    return p.dense / l.zero_ranks + p.expert / l.expert_zero_ranks;
}

std::vector<RankMemory> rank_memory(const Scenario& s, const Layout& l, const std::vector<Stage>& stages, Trace* trace) {
    std::vector<RankMemory> ranks;
    ranks.reserve(stages.size());
    for (std::size_t r = 0; r < stages.size(); ++r) ranks.push_back(one_rank(s, l, stages[r], static_cast<double>(r)));
    if (trace) {
        const auto worst = std::max_element(ranks.begin(), ranks.end(),
                                            [](const RankMemory& a, const RankMemory& b) { return a.total < b.total; });
        record(*trace, s, l, stages[static_cast<std::size_t>(worst - ranks.begin())], *worst);
    }
    return ranks;
}

}  // namespace threewall
