// Robust fit: mean absolute log error (its minimum is the median, so single bad rows do not pull), plus a pull towards the
// parent set that weighs as much as a few rows. Minimised in log space within physical bounds.
#include "core/evidence/calibrate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.hpp"
#include "core/evidence/calibrate_memory.hpp"
#include "core/evidence/pattern_search.hpp"
#include "core/evidence/validate.hpp"

namespace threewall {
namespace {

constexpr std::size_t kConstants = 8;
using Vector = std::array<double, kConstants>;

struct Constant {
    const char* name;
    double low, high;
    bool shared;
    double (*get)(const Efficiency&);
    void (*set)(Efficiency&, double);
};

/// Bounds are physical: no kernel beats its roof, no launch is faster than the hardware queue (about 1 µs).
constexpr std::array<Constant, kConstants> kTable = {{
    {"gemm", 0.30, 1.0, false, [](const Efficiency& e) { return e.gemm; }, [](Efficiency& e, double v) { e.gemm = v; }},
    {"attention", 0.08, 0.85, false, [](const Efficiency& e) { return e.attention; }, [](Efficiency& e, double v) { e.attention = v; }},
    {"memory", 0.30, 0.95, false, [](const Efficiency& e) { return e.memory; }, [](Efficiency& e, double v) { e.memory = v; }},
    {"scale_up", 0.15, 0.95, false, [](const Efficiency& e) { return e.scale_up; }, [](Efficiency& e, double v) { e.scale_up = v; }},
    {"scale_out", 0.10, 0.95, false, [](const Efficiency& e) { return e.scale_out; }, [](Efficiency& e, double v) { e.scale_out = v; }},
    {"exposed_data_parallel", 0.02, 1.0, false, [](const Efficiency& e) { return e.exposed_data_parallel; },
     [](Efficiency& e, double v) { e.exposed_data_parallel = v; }},
    {"kernel_launch_s", 1e-6, 3e-5, true, [](const Efficiency& e) { return e.kernel_launch.value; },
     [](Efficiency& e, double v) { e.kernel_launch = Seconds(v); }},
    {"step_overhead_s", 1e-3, 1.0, true, [](const Efficiency& e) { return e.step_overhead.value; },
     [](Efficiency& e, double v) { e.step_overhead = Seconds(v); }},
}};

/// The pull towards the parent weighs as much as this many rows, per unit of squared log distance.
constexpr double kPullRows = 6.0;
/// A set of its own needs at least this many rows: one more than its constants can bend to.
constexpr std::size_t kMinimumRows = 4;
constexpr double kFirstStep = 0.2, kLastStep = 0.005;
/// Rows beyond this factor are taken to be another experiment than the row says; their pull is constant.
constexpr double kLossCap = 0.7;

Vector to_vector(const Efficiency& e) {
    Vector v{};
    for (std::size_t i = 0; i < kConstants; ++i) v[i] = std::log(kTable[i].get(e));
    return v;
}

Efficiency to_efficiency(const Vector& v) {
    Efficiency e;
    for (std::size_t i = 0; i < kConstants; ++i) kTable[i].set(e, std::clamp(std::exp(v[i]), kTable[i].low, kTable[i].high));
    return e;
}

/// Sources count by the square root of their rows, so that one large study does not drown the others.
std::vector<double> weights(const std::vector<PublishedRun*>& rows) {
    std::map<std::string, double> count;
    for (const PublishedRun* r : rows) count[r->group] += 1;
    std::vector<double> w;
    for (const PublishedRun* r : rows) w.push_back(1 / std::sqrt(count[r->group]));
    return w;
}

double log_error(PublishedRun& run, const Efficiency& e) {
    run.scenario.stack.efficiency = e;
    const double predicted = compute(run.scenario).step_time.value * run.batch_scale;
    return std::abs(std::log(predicted / *run.step_time_s));
}

struct Problem {
    const std::vector<PublishedRun*>& rows;
    std::vector<double> weight;
    Vector parent;
    double pull;
    bool root;

