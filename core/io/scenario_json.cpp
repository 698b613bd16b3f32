// Scenarios as JSON. Both directions follow the field table: this file knows no field by name.
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/io/catalog.hpp"
#include "core/io/catalog_places.hpp"
#include "core/io/field_input.hpp"
#include "core/io/json_document.hpp"
#include "core/io/numbers.hpp"
#include "core/scenario/fields.hpp"

namespace threewall {
namespace {

constexpr int kVersion = 1;

std::string join(std::string_view prefix, std::string_view key) {
    return prefix.empty() ? std::string(key) : fmt::format("{}.{}", prefix, key);
}

/// What can follow `prefix` in a path: "plan" → tensor_parallel, sequence_parallel, …
std::vector<std::string_view> keys_below(std::string_view prefix) {
    std::vector<std::string_view> keys;
    for (const Field& f : fields()) {
        std::string_view rest = f.path;
        if (!prefix.empty()) {
            if (!rest.starts_with(prefix) || rest.size() <= prefix.size() || rest[prefix.size()] != '.') continue;
            rest.remove_prefix(prefix.size() + 1);
        }
        rest = rest.substr(0, rest.find('.'));
        if (keys.empty() || keys.back() != rest) keys.push_back(rest);
    }
    return keys;
}

class Reader {
public:
    ReadResult read(std::string_view text);

private:
    void read_root(const JsonNode& root);
    void choose_preset(const JsonNode& root);
    bool choose_entry(const CatalogPlace& place, const JsonNode* node);
    void choose_entries(const JsonNode& root);
    void read_object(const JsonNode& object, const std::string& path);
    void read_member(const std::string& parent, const std::string& key, const JsonNode& node);
    void read_field(const Field& f, const JsonNode& node);
    std::optional<InputProblem> read_string(const Field& f, const JsonNode& node);
    void read_list(const Field& f, const JsonNode& node);
    void check_version(const JsonNode& node);
    void report(int line, std::string_view where, std::string message, std::string fix) {
        result_.problems.push_back({line, std::string(where), std::move(message), std::move(fix)});
    }

