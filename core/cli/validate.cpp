#include <fmt/format.h>

#include <algorithm>

#include "core/evidence/validate.hpp"
#include "core/cli/input.hpp"

namespace threewall::cli {

int run_validate(std::span<const std::string_view> args) {
    const Arguments arguments(args, {"--json", "--markdown"}, {});
    if (!arguments.error().empty()) return usage_error("validate", arguments.error());
    if (arguments.operands().size() != 1) return usage_error("validate", "give one file of runs, a JSON object a line");
    const std::optional<std::string> text = read_text(arguments.operands()[0]);
    if (!text) return kUnreadable;
    const std::vector<PublishedRun> runs = read_runs(*text);
    if (runs.empty()) return usage_error("validate", "the file holds no runs");
    const bool any = std::any_of(runs.begin(), runs.end(), [](const PublishedRun& r) { return r.excluded.empty(); });
    if (!any) return usage_error("validate", fmt::format("none of the {} lines can be predicted; the first: {}", runs.size(), runs.front().excluded));
    const Validation v = validate(runs);
    if (arguments.has("--json")) {
        print(validation_to_json(v) + "\n");
    } else {
        print(arguments.has("--markdown") ? validation_to_markdown(v) : validation_to_text(v));
    }
    return kOk;
}

}  // namespace threewall::cli
