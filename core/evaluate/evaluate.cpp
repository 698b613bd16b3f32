#include "core/evaluate/evaluate.hpp"

#include <algorithm>
#include <utility>

#include "core/physics/kernels.hpp"
#include "core/physics/layer_cost.hpp"
#include "core/physics/layout.hpp"
#include "core/physics/operators.hpp"
#include "core/physics/stages.hpp"
#include "core/physics/step.hpp"

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

/// Above this share of the device's memory a plan is called tight: torchtitan 1789 saw node failures past 95 %.
constexpr double kTightShare = 0.94;
/// Share of its rating that a node draws while training: 0.82 (8.4 of 10.2 kW, Latif et al. 2024, arXiv 2412.08602) and 0.76
/// (arXiv 2506.14551), both on 8 × H100.
constexpr double kTrainingPowerShare = 0.79;
constexpr double kJoulesPerKilowattHour = 3.6e6;

void set_layout(const Scenario& s, Result& r) {
    r.data_parallel = data_parallel(s);
    r.micro_batches = micro_batches(s);
    r.used_devices = used_devices(s);
    r.idle_devices = s.cluster.devices - r.used_devices;
    r.tokens_per_step = d(s.plan.global_batch_size) * d(s.workload.sequence_length);
}

void set_memory(const Scenario& s, const Layout& l, const std::vector<Stage>& stages, Trace* trace, Result& r) {
    r.ranks = rank_memory(s, l, stages, trace);
    for (std::size_t i = 1; i < r.ranks.size(); ++i)
        if (r.ranks[i].total > r.ranks[r.worst_rank].total) r.worst_rank = i;
    r.peak_memory = r.ranks[r.worst_rank].total;
    r.memory_capacity = s.cluster.device.memory;
    const double share = r.peak_memory / r.memory_capacity;
    r.verdict = share > 1 ? Verdict::does_not_fit : share > kTightShare ? Verdict::tight : Verdict::fits;
}

void set_terms(const StepTime& step, Result& r) {
    for (std::size_t t = 0; t < kTerms; ++t) {
        for (std::size_t w = 0; w < kWalls; ++w) {
            const Term term = static_cast<Term>(t);
            const Wall wall = static_cast<Wall>(w);
            const Seconds exposed = step.exposed.at(term, wall), busy = step.busy.at(term, wall);
            if (busy.value <= 0 && exposed.value <= 0) continue;
            r.terms.push_back({term_text(term).id, term_text(term).name, wall, busy, exposed});
            r.by_wall[w] += exposed;
        }
    }
    const auto binding = std::max_element(r.by_wall.begin(), r.by_wall.end());
    r.binding_wall = static_cast<Wall>(binding - r.by_wall.begin());
}

void set_operators(const Context& c, Result& r) {
    for (const Operator& o : layer_operators(c.s, c.l, c.s.model.moe.has_value())) {
        const KernelTime t = kernel_time(o, c.machine);
        r.operators.push_back({o.name, t.flop, t.bytes, t.forward + t.backward});
    }
}

