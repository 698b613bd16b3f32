#include "core/io/catalog.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/cli/input.hpp"
#include "core/io/field_input.hpp"
#include "core/scenario/fields.hpp"

namespace threewall::cli {
namespace {

/// One line of a list: what is written in a scenario, what it is, where it comes from.
struct Row {
    std::string id;
    std::string name;
    std::string detail;
};

std::string source(const Provenance& p) {
    return p.unverified.empty() ? p.source : fmt::format("{} (unverified: {})", p.source, p.unverified);
}

std::vector<Row> model_rows() {
    std::vector<Row> rows;
    for (const ModelEntry& e : catalog().models) rows.push_back({e.model.id, e.model.name, source(e.provenance)});
    return rows;
}

std::vector<Row> device_rows() {
    std::vector<Row> rows;
    for (const DeviceEntry& e : catalog().devices) rows.push_back({e.device.id, e.device.name, source(e.provenance)});
    return rows;
}

std::vector<Row> fabric_rows() {
    std::vector<Row> rows;
    for (const FabricEntry& e : catalog().fabrics) rows.push_back({e.link.id, e.link.name, source(e.provenance)});
    return rows;
}

std::vector<Row> stack_rows() {
    std::vector<Row> rows;
    for (const StackEntry& e : catalog().stacks) rows.push_back({e.stack.id, e.stack.name, source(e.provenance)});
    return rows;
}

std::vector<Row> preset_rows() {
    std::vector<Row> rows;
    for (const PresetEntry& e : catalog().presets) rows.push_back({e.id, e.name, e.description});
    return rows;
}

std::vector<Row> field_rows() {
    std::vector<Row> rows;
    for (const Field& f : fields())
        rows.push_back({std::string(f.path), std::string(f.link_key), expected(f) + ": " + std::string(f.help)});
    return rows;
}

struct List {
    std::string_view name;
    std::vector<Row> (*rows)();
};

constexpr List kLists[] = {{"models", model_rows}, {"devices", device_rows}, {"fabrics", fabric_rows},
                           {"stacks", stack_rows}, {"presets", preset_rows}, {"fields", field_rows}};

std::string as_text(const List& list) {
    const std::vector<Row> rows = list.rows();
    std::size_t id = 0, name = 0;
    for (const Row& row : rows) {
        id = std::max(id, row.id.size());
        name = std::max(name, row.name.size());
    }
    std::string text = fmt::format("{}:\n", list.name);
    for (const Row& row : rows) text += fmt::format("  {:<{}}  {:<{}}  {}\n", row.id, id, row.name, name, row.detail);
    return text;
}

nlohmann::ordered_json as_json(const List& list) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Row& row : list.rows()) out.push_back({{"id", row.id}, {"name", row.name}, {"detail", row.detail}});
    return out;
}

}  // namespace

int run_catalog(std::span<const std::string_view> args) {
    const Arguments arguments(args, {"--json"}, {});
    if (!arguments.error().empty()) return usage_error("catalog", arguments.error());
    if (arguments.operands().size() > 1) return usage_error("catalog", "give at most one list");
    const std::string_view wanted = arguments.operands().empty() ? std::string_view() : arguments.operands()[0];
    nlohmann::ordered_json json;
    std::string text;
    for (const List& list : kLists) {
        // The fields are long and rarely meant: only when asked for.
        if (wanted.empty() ? list.name == "fields" : list.name != wanted) continue;
        json[std::string(list.name)] = as_json(list);
        text += as_text(list);
    }
    if (text.empty()) return usage_error("catalog", fmt::format("there is no list \"{}\"", wanted));
    print(arguments.has("--json") ? json.dump(2) + "\n" : text);
    return kOk;
}

}  // namespace threewall::cli
