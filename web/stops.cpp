// Legal stops: for each integer of the plan the candidates that a person would consider, kept where the rules agree.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string_view>

#include "core/rules/rules.hpp"
#include "web/scale.hpp"

namespace threewall::web {
namespace {

using Candidates = std::vector<double>;

/// Lists longer than this are thinned by their largest values: nobody runs pipelines of thousands of stages.
constexpr std::size_t kMostStops = 64;
constexpr std::int64_t kLargestTensorParallel = 64;
constexpr std::int64_t kLargestContextParallel = 64;
constexpr std::int64_t kLargestMicroBatch = 64;
constexpr std::int64_t kMostVirtualStages = 32;
constexpr double kMostDevices = 131'072;
constexpr double kLongestSequence = 1 << 20;

Candidates divisors(std::int64_t n, std::int64_t largest = std::numeric_limits<std::int64_t>::max()) {
    Candidates small, large;
    for (std::int64_t i = 1; i * i <= n; ++i) {
        if (n % i != 0) continue;
        if (i <= largest) small.push_back(static_cast<double>(i));
        if (i != n / i && n / i <= largest) large.push_back(static_cast<double>(n / i));
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

Candidates all_up_to(std::int64_t n) {
    Candidates out;
    for (std::int64_t i = 1; i <= n; ++i) out.push_back(static_cast<double>(i));
    return out;
}

/// unit × 1, 1.5, 2, 3, 4, 6 … where whole.
Candidates doublings(double unit, double largest) {
    Candidates out;
    for (double v = unit; v > 0 && v <= largest; v *= 2) {
        out.push_back(v);
        const double between = 1.5 * v;
        if (between <= largest && between == static_cast<double>(static_cast<std::int64_t>(between)))
            out.push_back(between);
    }
    return out;
}

std::int64_t model_parallel(const Plan& p) {
    return std::max<std::int64_t>(1, p.tensor_parallel) * std::max<std::int64_t>(1, p.pipeline_parallel) *
           std::max<std::int64_t>(1, p.context_parallel);
}

std::int64_t replicas(const Scenario& s) {
    return std::max<std::int64_t>(1, s.plan.data_parallel.value_or(s.cluster.devices / model_parallel(s.plan)));
}

Candidates global_batches(const Scenario& s) {
    constexpr double kReach = 16;
    const double unit = static_cast<double>(replicas(s) * std::max<std::int64_t>(1, s.plan.micro_batch_size));
    return doublings(unit, std::max(unit, static_cast<double>(s.plan.global_batch_size)) * kReach);
}

struct Source {
    std::string_view path;
    Candidates (*candidates)(const Scenario&);
};

constexpr Source kSources[] = {
    {"plan.tensor_parallel",
     [](const Scenario& s) { return divisors(s.model.attention.heads, kLargestTensorParallel); }},
    {"plan.pipeline_parallel",
     [](const Scenario& s) { return all_up_to(std::min<std::int64_t>(s.model.layers, 256)); }},
    {"plan.virtual_stages", [](const Scenario& s) { return all_up_to(std::min(s.model.layers, kMostVirtualStages)); }},
    {"plan.context_parallel",
     [](const Scenario& s) { return divisors(s.workload.sequence_length, kLargestContextParallel); }},
    {"plan.expert_parallel",
     [](const Scenario& s) { return s.model.moe ? divisors(s.model.moe->experts) : Candidates{1}; }},
    {"plan.expert_tensor_parallel", [](const Scenario& s) { return divisors(s.plan.tensor_parallel); }},
    {"plan.data_parallel", [](const Scenario& s) { return divisors(s.cluster.devices / model_parallel(s.plan)); }},
    {"plan.zero_stage",
     [](const Scenario&) {
         return Candidates{0, 1, 2, 3};
     }},
    {"plan.micro_batch_size",
     [](const Scenario& s) {
         return divisors(std::max<std::int64_t>(1, s.plan.global_batch_size / replicas(s)), kLargestMicroBatch);
     }},
    {"plan.global_batch_size", global_batches},
    {"cluster.devices",
     [](const Scenario& s) {
         return doublings(static_cast<double>(std::max<std::int64_t>(1, s.cluster.devices_per_node)), kMostDevices);
     }},
    {"workload.sequence_length", [](const Scenario&) { return doublings(512, kLongestSequence); }},
};

std::size_t broken_rules(const Scenario& s) {
    const std::vector<Finding> findings = check(s);
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                  [](const Finding& f) { return f.severity == Severity::error; }));
}

}  // namespace

std::vector<double> legal_stops(const Field& f, const Scenario& now) {
    const auto source =
        std::find_if(std::begin(kSources), std::end(kSources), [&](const Source& s) { return s.path == f.path; });
    if (source == std::end(kSources)) return {};
    Candidates legal;
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    Scenario changed = now;
    for (double candidate : source->candidates(now)) {
        f.set(changed, candidate);
        const std::size_t broken = broken_rules(changed);
        if (broken < fewest) legal.clear();
        fewest = std::min(fewest, broken);
        if (broken == fewest) legal.push_back(candidate);
    }
    if (legal.size() > kMostStops) legal.resize(kMostStops);
    return legal;
}

}  // namespace threewall::web
