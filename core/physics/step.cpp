// Step = pipeline + exposed data parallelism + optimizer + host, divided by the cluster's health. ZeRO: Rajbhandari 2020.
#include "core/physics/step.hpp"

#include <algorithm>

#include "core/physics/memory.hpp"
#include "core/physics/parameters.hpp"

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

constexpr double kWidth = 2.0;

/// Interleaved schedules post their transfers early and hide most of them (Megatron overlap_p2p_comm); plain 1F1B
/// waits for each.
constexpr double kInterleavedTransferShown = 0.3;
/// Bytes a fused optimizer moves for each parameter it owns beside its moments: reads gradient and master (8), writes master and
/// the 16-bit weight (6), and reads the gradient once more for its norm (4). Moments are read and written.
constexpr double kOptimizerTraffic = 18.0;
/// Host memory bandwidth a device can count on when the optimizer runs on the CPU: two sockets of eight channels of
/// DDR4-3200 (410 GB/s), shared by eight devices.
constexpr double kHostMemoryPerDevice = 50e9;
/// Zeroing the gradient buffer, per parameter held.
constexpr double kZeroingTraffic = 4.0;
/// Muon: five Newton–Schulz iterations of three products on matrices whose short side is about h (Jordan 2024;
/// DeepSeek-V4 arXiv 2606.19348): 5 · 3 · 2 · h FLOP a parameter.
constexpr double kMuonFlopPerParameterAndWidth = 30.0;

struct Costs {
    Cost dense, moe, embedding, head, mtp;
};

/// An MTP module is one more layer, its projection and the head again.
Cost stage_cost(const Context& c, const Costs& costs, const Stage& stage) {
    Cost total;
    const bool mixture = c.s.model.moe.has_value();
    total.add_scaled(costs.dense, stage.dense_layers + (mixture ? 0 : stage.mtp_layers));
    if (mixture) total.add_scaled(costs.moe, stage.moe_layers + stage.mtp_layers);
    total.add_scaled(costs.mtp, stage.mtp_layers);
    if (stage.embedding) total.add_scaled(costs.embedding, 1);
    if (stage.head) total.add_scaled(costs.head, 1 + stage.mtp_layers);
    if (stage.passes >= 1) return total;
    Cost share;
    share.add_scaled(total, stage.passes);
    return share;
}

void add_transfers(const Context& c, Cost& cost) {
    if (c.l.pp <= 1) return;
    const Bytes boundary((c.s.plan.sequence_parallel ? c.l.shard_tokens : c.l.tokens) * d(c.s.model.hidden) * kWidth);
    const CollectiveTime t = point_to_point(c.links, c.place.pipeline_crosses, boundary);
    const bool interleaved = c.l.vpp > 1;
    const Seconds shown = t.total() * (c.l.vpp * (interleaved ? kInterleavedTransferShown : 1.0));
    cost.table.at(Term::pipeline_transfer, t.network_bound() ? Wall::network : Wall::scale_up) += shown * 2;
    cost.forward += shown;
    cost.backward += shown;
    cost.hidden += (t.total() * c.l.vpp - shown) * 2;
}

void book(StepTime& step, Term term, Wall wall, Seconds exposed, Seconds busy) {
    step.exposed.at(term, wall) += exposed;
    step.busy.at(term, wall) += busy;
    step.hidden += busy - exposed;
    step.total += exposed;
}

struct Traffic {
    CollectiveTime reduce, gather;
};

/// Gradient reduction and parameter gather of one step, dense and expert weights, for the fullest stage.
Traffic data_parallel_traffic(const Context& c, const DeviceParameters& p) {
    const double grad = bytes_of(c.l.gradient);
    const auto reduce = c.s.plan.zero_stage >= 1 ? reduce_scatter : all_reduce;
    Traffic t;
    const CollectiveTime dense = reduce(c.links, c.place.data, Bytes(p.dense * grad));
    const CollectiveTime expert = reduce(c.links, c.place.expert_data, Bytes(p.expert * grad));
    t.reduce = {dense.up + expert.up, dense.out + expert.out};
    if (c.s.plan.zero_stage >= 1) {
        const double weight = c.s.plan.fp8_weights ? 1.0 : kWidth;
        const CollectiveTime dg = all_gather(c.links, c.place.data, Bytes(p.dense * weight));
        const CollectiveTime eg = all_gather(c.links, c.place.expert_data, Bytes(p.expert * weight));
        t.gather = {dg.up + eg.up, dg.out + eg.out};
    }
    return t;
}

Seconds shown(const Context& c, const CollectiveTime& t, Seconds window) {
    if (!c.s.stack.habits.overlap_data_parallel) return t.total();
    return max(t.total() - window, t.total() * c.s.stack.efficiency.exposed_data_parallel);
}

Wall wall_of(const CollectiveTime& t) { return t.network_bound() ? Wall::network : Wall::scale_up; }

void add_data_parallel(const Context& c, const DeviceParameters& p, StepTime& step) {
    if (c.l.data_ranks <= 1 && c.l.expert_data_ranks <= 1) return;
    if (c.s.plan.zero_stage >= 3) {
        // Layers reduce as they go (booked there); HSDP adds the all-reduce of the shards over the replicas.
        if (c.l.replicas <= 1) return;
        const Group replicas = place(c.l.replicas, c.l.data_stride * c.l.zero_ranks, d(c.s.cluster.scale_up_domain));
        const CollectiveTime t = all_reduce(c.links, replicas, Bytes(p.total() / c.l.zero_ranks * bytes_of(c.l.gradient)));
        book(step, Term::gradient_reduce, wall_of(t), shown(c, t, step.slowest.backward), t.total());
        return;
    }
    const Traffic t = data_parallel_traffic(c, p);
    // ZeRO-2 without a pipeline reduces after every micro-batch; everything else once a step.
    const double rounds = c.s.plan.zero_stage == 2 && c.l.pp <= 1 ? c.l.micro_batches : 1;
    book(step, Term::gradient_reduce, wall_of(t.reduce), shown(c, t.reduce, step.slowest.backward) * rounds, t.reduce.total() * rounds);
    book(step, Term::parameter_gather, wall_of(t.gather), shown(c, t.gather, step.slowest.forward), t.gather.total());
}

