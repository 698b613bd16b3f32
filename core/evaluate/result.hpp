// What `evaluate` returns: every intermediate number that is shown.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/physics/flop.hpp"
#include "core/physics/memory.hpp"
#include "core/physics/parameters.hpp"
#include "core/physics/terms.hpp"
#include "core/rules/rules.hpp"
#include "core/units.hpp"

namespace threewall {

/// One line of the step: an operator class, a collective, the schedule.
struct TimeTerm {
    std::string_view id;    ///< "attention_gemm", "tp_all_reduce" …
    std::string_view name;
    Wall wall = Wall::compute;
    Seconds busy;     ///< work of the busiest device
    Seconds exposed;  ///< what it adds to the step; the exposed terms add up to step_time
};

/// One operator for the roofline picture: per micro-batch, per layer, forward + backward.
struct OperatorPoint {
    std::string_view name;
    Flop flop;
    Bytes bytes;
    Seconds time;
};

enum class Verdict { fits, tight, does_not_fit };

struct Result {
    /// Errors and warnings. With an error in it nothing below is meaningful and `valid` is false.
    std::vector<Finding> findings;
    bool valid = false;

    // The layout that follows from the plan.
    std::int64_t data_parallel = 0;
    std::int64_t micro_batches = 0;
    std::int64_t used_devices = 0;
    std::int64_t idle_devices = 0;
    double tokens_per_step = 0;

    ParameterCount parameters;
    StepFlop flop;

    // Memory.
    std::vector<RankMemory> ranks;
    std::size_t worst_rank = 0;
    Bytes memory_capacity;
    Bytes peak_memory;  ///< of the worst rank
    Verdict verdict = Verdict::does_not_fit;

    // Time.
    std::vector<TimeTerm> terms;
    std::array<Seconds, kWalls> by_wall{};
    Wall binding_wall = Wall::compute;
    Seconds step_time;
    Seconds stage_time;        ///< forward + backward of one micro-batch on the slowest stage
    double bubble_ratio = 0;   ///< bubble / ideal pipeline time: (p-1)/m for 1F1B
    double bubble_share = 0;   ///< bubble / step
    Seconds hidden_communication;  ///< ran under compute on the slowest stage
    std::vector<OperatorPoint> operators;

    // Throughput.
    double tokens_per_second = 0;
    double tokens_per_second_per_device = 0;
    FlopPerSecond model_flop_per_device;     ///< causal convention
    double mfu_causal = 0;   ///< against the dense peak of bf16 (fp8 runs: of fp8 when asked so)
    double mfu_full = 0;
    double hfu_full = 0;
    double memory_bandwidth_utilisation = 0;

    // The run. Zero where the scenario does not say enough.
    Seconds run_time;
    double device_hours = 0;
    Joules run_energy;
    Dollars run_cost;         ///< rent of all devices for the run
    Dollars run_energy_cost;  ///< electricity alone; part of most rents, not to be added to one
    double dollars_per_million_tokens = 0;
};

}  // namespace threewall
