// Times one evaluate of a 3-D-parallel dense model; the native command line and the wasm bench print the same figure.
#pragma once

#include <chrono>

#include "core/evaluate/evaluate.hpp"

namespace threewall {

struct EvaluateTiming {
    double microseconds = 0;  ///< mean of one call
    double checksum = 0;      ///< keeps the calls from being optimised away
};

inline EvaluateTiming time_evaluate(const Scenario& s, int calls) {
    EvaluateTiming t;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) t.checksum += evaluate(s).step_time.value;
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - start;
    t.microseconds = spent.count() / calls;
    return t;
}

}  // namespace threewall
