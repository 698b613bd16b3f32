#include "core/evaluate/evaluate.hpp"

#include "core/cli/input.hpp"
#include "core/io/result_json.hpp"

namespace threewall::cli {

int run_evaluate(std::span<const std::string_view> args) {
    const Arguments arguments(args, {"--json"}, {"--set"});
    if (!arguments.error().empty()) return usage_error("evaluate", arguments.error());
    if (arguments.operands().size() != 1) return usage_error("evaluate", "give one scenario");
    const LoadedScenario loaded = load_scenario(arguments.operands()[0], arguments);
    const bool json = arguments.has("--json");
    if (loaded.exit_code != kOk) {
        if (json) print(result_to_json(Result{}, loaded.problems));
        return loaded.exit_code;
    }
    const Result result = evaluate(loaded.scenario);
    print(json ? result_to_json(result, loaded.problems) : result_to_text(loaded.scenario, result));
    return result.valid && result.verdict != Verdict::does_not_fit ? kOk : kInvalid;
}

}  // namespace threewall::cli
