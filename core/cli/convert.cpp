#include <fmt/format.h>

#include "core/cli/input.hpp"
#include "core/io/formats/huggingface.hpp"

namespace threewall::cli {
namespace {

/// A format that can be read: adding one is a line here and a reader in core/io/formats.
struct Format {
    std::string_view name;
    ReadResult (*read)(std::string_view text);
    bool problems_are_notes;
};

ReadResult read_huggingface(std::string_view text) {
    ModelReadResult read = model_from_huggingface(text);
    ReadResult result{default_scenario(), std::move(read.problems), read.usable};
    if (read.usable) result.scenario.model = std::move(read.model);
    return result;
}

constexpr Format kFormats[] = {
    {"huggingface", read_huggingface, true},
    {"threewall", scenario_from_text, false},
};

const Format* find_format(std::string_view name) {
    for (const Format& format : kFormats) {
        if (format.name == name) return &format;
    }
    return nullptr;
}

std::string format_names() {
    std::string names;
    for (const Format& format : kFormats) names += (names.empty() ? "" : ", ") + std::string(format.name);
    return names;
}

}  // namespace

int run_convert(std::span<const std::string_view> args) {
    const Arguments arguments(args, {}, {"--from", "--to", "--set"});
    if (!arguments.error().empty()) return usage_error("convert", arguments.error());
    const Format* format = find_format(arguments.value("--from"));
    const std::string_view to = arguments.value("--to", "threewall");
    if (!format) return usage_error("convert", fmt::format("--from takes one of {}", format_names()));
    if (to != "threewall" && to != "link") return usage_error("convert", "--to takes threewall or link");
    if (arguments.operands().size() != 1) return usage_error("convert", "give one file");
    const std::string_view path = arguments.operands()[0];
    const auto text = read_text(path);
    if (!text) return kUnreadable;
    ReadResult read = format->read(*text);
    print_problems(path == "-" ? "standard input" : path, read.problems);
    if (!read.usable || !apply_settings(read.scenario, arguments)) return kUnreadable;
    if (!read.problems.empty() && !format->problems_are_notes) return kInvalid;
    print(to == "link" ? encode_link(read.scenario) + "\n" : scenario_to_json(read.scenario));
    return kOk;
}

}  // namespace threewall::cli
