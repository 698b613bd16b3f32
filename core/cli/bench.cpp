#include <fmt/format.h>

#include "core/cli/input.hpp"
#include "core/evaluate/time_evaluate.hpp"

namespace threewall::cli {

int run_bench(std::span<const std::string_view> args) {
    constexpr int kCalls = 50000;
    const Arguments arguments(args, {}, {"--set"});
    if (!arguments.error().empty()) return usage_error("bench", arguments.error());
    LoadedScenario loaded;
    loaded.scenario = default_scenario();
    if (!arguments.operands().empty()) loaded = load_scenario(arguments.operands()[0], arguments);
    if (loaded.exit_code != kOk) return loaded.exit_code;
    if (!evaluate(loaded.scenario).valid)
        return usage_error("bench", "the scenario is invalid; run evaluate to see why");
    const EvaluateTiming t = time_evaluate(loaded.scenario, kCalls);
    print(fmt::format("evaluate, native: {:.2f} us (mean of {} calls)\n", t.microseconds, kCalls));
    return kOk;
}

}  // namespace threewall::cli