    ReadResult result_;
    bool from_preset_ = false;
    bool complete_ = false;  ///< no syntax error: what is absent was not given
};

const JsonNode* descend(const JsonNode& root, std::string_view path) {
    const JsonNode* node = &root;
    while (node && !path.empty()) {
        const std::size_t dot = path.find('.');
        node = node->find(path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return node;
}

void Reader::choose_preset(const JsonNode& root) {
    const JsonNode* node = root.find("preset");
    if (!node) return;
    const PresetEntry* entry = node->kind == JsonNode::Kind::string ? catalog().preset(node->text) : nullptr;
    if (entry) {
        result_.scenario = entry->scenario;
        from_preset_ = true;
        return;
    }
    std::vector<std::string_view> ids;
    for (const PresetEntry& p : catalog().presets) ids.push_back(p.id);
    const std::string near = nearest(node->text, ids);
    report(node->line, "preset", "no ready scenario is " + describe(*node),
           near.empty() ? "take a name that `threewall catalog presets` lists" : "did you mean " + near + "?");
}

/// Puts the catalog entry that the node names under the fields that follow. False: none could be put there.
bool Reader::choose_entry(const CatalogPlace& place, const JsonNode* node) {
    Scenario& s = result_.scenario;
    if (!node || (node->kind != JsonNode::Kind::string && !node->is_object())) return false;
    const JsonNode* name = node->is_object() ? node->find("preset") : node;
    if (!name) {
        const JsonNode* id = node->find("id");
        if (id && id->kind == JsonNode::Kind::string && place.use(s, id->text)) return true;
        place.use_custom(s);
        return true;
    }
    if (name->kind == JsonNode::Kind::string && place.use(s, name->text)) return true;
    InputProblem problem = unknown_entry(place, name->kind == JsonNode::Kind::string ? name->text : describe(*name));
    problem.line = name->line;
    if (name != node) problem.where += ".preset";
    result_.problems.push_back(std::move(problem));
    return false;
}

/// Model and cluster that cannot be read are the first visitor's, so that the page has something to show.
void Reader::choose_entries(const JsonNode& root) {
    for (const CatalogPlace& place : catalog_places()) {
        const JsonNode* node = descend(root, place.path);
        if (choose_entry(place, node) || from_preset_) continue;
        const bool model = place.path == "model", device = place.path == "cluster.device";
        if (!model && !device) continue;
        if (!node && complete_)
            report(0, place.path, fmt::format("the scenario names no {}", place.what),
                   "name one of the catalog, or give its figures");
        const Scenario example = default_scenario();
        if (model) result_.scenario.model = example.model;
        if (device) result_.scenario.cluster = example.cluster;
        if (device) result_.scenario.stack = example.stack;
    }
    const JsonNode* devices = descend(root, "cluster.devices");
    if (!devices && !from_preset_ && complete_)
        report(0, "cluster.devices", "the scenario does not say how many devices there are",
               "add \"devices\" to \"cluster\"");
}

void Reader::read_root(const JsonNode& root) {
    choose_preset(root);
    choose_entries(root);
    read_object(root, "");
}

void Reader::read_object(const JsonNode& object, const std::string& path) {
    for (const JsonMember& member : object.members) read_member(path, member.key, member.value);
}

void Reader::check_version(const JsonNode& node) {
    if (node.kind == JsonNode::Kind::number && node.number == kVersion) return;
    report(node.line, "version", describe(node) + " is no version that this program knows",
           fmt::format("write {}; everything that was understood has been read", kVersion));
}

void Reader::read_member(const std::string& parent, const std::string& key, const JsonNode& node) {
    const std::string path = join(parent, key);
    if (path == "version") return check_version(node);
    if (key == "preset" && (parent.empty() || find_catalog_place(parent))) return;
    const Field* field = find_field(path);
    // The table also answers to link keys, which have no place here.
    if (field && field->path == path) return read_field(*field, node);
    const std::vector<std::string_view> siblings = keys_below(parent);
    if (std::find(siblings.begin(), siblings.end(), key) == siblings.end()) {
        const std::string near = nearest(key, siblings);
        return report(node.line, path, fmt::format("\"{}\" is not known here", key.substr(0, 60)),
                      near.empty() ? "remove it" : "did you mean " + near + "?");
    }
    if (node.is_object()) {
        if (path == "model.moe" && !result_.scenario.model.moe) result_.scenario.model.moe.emplace();
        return read_object(node, path);
    }
    if (node.kind == JsonNode::Kind::string && find_catalog_place(path)) return;
    if (node.kind == JsonNode::Kind::null && path == "model.moe") return result_.scenario.model.moe.reset();
    report(node.line, path, describe(node) + " stands where an object belongs", "write { … } with the keys of " + path);
}

std::optional<InputProblem> Reader::read_string(const Field& f, const JsonNode& node) {
    const bool takes_text =
        f.type == FieldType::text || f.type == FieldType::choice || (f.optional && node.text == "auto");
    if (takes_text) return put_text(result_.scenario, f, node.text);
    InputProblem problem{0, std::string(f.path), describe(node) + " stands where a bare value belongs",
                         "write " + expected(f)};
    const bool numeric = f.type == FieldType::integer || f.type == FieldType::real;
    const auto meant = numeric ? parse_number(node.text, f.unit) : std::nullopt;
    if (meant) problem.fix = fmt::format("write {} without quotes", exact_number(*meant));
    return problem;
}

/// Attention spans may be written as a list of objects as well.
void Reader::read_list(const Field& f, const JsonNode& node) {
    std::string text;
    for (const JsonNode& item : node.items) {
        const JsonNode* kind = item.find("kind");
        const JsonNode* layers = item.find("layers");
        const JsonNode* window = item.find("window");
        if (!text.empty()) text += ',';
        text += fmt::format("{}:{}", kind ? kind->text : "", layers ? exact_number(layers->number) : "");
        if (window) text += ":" + exact_number(window->number);
    }
    if (auto problem = put_text(result_.scenario, f, text)) {
        problem->line = node.line;
        result_.problems.push_back(std::move(*problem));
    }
}

void Reader::read_field(const Field& f, const JsonNode& node) {
    Scenario& s = result_.scenario;
    const bool numeric = f.type == FieldType::integer || f.type == FieldType::real;
    std::optional<InputProblem> problem;
    switch (node.kind) {
    case JsonNode::Kind::null: problem = put_value(s, f, std::nullopt); break;
    case JsonNode::Kind::string: problem = read_string(f, node); break;
    case JsonNode::Kind::array:
        if (f.path == "model.spans") return read_list(f, node);
        [[fallthrough]];
    case JsonNode::Kind::object:
        problem = InputProblem{0, std::string(f.path), describe(node) + " stands where a value belongs",
                               "write " + expected(f)};
        break;
    case JsonNode::Kind::boolean:
    case JsonNode::Kind::number: {
        const bool is_number = node.kind == JsonNode::Kind::number;
        if (is_number ? numeric : f.type == FieldType::boolean) {
            problem = put_value(s, f, is_number ? node.number : node.boolean ? 1 : 0);
        } else {
            problem =
                InputProblem{0, std::string(f.path), describe(node) + " has the wrong type", "write " + expected(f)};
        }
        break;
    }
    }
    if (!problem) return;
    problem->line = node.line;
    result_.problems.push_back(std::move(*problem));
}

ReadResult Reader::read(std::string_view text) {
    const JsonDocument document = parse_json(text);
    result_.problems = document.problems;
    complete_ = document.complete;
    result_.usable = document.root.is_object() && !document.root.members.empty();
    if (result_.usable) {
        read_root(document.root);
        return std::move(result_);
    }
    result_.scenario = default_scenario();
    if (document.complete) {
        report(1, "", describe(document.root) + " stands where a scenario belongs",
               "write { \"version\": 1, \"model\": …, \"cluster\": { … }, \"plan\": { … } }");
    }
    return std::move(result_);
}

}  // namespace

ReadResult scenario_from_json(std::string_view text) { return Reader().read(text); }

namespace {

nlohmann::ordered_json json_number(double value) {
    constexpr double kExactIntegers = 9007199254740992.0;
    if (value == std::floor(value) && std::fabs(value) <= kExactIntegers) return static_cast<std::int64_t>(value);
    return value;
}

nlohmann::ordered_json json_value(const Scenario& s, const Field& f) {
    if (f.type == FieldType::text) return f.get_text(s);
    const auto value = f.get(s);
    if (!value) return nullptr;
    if (f.type == FieldType::boolean) return *value != 0;
    if (f.type == FieldType::choice) return field_text(s, f);
    return json_number(*value);
}

}  // namespace

std::string scenario_to_json(const Scenario& s) {
    nlohmann::ordered_json root;
    root["version"] = kVersion;
    for (const Field& f : fields()) {
        if (!s.model.moe && f.path.starts_with("model.moe.")) {
            root["model"]["moe"] = nullptr;
            continue;
        }
        nlohmann::ordered_json* place = &root;
        std::string_view rest = f.path;
        for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
            place = &(*place)[std::string(rest.substr(0, dot))];
            rest.remove_prefix(dot + 1);
        }
        (*place)[std::string(rest)] = json_value(s, f);
    }
    // Text that is not UTF-8 must not stop the program: it is shown with replacement signs.
    return root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace threewall
