#include "core/evidence/calibrate_memory.hpp"

#include <algorithm>
#include <cmath>

#include "core/evaluate/evaluate.hpp"
#include "core/evidence/pattern_search.hpp"
#include "core/evidence/validate.hpp"

namespace threewall {
namespace {

constexpr std::size_t kMinimumRows = 4;
/// Verdicts are worth a twentieth of a measured peak each: they are many and say one bit.
constexpr double kVerdictWeight = 0.05;
constexpr double kLossCap = 0.7;
constexpr double kPull = 0.02;
/// Unit of the search for fixed memory: its first step must be large enough to turn verdicts.
constexpr double kUnit = 1e10;

double row_loss(PublishedRun& run, const MemoryConstants& c) {
    run.scenario.stack.efficiency.allocator_slack = c.allocator_slack;
    run.scenario.stack.efficiency.fixed_memory = c.fixed_memory;
    const Prediction p = predict(run);
    if (run.peak_memory_bytes) return std::min(kLossCap, std::abs(std::log(*p.peak_memory_bytes / *run.peak_memory_bytes)));
    return !run.fits || *p.fits == *run.fits ? 0 : kVerdictWeight;
}

MemoryConstants fit(const std::vector<PublishedRun*>& rows, const MemoryConstants& parent, double pull) {
    using Vector = std::array<double, 2>;
    auto constants = [](const Vector& v) { return MemoryConstants{v[0], Bytes(v[1] * kUnit)}; };
    const Vector start{parent.allocator_slack, parent.fixed_memory.value / kUnit};
    double weight = 0;
    for (const PublishedRun* r : rows) weight += r->peak_memory_bytes ? 1.0 : kVerdictWeight;
    auto loss = [&](const Vector& v) {
        double sum = 0;
        for (PublishedRun* r : rows) sum += row_loss(*r, constants(v));
        const double slack = v[0] - start[0], fixed = v[1] - start[1];
        return sum / weight + pull * (slack * slack + fixed * fixed);
    };
    // Reserved memory was seen up to 1.5 of allocated (llama-cookbook 120); fixed shares up to 12 GB.
    return constants(pattern_search<2>(start, {{1.0, 0.0}, {1.5, 1.2}}, 0.2, 0.005, loss));
}

}  // namespace

std::map<std::string, MemoryConstants> calibrate_memory(const std::vector<PublishedRun>& input) {
    std::vector<PublishedRun> runs = input;
    std::vector<PublishedRun*> all;
    std::map<std::string, std::vector<PublishedRun*>> stacks;
    for (PublishedRun& r : runs) {
        if (!r.excluded.empty() || (!r.peak_memory_bytes && !r.fits)) continue;
        all.push_back(&r);
        stacks[r.scenario.stack.id].push_back(&r);
    }
    std::map<std::string, MemoryConstants> out;
    if (all.empty()) return out;
    out[""] = fit(all, {}, 0);
    for (const auto& [stack, rows] : stacks) {
        if (rows.size() >= kMinimumRows) out[stack] = fit(rows, out[""], kPull);
    }
    return out;
}

}  // namespace threewall
