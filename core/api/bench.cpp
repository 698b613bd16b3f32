// The wasm side of scripts/bench: run by Node.
#include <cstdio>

#include "core/evaluate/time_evaluate.hpp"
#include "core/io/catalog.hpp"
#include "core/io/scenario_io.hpp"

int main() {
    using namespace threewall;
    constexpr int kCalls = 20000;
    const EvaluateTiming t = time_evaluate(default_scenario(), kCalls);
    std::printf("evaluate, wasm: %.2f us (mean of %d calls)\n", t.microseconds, kCalls);
    return t.checksum > 0 ? 0 : 1;
}