void add_optimizer(const Context& c, const DeviceParameters& p, StepTime& step) {
    const double owned = owned_parameters(c.s, c.l, p), held = c.s.plan.zero_stage >= 2 ? owned : p.total();
    const Bytes traffic(owned * (kOptimizerTraffic + 2 * moment_bytes(c.s.plan.optimizer)));
    const Seconds zeroing = Bytes(held * kZeroingTraffic) / c.machine.memory;
    Seconds update = traffic / c.machine.memory;
    Wall wall = Wall::memory_bandwidth;
    if (c.s.plan.offload_optimizer) {
        // Gradients go to the host, the CPU updates there, and weights come back.
        update = Bytes(owned * (bytes_of(c.l.gradient) + kWidth)) / c.s.cluster.host_link + traffic / BytesPerSecond(kHostMemoryPerDevice);
        wall = Wall::host;
    } else {
        step.traffic += traffic;
    }
    book(step, Term::optimizer, wall, update, update);
    book(step, Term::optimizer, Wall::memory_bandwidth, zeroing, zeroing);
    if (c.s.plan.optimizer != Optimizer::muon) return;
    const Seconds products = Flop(owned * d(c.s.model.hidden) * kMuonFlopPerParameterAndWidth) / (c.machine.bf16_peak * c.machine.gemm);
    book(step, Term::optimizer, Wall::compute, products, products);
}

void add_host_and_health(const Context& c, StepTime& step) {
    const Seconds host = c.s.stack.efficiency.step_overhead;
    book(step, Term::step_overhead, Wall::host, host, host);
    const Seconds lost = step.total * (1 / c.s.stack.habits.health - 1);
    book(step, Term::health, Wall::host, lost, lost);
}

void record(Trace& trace, const Context& c, const StepTime& step) {
    const double m = c.l.micro_batches;
    const Seconds steady = step.slowest.total() * m;
    trace.record("stage_time_s", "forward + backward",
                 {{"forward", step.slowest.forward.value, "s"}, {"backward", step.slowest.backward.value, "s"}},
                 step.slowest.total().value, "s", "operators and exposed collectives of one micro-batch on the slowest stage");
    trace.record("pipeline_time_s", "m*stage + bubble",
                 {{"m", m, "micro-batches"}, {"stage", step.slowest.total().value, "s"}, {"bubble", step.bubble.value, "s"}},
                 step.pipeline.value, "s", "Narayanan 2021, arXiv 2104.04473 §2.2");
    trace.record("bubble_ratio", "bubble/(m*stage)", {{"bubble", step.bubble.value, "s"}, {"m", m, "micro-batches"}, {"stage", step.slowest.total().value, "s"}},
                 steady.value > 0 ? step.bubble / steady : 0, "", "Narayanan 2021: (p-1)/m for 1F1B, (p-1)/(m*v) interleaved");
    auto row = [&](Term t) {
        Seconds sum;
        for (std::size_t w = 0; w < kWalls; ++w) sum += step.exposed.at(t, static_cast<Wall>(w));
        return sum.value;
    };
    trace.record("step_time_s", "pipeline + reduce + gather + optimizer + host + health",
                 {{"pipeline", step.pipeline.value, "s"}, {"reduce", row(Term::gradient_reduce), "s"}, {"gather", row(Term::parameter_gather), "s"},
                  {"optimizer", row(Term::optimizer), "s"}, {"host", row(Term::step_overhead), "s"}, {"health", row(Term::health), "s"}},
                 step.total.value, "s", "model of the step: pipeline, exposed data parallelism, optimizer, host, cluster health");
}

}  // namespace

StepTime step_time(const Context& c, const std::vector<Stage>& stages, Trace* trace) {
    const Costs costs{layer_cost(c, false), c.s.model.moe ? layer_cost(c, true) : Cost{}, embedding_cost(c), head_cost(c),
                      c.s.model.mtp_layers > 0 ? mtp_projection_cost(c) : Cost{}};
    StepTime step;
    step.stages.reserve(stages.size());
    Cost slowest;
    std::size_t slowest_stage = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        Cost cost = stage_cost(c, costs, stages[i]);
        add_transfers(c, cost);
        const StageTime t{cost.forward, cost.backward, cost.weight_gradient};
        step.stages.push_back(t);
        if (t.total() > step.slowest.total()) {
            step.slowest = t;
            slowest = cost;
            slowest_stage = i;
        }
    }
    const double m = c.l.micro_batches;
    step.pipeline = pipeline_time(c.s.plan.schedule, step.stages, m, c.l.vpp);
    step.bubble = step.pipeline - step.slowest.total() * m;
    step.exposed.add_scaled(slowest.table, m);
    step.busy.add_scaled(slowest.table, m);
    step.hidden = slowest.hidden * m;
    step.traffic = slowest.traffic * m;
    step.total = step.slowest.total() * m;
    book(step, Term::bubble, Wall::bubble, step.bubble, step.bubble);
    const DeviceParameters p = device_parameters(c.s, c.l, stages[slowest_stage]);
    add_data_parallel(c, p, step);
    add_optimizer(c, p, step);
    add_host_and_health(c, step);
    if (trace) record(*trace, c, step);
    return step;
}

}  // namespace threewall
