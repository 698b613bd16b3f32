#include "core/rules/rules.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/cli/input.hpp"

namespace threewall::cli {

int run_rules(std::span<const std::string_view> args) {
    const Arguments arguments(args, {"--json"}, {});
    if (!arguments.error().empty()) return usage_error("rules", arguments.error());
    if (!arguments.operands().empty()) return usage_error("rules", "it takes no operand");
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::string text;
    for (const Rule& rule : rule_table()) {
        list.push_back({{"id", rule.id}, {"what", rule.what}, {"source", rule.source}});
        text += fmt::format("{}\n    {}\n    {}\n", rule.id, rule.what, rule.source);
    }
    print(arguments.has("--json") ? list.dump(2) + "\n" : text);
    return kOk;
}

}  // namespace threewall::cli
