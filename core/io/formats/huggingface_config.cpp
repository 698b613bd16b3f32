#include "core/io/formats/huggingface_config.hpp"

#include <fmt/format.h>

#include "core/io/field_input.hpp"

namespace threewall::huggingface {
namespace {

const JsonNode* descend(const JsonNode& object, std::string_view key) {
    const std::size_t dot = key.find('.');
    const JsonNode* node = object.find(key.substr(0, dot));
    if (!node || node->kind == JsonNode::Kind::null) return nullptr;
    return dot == std::string_view::npos ? node : descend(*node, key.substr(dot + 1));
}

}  // namespace

const JsonNode* Config::find(Keys keys) const {
    for (std::string_view key : keys) {
        if (const JsonNode* node = descend(object_, key)) return node;
    }
    return nullptr;
}

std::optional<double> Config::number(Keys keys) const {
    const JsonNode* node = find(keys);
    return node && node->kind == JsonNode::Kind::number ? std::optional(node->number) : std::nullopt;
}

std::optional<bool> Config::flag(Keys keys) const {
    const JsonNode* node = find(keys);
    return node && node->kind == JsonNode::Kind::boolean ? std::optional(node->boolean) : std::nullopt;
}

std::string Config::text(Keys keys) const {
    const JsonNode* node = find(keys);
    return node && node->kind == JsonNode::Kind::string ? node->text : std::string();
}

std::optional<bool> Config::flag_anywhere(std::string_view key) const {
    if (const auto inner = flag({key})) return inner;
    const JsonNode* node = outer_.find(key);
    return node && node->kind == JsonNode::Kind::boolean ? std::optional(node->boolean) : std::nullopt;
}

bool Config::take(std::string_view field, Keys keys) {
    for (std::string_view key : keys) {
        const JsonNode* node = descend(object_, key);
        if (!node) continue;
        const Field& f = *find_field(field);
        std::optional<InputProblem> problem;
        if (node->kind == JsonNode::Kind::number) {
            problem = put_value(scenario, f, node->number);
        } else {
            problem = InputProblem{0, {}, describe(*node) + " stands where a number belongs", "write " + expected(f)};
        }
        if (!problem) return true;
        problem->line = node->line;
        problem->where = key;
        problems.push_back(std::move(*problem));
        return false;
    }
    return false;
}

void Config::need(std::string_view field, Keys keys) {
    if (!take(field, keys)) missing.emplace_back(*keys.begin());
}

void Config::set(std::string_view field, double value) {
    const Field& f = *find_field(field);
    if (auto problem = put_value(scenario, f, value)) problems.push_back(std::move(*problem));
}

void Config::note(std::string message, std::string fix) {
    problems.push_back({0, "", std::move(message), std::move(fix)});
}

}  // namespace threewall::huggingface
