#include "web/verdicts.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "web/texts.hpp"

namespace threewall::web {
namespace {

constexpr std::string_view kUnknown = "unknown";

std::string capitalised(std::string_view text) {
    std::string out(text);
    if (!out.empty()) out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
    return out;
}

VerdictLine memory_line(const Result& r) {
    VerdictLine line{.label = fmt::format("Memory · rank {} is fullest", r.ranks[r.worst_rank].pipeline_rank)};
    const Bytes margin = r.memory_capacity - r.peak_memory;
    line.quantity = "peak_memory_bytes";
    line.filled = static_cast<float>(std::min(1.0, r.peak_memory / r.memory_capacity));
    line.value = bytes_text(r.peak_memory);
    switch (r.verdict) {
    case Verdict::fits:
        line.lead = "Fits";
        line.mood = Mood::good;
        break;
    case Verdict::tight:
        line.lead = "Tight";
        line.mood = Mood::warning;
        break;
    case Verdict::does_not_fit:
        line.lead = "Too big";
        line.mood = Mood::bad;
        break;
    }
    line.note =
        r.verdict == Verdict::does_not_fit
            ? fmt::format("{} more than the {} there are", bytes_text(margin * -1.0), bytes_text(r.memory_capacity))
            : fmt::format("{} free of {}", bytes_text(margin), bytes_text(r.memory_capacity));
    return line;
}

VerdictLine step_line(const Result& r) {
    return {.label = "Step time",
            .value = seconds_text(r.step_time),
            .note = fmt::format("bubble {}", percent_text(r.bubble_share)),
            .quantity = "step_time_s"};
}

VerdictLine throughput_line(const Result& r) {
    return {.label = "Throughput",
            .value = quantity_text(r.tokens_per_second) + " tok/s",
            .note = quantity_text(r.tokens_per_second_per_device) + " per device",
            .quantity = "tokens_per_second"};
}

VerdictLine mfu_line(const Scenario& s, const Result& r) {
    const Field& precision = *find_field("plan.precision");
    return {.label = fmt::format("MFU · causal, {}", value_text(precision, s)),
            .value = percent_text(r.mfu_causal),
            .note = fmt::format("{} full attention", percent_text(r.mfu_full)),
            .quantity = "mfu_causal"};
}

/// The largest term on the binding wall.
std::string_view main_term(const Result& r) {
    const TimeTerm* main = nullptr;
    for (const TimeTerm& t : r.terms)
        if (t.wall == r.binding_wall && (!main || t.exposed > main->exposed)) main = &t;
    return main ? main->name : std::string_view();
}

VerdictLine wall_line(const Result& r) {
    const double share = r.by_wall[static_cast<std::size_t>(r.binding_wall)] / r.step_time;
    return {.label = "Wall that binds",
            .lead = capitalised(wall_name(r.binding_wall)),
            .value = fmt::format("{:.0f} %", 100 * share),
            .note = std::string(main_term(r)),
            .quantity = "step_time_s"};
}

VerdictLine run_line(const Scenario& s, const Result& r) {
    if (s.workload.tokens <= 0)
        return {.label = "Days to the goal", .value = std::string(kUnknown), .note = "no token goal set"};
    return {.label = quantity_text(s.workload.tokens) + " tokens",
            .value = days_text(r.run_time),
            .note = fmt::format("goodput {}", percent_text(s.operation.goodput)),
            .quantity = "run_time_s"};
}

VerdictLine cost_line(const Scenario& s, const Result& r) {
    if (s.operation.dollars_per_device_hour <= 0)
        return {.label = "Cost", .value = std::string(kUnknown), .note = "no price per device hour"};
    if (s.workload.tokens <= 0) return {.label = "Cost", .value = std::string(kUnknown), .note = "no token goal set"};
    return {.label = "Cost",
            .value = format_number(r.run_cost.value, UnitKind::dollars),
            .note = format_number(r.dollars_per_million_tokens, UnitKind::dollars) + " per M tokens",
            .quantity = "run_cost_dollars"};
}

std::vector<VerdictLine> without_numbers(const Result& r) {
    const auto broken = std::count_if(r.findings.begin(), r.findings.end(),
                                      [](const Finding& f) { return f.severity == Severity::error; });
    std::vector<VerdictLine> lines = {
        {.label = "Plan",
         .lead = "Not possible",
         .value = "",
         .note = fmt::format("{} rule{} broken, see messages", broken, broken == 1 ? "" : "s"),
         .mood = Mood::bad}};
    for (std::string_view label :
         {"Step time", "Throughput", "MFU · causal", "Wall that binds", "Days to the goal", "Cost"})
        lines.push_back({.label = std::string(label), .value = "–"});
    return lines;
}

}  // namespace

std::vector<VerdictLine> verdict_lines(const Store& store) {
    const Result& r = store.result();
    const Scenario& s = store.scenario();
    if (!r.valid) return without_numbers(r);
    return {memory_line(r), step_line(r),   throughput_line(r), mfu_line(s, r),
            wall_line(r),   run_line(s, r), cost_line(s, r)};
}

std::string_view verdict_name(const Result& r) {
    if (!r.valid) return "invalid";
    switch (r.verdict) {
    case Verdict::fits: return "fits";
    case Verdict::tight: return "tight";
    case Verdict::does_not_fit: break;
    }
    return "does_not_fit";
}

}  // namespace threewall::web
