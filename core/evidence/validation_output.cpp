#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/evidence/validate.hpp"

namespace threewall {
namespace {

using nlohmann::json;

template <class T>
json optional_json(const std::optional<T>& v) {
    return v ? json(*v) : json(nullptr);
}

json row_json(const Prediction& p) {
    const PublishedRun& r = *p.run;
    json row;
    row["id"] = r.id;
    row["step_time_s"] = {{"measured", optional_json(r.step_time_s)}, {"predicted", optional_json(p.step_time_s)}};
    row["peak_memory_bytes"] = {{"measured", optional_json(r.peak_memory_bytes)}, {"predicted", optional_json(p.peak_memory_bytes)}};
    row["fits"] = {{"measured", optional_json(r.fits)}, {"predicted", optional_json(p.fits)}};
    row["excluded"] = r.excluded.empty() ? json(nullptr) : json(r.excluded);
    return row;
}

json summary_json(const ErrorSummary& s) {
    return {{"n", s.n}, {"median_abs_error", s.median}, {"p90_abs_error", s.p90}};
}

json map_json(const std::map<std::string, ErrorSummary>& m) {
    json out = json::object();
    for (const auto& [name, s] : m) out[name] = summary_json(s);
    return out;
}

void append_table(std::string& text, std::string_view title, const std::map<std::string, ErrorSummary>& m) {
    text += fmt::format("\n{:<28} {:>6} {:>9} {:>9}\n", title, "rows", "median", "p90");
    for (const auto& [name, s] : m) text += fmt::format("{:<28} {:>6} {:>8.1f}% {:>8.1f}%\n", name, s.n, 100 * s.median, 100 * s.p90);
}

double step_error(const Prediction& p) { return *p.step_time_s / *p.run->step_time_s - 1; }

std::vector<const Prediction*> worst_steps(const Validation& v, std::size_t count) {
    std::vector<const Prediction*> rows;
    for (const Prediction& p : v.rows)
        if (p.step_time_s && p.run->step_time_s) rows.push_back(&p);
    auto size = [](const Prediction* p) { return std::abs(std::log1p(step_error(*p))); };
    std::sort(rows.begin(), rows.end(), [&](const Prediction* a, const Prediction* b) { return size(a) > size(b); });
    rows.resize(std::min(rows.size(), count));
    return rows;
}

}  // namespace

std::string validation_to_json(const Validation& v) {
    json out;
    out["rows"] = json::array();
    for (const Prediction& p : v.rows) out["rows"].push_back(row_json(p));
    json& summary = out["summary"];
    summary["step_time"] = summary_json(v.step_time);
    summary["step_time"]["by_family"] = map_json(v.step_time_by_family);
    summary["step_time"]["by_group"] = map_json(v.step_time_by_group);
    summary["peak_memory"] = summary_json(v.peak_memory);
    summary["peak_memory"]["by_group"] = map_json(v.peak_memory_by_group);
    summary["fits"] = {{"n", v.verdicts.n}, {"right", v.verdicts.right}, {"does_not_fit_recall", v.verdicts.does_not_fit_recall},
                       {"does_not_fit_precision", v.verdicts.does_not_fit_precision}};
    return out.dump(1);
}

std::string validation_to_text(const Validation& v) {
    std::string text = fmt::format("step time:   {} rows, median error {:.1f} %, 90th percentile {:.1f} %\n", v.step_time.n,
                                   100 * v.step_time.median, 100 * v.step_time.p90);
    text += fmt::format("peak memory: {} rows, median error {:.1f} %, 90th percentile {:.1f} %\n", v.peak_memory.n,
                        100 * v.peak_memory.median, 100 * v.peak_memory.p90);
    text += fmt::format("verdicts:    {} rows, {:.1f} % right; \"does not fit\": recall {:.1f} %, precision {:.1f} %\n", v.verdicts.n,
                        100 * v.verdicts.right, 100 * v.verdicts.does_not_fit_recall, 100 * v.verdicts.does_not_fit_precision);
    append_table(text, "step time by family", v.step_time_by_family);
    append_table(text, "step time by source", v.step_time_by_group);
    append_table(text, "peak memory by source", v.peak_memory_by_group);
    text += "\nworst ten step times\n";
    for (const Prediction* p : worst_steps(v, 10))
        text += fmt::format("{:+7.1f}%  {} ({:.4g} s measured, {:.4g} s predicted)\n", 100 * step_error(*p), p->run->id,
                            *p->run->step_time_s, *p->step_time_s);
    return text;
}

std::string validation_to_markdown(const Validation& v) {
    std::string text = "| what | rows | median error | 90th percentile |\n|---|---:|---:|---:|\n";
    auto line = [&](std::string_view name, const ErrorSummary& s) {
        text += fmt::format("| {} | {} | {:.1f} % | {:.1f} % |\n", name, s.n, 100 * s.median, 100 * s.p90);
    };
    line("step time", v.step_time);
    for (const auto& [name, s] : v.step_time_by_family) line("– on " + name, s);
    line("peak memory", v.peak_memory);
    text += fmt::format("\nFits or out of memory: {} published verdicts, {:.1f} % right; of the published out-of-memory rows {:.1f} % are "
                        "refused, and of what is refused {:.1f} % was out of memory.\n",
                        v.verdicts.n, 100 * v.verdicts.right, 100 * v.verdicts.does_not_fit_recall, 100 * v.verdicts.does_not_fit_precision);
    return text;
}

}  // namespace threewall