    double loss(const Vector& v) const {
        const Efficiency e = to_efficiency(v);
        double sum = 0, total = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            sum += weight[i] * std::min(kLossCap, log_error(*rows[i], e));
            total += weight[i];
        }
        double distance = 0;
        for (std::size_t i = 0; i < kConstants; ++i) distance += (v[i] - parent[i]) * (v[i] - parent[i]);
        return sum / total + pull * distance;
    }
};

Vector minimise(const Problem& p) {
    Box<kConstants> box;
    for (std::size_t i = 0; i < kConstants; ++i) {
        // Host times are shared by everything: only the fit over all rows moves them.
        const bool fixed = kTable[i].shared && !p.root;
        box.low[i] = fixed ? p.parent[i] : std::log(kTable[i].low);
        box.high[i] = fixed ? p.parent[i] : std::log(kTable[i].high);
    }
    return pattern_search(p.parent, box, kFirstStep, kLastStep, [&](const Vector& v) { return p.loss(v); });
}

CalibrationSet fit(std::string family, std::string stack, const std::vector<PublishedRun*>& rows, const Efficiency& parent, bool root) {
    const double pull = root ? 0.001 : 0.05 * kPullRows / (kPullRows + static_cast<double>(rows.size()));
    const Problem problem{rows, weights(rows), to_vector(parent), pull, root};
    CalibrationSet set{std::move(family), std::move(stack), to_efficiency(minimise(problem)), rows.size(), 0, 0};
    std::vector<double> errors;
    for (PublishedRun* r : rows) errors.push_back(std::expm1(log_error(*r, set.efficiency)));
    const ErrorSummary s = summarise(errors);
    set.median_error = s.median;
    set.p90_error = s.p90;
    return set;
}

void add_memory(const std::map<std::string, MemoryConstants>& memory, std::vector<CalibrationSet>& sets) {
    for (CalibrationSet& set : sets) {
        const auto own = memory.find(set.stack);
        const MemoryConstants& c = own != memory.end() ? own->second : memory.at("");
        set.efficiency.allocator_slack = c.allocator_slack;
        set.efficiency.fixed_memory = c.fixed_memory;
    }
}

/// Four digits: more would only record the noise of the rows.
double rounded(double value) {
    if (value == 0) return 0;
    const double scale = std::pow(10.0, 3 - std::floor(std::log10(value)));
    return std::round(value * scale) / scale;
}

}  // namespace

std::vector<CalibrationSet> calibrate(const std::vector<PublishedRun>& input) {
    std::vector<PublishedRun> runs = input;
    std::vector<PublishedRun*> all;
    std::map<std::string, std::vector<PublishedRun*>> families;
    std::map<std::pair<std::string, std::string>, std::vector<PublishedRun*>> stacks;
    for (PublishedRun& r : runs) {
        if (!r.excluded.empty() || !r.step_time_s) continue;
        all.push_back(&r);
        families[r.family].push_back(&r);
        stacks[{r.family, r.scenario.stack.id}].push_back(&r);
    }
    std::vector<CalibrationSet> sets;
    if (all.empty()) return sets;
    sets.push_back(fit("", "", all, Efficiency{}, true));
    const Efficiency whole = sets.front().efficiency;
    std::map<std::string, Efficiency> of_family;
    for (const auto& [family, rows] : families) {
        if (rows.size() < kMinimumRows) continue;
        sets.push_back(fit(family, "", rows, whole, false));
        of_family[family] = sets.back().efficiency;
    }
    for (const auto& [key, rows] : stacks) {
        if (rows.size() < kMinimumRows) continue;
        sets.push_back(fit(key.first, key.second, rows, of_family.at(key.first), false));
    }
    add_memory(calibrate_memory(input), sets);
    return sets;
}

std::string calibration_to_json(const std::vector<CalibrationSet>& sets) {
    nlohmann::ordered_json out;
    out["made_by"] = "threewall calibrate assets/evidence/runs.jsonl";
    out["sets"] = nlohmann::ordered_json::array();
    for (const CalibrationSet& s : sets) {
        nlohmann::ordered_json set;
        set["family"] = s.family;
        set["stack"] = s.stack;
        for (const Constant& c : kTable) set["efficiency"][c.name] = rounded(c.get(s.efficiency));
        set["efficiency"]["allocator_slack"] = rounded(s.efficiency.allocator_slack);
        set["efficiency"]["fixed_memory_bytes"] = rounded(s.efficiency.fixed_memory.value);
        set["rows"] = s.rows;
        set["median_error"] = std::round(s.median_error * 1e4) / 1e4;
        set["p90_error"] = std::round(s.p90_error * 1e4) / 1e4;
        out["sets"].push_back(set);
    }
    return out.dump(1) + "\n";
}

}  // namespace threewall
