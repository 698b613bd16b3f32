#include "core/evidence/calibrate.hpp"
#include "core/cli/input.hpp"

namespace threewall::cli {

int run_calibrate(std::span<const std::string_view> args) {
    const Arguments arguments(args, {}, {});
    if (!arguments.error().empty()) return usage_error("calibrate", arguments.error());
    if (arguments.operands().size() != 1)
        return usage_error("calibrate", "give one file of runs, a JSON object a line");
    const std::optional<std::string> text = read_text(arguments.operands()[0]);
    if (!text) return kUnreadable;
    const std::vector<CalibrationSet> sets = calibrate(read_runs(*text));
    if (sets.empty()) return usage_error("calibrate", "no run states enough to be predicted");
    print(calibration_to_json(sets));
    return kOk;
}

}  // namespace threewall::cli
