#include <fmt/format.h>

#include "core/cli/input.hpp"
#include "core/evaluate/evaluate.hpp"
#include "core/explain/explain.hpp"

namespace threewall::cli {
namespace {

std::string known_quantities(const Trace& trace) {
    std::string text;
    for (std::string_view name : quantities(trace)) text += fmt::format("{}{}", text.empty() ? "" : ", ", name);
    return text;
}

}  // namespace

int run_explain(std::span<const std::string_view> args) {
    const Arguments arguments(args, {"--json"}, {"--set", "--quantity"});
    if (!arguments.error().empty()) return usage_error("explain", arguments.error());
    if (arguments.operands().size() != 1) return usage_error("explain", "give one scenario");
    const LoadedScenario loaded = load_scenario(arguments.operands()[0], arguments);
    if (loaded.exit_code != kOk) return loaded.exit_code;
    Trace trace;
    const Result result = evaluate(loaded.scenario, &trace);
    if (!result.valid) {
        for (const Finding& f : result.findings)
            if (f.severity == Severity::error) print_error(fmt::format("{}: {}: {}\n", f.field, f.message, f.fix));
        return kInvalid;
    }
    const std::string_view name = arguments.value("--quantity", "step_time_s");
    const auto steps = steps_behind(trace, name);
    if (steps.empty())
        return usage_error("explain", fmt::format("no quantity \"{}\"; there are {}", name, known_quantities(trace)));
    print(arguments.has("--json") ? explanation_to_json(steps) + "\n" : explanation_to_text(steps));
    return kOk;
}

}  // namespace threewall::cli