void set_throughput(const Scenario& s, const StepTime& step, Trace* trace, Result& r) {
    const double devices = d(r.used_devices);
    const FlopPerSecond peak = peak_of(s.cluster.device.peak, s.plan.precision);
    const double available = step.total.value * devices * peak.value;
    r.step_time = step.total;
    r.stage_time = step.slowest.total();
    const Seconds steady = step.slowest.total() * d(r.micro_batches);
    r.bubble_ratio = step.bubble / steady;
    r.bubble_share = step.bubble / step.total;
    r.hidden_communication = step.hidden;
    r.tokens_per_second = r.tokens_per_step / step.total.value;
    r.tokens_per_second_per_device = r.tokens_per_second / devices;
    r.model_flop_per_device = r.flop.model_causal / devices / step.total;
    r.mfu_causal = r.flop.model_causal.value / available;
    r.mfu_full = r.flop.model_full.value / available;
    r.hfu_full = r.flop.hardware_full.value / available;
    r.memory_bandwidth_utilisation = step.traffic / step.total / s.cluster.device.memory_bandwidth;
    if (!trace) return;
    trace->record("tokens_per_second", "gbs*sequence/step",
                  {{"gbs", d(s.plan.global_batch_size), "sequences"}, {"sequence", d(s.workload.sequence_length), "tokens"}, {"step", step.total.value, "s"}},
                  r.tokens_per_second, "tokens/s", "definition");
    trace->record("mfu_causal", "flop/(step*devices*peak)",
                  {{"flop", r.flop.model_causal.value, "FLOP"}, {"step", step.total.value, "s"}, {"devices", devices, "devices"}, {"peak", peak.value, "FLOP/s"}},
                  r.mfu_causal, "", "model FLOP with causal attention over the dense peak of the plan's precision");
    trace->record("mfu_full", "flop/(step*devices*peak)",
                  {{"flop", r.flop.model_full.value, "FLOP"}, {"step", step.total.value, "s"}, {"devices", devices, "devices"}, {"peak", peak.value, "FLOP/s"}},
                  r.mfu_full, "", "PaLM appendix B: full attention");
}

void set_run(const Scenario& s, Trace* trace, Result& r) {
    if (s.workload.tokens <= 0) return;
    const Operation& o = s.operation;
    const double steps = s.workload.tokens / r.tokens_per_step;
    r.run_time = r.step_time * (steps / o.goodput);
    r.device_hours = r.run_time.value / kSecondsPerHour * d(s.cluster.devices);
    const double nodes = std::max(1.0, d(s.cluster.devices) / std::max(1.0, d(s.cluster.devices_per_node)));
    const Watts power = (s.cluster.device.board_power * d(s.cluster.devices) + o.node_overhead * nodes) * (kTrainingPowerShare * o.power_usage_effectiveness);
    r.run_energy = power * r.run_time;
    r.run_energy_cost = Dollars(r.run_energy.value / kJoulesPerKilowattHour * o.dollars_per_kwh);
    r.run_cost = Dollars(r.device_hours * o.dollars_per_device_hour);
    r.dollars_per_million_tokens = r.run_cost.value / (s.workload.tokens / 1e6);
    if (!trace) return;
    trace->record("run_time_s", "step*tokens/(per_step*goodput)",
                  {{"step", r.step_time.value, "s"}, {"tokens", s.workload.tokens, "tokens"}, {"per_step", r.tokens_per_step, "tokens"}, {"goodput", o.goodput, ""}},
                  r.run_time.value, "s", "definition");
    trace->record("device_hours", "run/3600*devices", {{"run", r.run_time.value, "s"}, {"devices", d(s.cluster.devices), "devices"}}, r.device_hours,
                  "device-hours", "definition: idle devices are paid too");
    trace->record("run_energy_cost_dollars", "energy/3.6e6*price", {{"energy", r.run_energy.value, "J"}, {"price", o.dollars_per_kwh, "$/kWh"}},
                  r.run_energy_cost.value, "$", "definition; 1 kWh = 3.6e6 J");
    trace->record("run_cost_dollars", "hours*price", {{"hours", r.device_hours, "device-hours"}, {"price", o.dollars_per_device_hour, "$/device-hour"}},
                  r.run_cost.value, "$", "definition");
}

}  // namespace

Result compute(const Scenario& s, Trace* trace) {
    Result r;
    r.valid = true;
    set_layout(s, r);
    const Layout l = make_layout(s);
    const Context c = make_context(s, l);
    const std::vector<Stage> stages = make_stages(s);
    r.parameters = count_parameters(s.model);
    r.flop = step_flop(s, l, r.parameters);
    set_memory(s, l, stages, trace, r);
    const StepTime step = step_time(c, stages, trace);
    set_terms(step, r);
    set_operators(c, r);
    set_throughput(s, step, trace, r);
    set_run(s, trace, r);
    return r;
}

Result evaluate(const Scenario& s, Trace* trace) {
    std::vector<Finding> findings = check(s);
    Result r = has_error(findings) ? Result{} : compute(s, trace);
    r.findings = std::move(findings);
    return r;
}

}  // namespace threewall
