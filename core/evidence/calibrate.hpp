// Fits the few constants of each accelerator family × stack to published runs.
#pragma once

#include <string>
#include <vector>

#include "core/evidence/published_run.hpp"
#include "core/scenario/stack.hpp"

namespace threewall {

/// One fitted set. `stack` empty: all stacks of the family together; `family` empty: everything.
struct CalibrationSet {
    std::string family;
    std::string stack;
    Efficiency efficiency;
    std::size_t rows = 0;
    double median_error = 0;
    double p90_error = 0;
};

/// Fits from the whole to the particular: all rows, then each family starting from (and held near) the whole,
/// then each family × stack near its family. Deterministic: the same rows give the same constants.
std::vector<CalibrationSet> calibrate(const std::vector<PublishedRun>& runs);

std::string calibration_to_json(const std::vector<CalibrationSet>& sets);

}  // namespace threewall
