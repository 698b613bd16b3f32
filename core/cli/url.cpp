#include "core/cli/input.hpp"

namespace threewall::cli {

int run_url(std::span<const std::string_view> args) {
    const Arguments arguments(args, {}, {"--set"});
    if (!arguments.error().empty()) return usage_error("url", arguments.error());
    if (arguments.operands().size() != 1) return usage_error("url", "give one scenario");
    const LoadedScenario loaded = load_scenario(arguments.operands()[0], arguments);
    if (loaded.exit_code == kOk) print(encode_link(loaded.scenario) + "\n");
    return loaded.exit_code;
}

}  // namespace threewall::cli
