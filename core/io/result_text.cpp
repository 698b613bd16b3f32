// The result for a terminal: fixed width, no colour, one screen for an ordinary plan.
#include <algorithm>

#include <fmt/format.h>

#include "core/io/numbers.hpp"
#include "core/io/result_json.hpp"

namespace threewall {
namespace {

std::string bytes(Bytes b) { return format_number(b.value, UnitKind::bytes); }
std::string seconds(Seconds s) { return format_number(s.value, UnitKind::seconds); }
std::string percent(double share) { return fmt::format("{:.1f} %", share * 100); }

void add_findings(std::string& out, const std::vector<Finding>& findings) {
    for (const Finding& f : findings) {
        out += fmt::format("{}: {}\n", f.severity == Severity::error ? "error" : "warning", f.message);
        if (!f.fix.empty()) out += fmt::format("       fix: {}\n", f.fix);
        out += fmt::format("       {} [{}]\n", f.field, f.rule);
    }
}

std::string verdict_line(const Result& r) {
    const std::string used = fmt::format("{} of {}", bytes(r.peak_memory), bytes(r.memory_capacity));
    switch (r.verdict) {
    case Verdict::fits: return "FITS: " + used;
    case Verdict::tight: return "TIGHT: " + used + "; fragmentation may break it";
    case Verdict::does_not_fit: break;
    }
    return "DOES NOT FIT: " + used;
}

void add_head(std::string& out, const Scenario& s, const Result& r) {
    const auto count = [](double n) { return format_number(n, UnitKind::count); };
    out += fmt::format("{} ({} parameters", s.model.name, count(r.parameters.total));
    if (r.parameters.active < r.parameters.total) out += fmt::format(", {} active", count(r.parameters.active));
    out += fmt::format(") on {} x {}, {}\n", s.cluster.devices, s.cluster.device.name, s.stack.name);
    const Plan& p = s.plan;
    out += fmt::format("TP {} · PP {} · CP {} · EP {} · DP {}", p.tensor_parallel, p.pipeline_parallel,
                       p.context_parallel, p.expert_parallel, r.data_parallel);
    out += fmt::format(" · {} micro-batches of {} · {} tokens a step", r.micro_batches, p.micro_batch_size,
                       count(r.tokens_per_step));
    if (r.idle_devices > 0) out += fmt::format(" · {} devices idle", r.idle_devices);
    out += "\n\n" + verdict_line(r) + "\n";
}

void add_memory(std::string& out, const Result& r) {
    if (r.worst_rank >= r.ranks.size()) return;
    const RankMemory& rank = r.ranks[r.worst_rank];
    out += fmt::format("\nMemory of pipeline rank {} ({} layers, peak in {}):\n", rank.pipeline_rank, rank.layers,
                       name_of(rank.moment));
    for (std::size_t i = 0; i < kMemoryParts; ++i) {
        if (rank.parts[i].value == 0) continue;
        out += fmt::format("  {:<18}{:>12}\n", name_of(static_cast<MemoryPart>(i)), bytes(rank.parts[i]));
    }
    out += fmt::format("  {:<18}{:>12}   allocated {}, reserved {}\n", "total", bytes(rank.total),
                       bytes(rank.allocated), bytes(rank.reserved));
}

void add_time(std::string& out, const Result& r) {
    const double step = r.step_time.value > 0 ? r.step_time.value : 1;
    out += fmt::format("\nStep time {}; the wall is {}:\n", seconds(r.step_time), name_of(r.binding_wall));
    for (std::size_t i = 0; i < kWalls; ++i) {
        if (r.by_wall[i].value == 0) continue;
        out += fmt::format("  {:<18}{:>12}{:>10}\n", name_of(static_cast<Wall>(i)), seconds(r.by_wall[i]),
                           percent(r.by_wall[i].value / step));
    }
    out += fmt::format("\n  {:<34}{:<18}{:>12}{:>12}\n", "term", "wall", "busy", "exposed");
    std::vector<TimeTerm> terms = r.terms;
    std::ranges::stable_sort(terms, [](const TimeTerm& a, const TimeTerm& b) { return a.exposed > b.exposed; });
    for (const TimeTerm& t : terms) {
        if (t.busy.value == 0 && t.exposed.value == 0) continue;
        out +=
            fmt::format("  {:<34}{:<18}{:>12}{:>12}\n", t.name, name_of(t.wall), seconds(t.busy), seconds(t.exposed));
    }
}

void add_throughput(std::string& out, const Result& r) {
    out += fmt::format("\nThroughput {:.0f} tokens/s, {:.0f} per device; {} per device\n", r.tokens_per_second,
                       r.tokens_per_second_per_device,
                       format_number(r.model_flop_per_device.value, UnitKind::flop_per_second));
    out += fmt::format(
        "MFU {} (causal attention), {} (full attention, PaLM); HFU {} (full attention, with recomputation)\n",
        percent(r.mfu_causal), percent(r.mfu_full), percent(r.hfu_full));
    if (r.run_time.value <= 0) return;
    out += fmt::format("Run {}, {:.4g} device hours", seconds(r.run_time), r.device_hours);
    if (r.run_energy.value > 0) out += fmt::format(", {:.4g} MWh", r.run_energy.value / 3.6e9);
    if (r.run_cost.value > 0) out += fmt::format(", {}", format_number(r.run_cost.value, UnitKind::dollars));
    out += "\n";
}

}  // namespace

std::string result_to_text(const Scenario& s, const Result& r) {
    std::string out;
    if (!r.valid) {
        out += "The scenario is invalid; nothing was computed.\n\n";
        add_findings(out, r.findings);
        return out;
    }
    add_head(out, s, r);
    add_memory(out, r);
    add_time(out, r);
    add_throughput(out, r);
    if (!r.findings.empty()) out += "\n";
    add_findings(out, r.findings);
    return out;
}

}  // namespace threewall
