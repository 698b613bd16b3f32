// Everything a result depends on.
#pragma once

#include <cstdint>

#include "core/scenario/cluster.hpp"
#include "core/scenario/model.hpp"
#include "core/scenario/plan.hpp"
#include "core/scenario/stack.hpp"

namespace threewall {

struct Workload {
    std::int64_t sequence_length = 4096;
    double tokens = 0.0;  ///< to be trained in all; 0 = not asked

    bool operator==(const Workload&) const = default;
};

/// Reliability, energy and prices. Absent facts are zero and shown as unknown.
struct Operation {
    double goodput = 1.0;  ///< share of wall-clock time that trains
    double power_usage_effectiveness = 1.3;
    Watts node_overhead{0};             ///< CPUs, fans, NICs of one node
    double dollars_per_device_hour = 0;
    double dollars_per_kwh = 0.08;

    bool operator==(const Operation&) const = default;
};

struct Scenario {
    Model model;
    Cluster cluster;
    Stack stack;
    Plan plan;
    Workload workload;
    Operation operation;

    bool operator==(const Scenario&) const = default;
};

/// Replicas of the model: the plan's own figure, or what the devices allow. Floored where it does not
/// divide: rules refuse that case before anything is computed.
std::int64_t data_parallel(const Scenario& s);
/// Tensor parallelism inside an expert: the plan's own figure, or tensor_parallel.
std::int64_t expert_tensor_parallel(const Plan& p);
/// Devices that the plan uses.
std::int64_t used_devices(const Scenario& s);
/// Micro-batches of one replica in one step.
std::int64_t micro_batches(const Scenario& s);

}  // namespace threewall
