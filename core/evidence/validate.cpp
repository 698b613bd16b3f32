#include "core/evidence/validate.hpp"

#include <algorithm>
#include <cmath>

#include "core/evaluate/evaluate.hpp"

namespace threewall {
namespace {

Bytes in_definition(const RankMemory& r, MemoryDefinition d) {
    switch (d) {
        case MemoryDefinition::allocated: return r.allocated;
        case MemoryDefinition::reserved: return r.reserved;
        case MemoryDefinition::device: return r.shown;
    }
    return r.shown;
}

double error(double predicted, double measured) { return std::abs(predicted / measured - 1); }

VerdictSummary summarise_verdicts(const std::vector<Prediction>& rows) {
    double right = 0, refused = 0, out_of_memory = 0, both = 0;
    VerdictSummary v;
    for (const Prediction& p : rows) {
        if (!p.fits || !p.run->fits) continue;
        v.n += 1;
        right += *p.fits == *p.run->fits;
        refused += !*p.fits;
        out_of_memory += !*p.run->fits;
        both += !*p.fits && !*p.run->fits;
    }
    if (v.n > 0) v.right = right / static_cast<double>(v.n);
    if (out_of_memory > 0) v.does_not_fit_recall = both / out_of_memory;
    if (refused > 0) v.does_not_fit_precision = both / refused;
    return v;
}

std::map<std::string, ErrorSummary> summarise_all(const std::map<std::string, std::vector<double>>& errors) {
    std::map<std::string, ErrorSummary> out;
    for (const auto& [name, values] : errors) out[name] = summarise(values);
    return out;
}

}  // namespace

ErrorSummary summarise(std::vector<double> e) {
    ErrorSummary s;
    s.n = e.size();
    if (e.empty()) return s;
    std::sort(e.begin(), e.end());
    auto quantile = [&](double q) { return e[std::min(e.size() - 1, static_cast<std::size_t>(q * static_cast<double>(e.size())))]; };
    s.median = quantile(0.5);
    s.p90 = quantile(0.9);
    return s;
}

Prediction predict(const PublishedRun& run) {
    Prediction p;
    p.run = &run;
    if (!run.excluded.empty()) return p;
    const Result r = compute(run.scenario);
    p.fits = r.verdict != Verdict::does_not_fit;
    p.step_time_s = r.step_time.value * run.batch_scale;
    p.peak_memory_bytes = 0;
    for (const RankMemory& rank : r.ranks)
        p.peak_memory_bytes = std::max(*p.peak_memory_bytes, in_definition(rank, run.memory_definition).value);
    return p;
}

Validation validate(const std::vector<PublishedRun>& runs) {
    Validation v;
    std::vector<double> step, memory;
    std::map<std::string, std::vector<double>> by_family, by_group, memory_by_group;
    for (const PublishedRun& run : runs) {
        v.rows.push_back(predict(run));
        const Prediction& p = v.rows.back();
        if (p.step_time_s && run.step_time_s) {
            const double e = error(*p.step_time_s, *run.step_time_s);
            step.push_back(e);
            by_family[run.family].push_back(e);
            by_group[run.group].push_back(e);
        }
        if (p.peak_memory_bytes && run.peak_memory_bytes) {
            const double e = error(*p.peak_memory_bytes, *run.peak_memory_bytes);
            memory.push_back(e);
            memory_by_group[run.group].push_back(e);
        }
    }
    v.step_time = summarise(step);
    v.peak_memory = summarise(memory);
    v.verdicts = summarise_verdicts(v.rows);
    v.step_time_by_family = summarise_all(by_family);
    v.step_time_by_group = summarise_all(by_group);
    v.peak_memory_by_group = summarise_all(memory_by_group);
    return v;
}

}  // namespace threewall
