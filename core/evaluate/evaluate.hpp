// The heart of the product: one pure function from a scenario to everything that is shown.
#pragma once

#include "core/evaluate/result.hpp"
#include "core/trace.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall {

/// Checks the scenario and, if no rule is broken, computes memory, time and run. An invalid scenario
/// yields findings and no numbers. With `trace` the same computation also records how each number
/// came about.
Result evaluate(const Scenario& s, Trace* trace = nullptr);

/// The numbers alone, without the rules: for callers that have checked already (the search) and for published
/// runs, which evidently ran. Every degree and size must be at least one.
Result compute(const Scenario& s, Trace* trace = nullptr);

}  // namespace threewall
