#include "core/io/catalog_json.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "core/io/assets.hpp"
#include "core/io/field_input.hpp"
#include "core/scenario/fields.hpp"

namespace threewall {
namespace {

using nlohmann::json;

const json kNull;

/// A bare value into a field: what is wrong with it, or nothing.
std::optional<std::string> put(const json& value, const Field& f, Scenario& s) {
    const bool numeric = f.type == FieldType::integer || f.type == FieldType::real;
    std::optional<InputProblem> problem;
    if (value.is_null()) {
        problem = put_value(s, f, std::nullopt);
    } else if (value.is_number() && numeric) {
        problem = put_value(s, f, value.get<double>());
    } else if (value.is_boolean() && f.type == FieldType::boolean) {
        problem = put_value(s, f, value.get<bool>() ? 1 : 0);
    } else if (value.is_string() && (f.type == FieldType::text || f.type == FieldType::choice)) {
        problem = put_text(s, f, value.get_ref<const std::string&>());
    } else {
        return "has the wrong type: write " + expected(f);
    }
    if (!problem) return std::nullopt;
    return problem->message + ": " + problem->fix;
}

}  // namespace

void read_fields(const json& object, std::string_view path, std::string_view who, Scenario& s,
                 CatalogProblems& problems) {
    for (const auto& [key, value] : object.items()) {
        const std::string below = fmt::format("{}.{}", path, key);
        if (value.is_object()) {
            read_fields(value, below, who, s, problems);
            continue;
        }
        const Field* field = find_field(below);
        if (!field) {
            problems.push_back(fmt::format("{}: {} is not known", who, below));
        } else if (const auto wrong = put(value, *field, s)) {
            problems.push_back(fmt::format("{}: {}: {}", who, below, *wrong));
        }
    }
}

Members::Members(const json& object, std::string who, CatalogProblems& problems)
    : object_(object), who_(std::move(who)), problems_(problems) {
    if (!object_.is_object()) report("is no object");
}

void Members::report(std::string_view what) { problems_.push_back(fmt::format("{}: {}", who_, what)); }

const json& Members::any(std::string_view key, bool required) {
    asked_.emplace_back(key);
    const auto found = object_.is_object() ? object_.find(key) : object_.end();
    if (found != object_.end()) return *found;
    if (required) report(fmt::format("{} is missing", key));
    return kNull;
}

std::string Members::text(std::string_view key, bool required) {
    const json& value = any(key, required);
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_null()) report(fmt::format("{} is no text", key));
    return {};
}

double Members::number(std::string_view key, bool required) {
    const json& value = any(key, required);
    if (value.is_number()) return value.get<double>();
    if (!value.is_null()) report(fmt::format("{} is no number", key));
    return 0;
}

std::vector<std::string> Members::texts(std::string_view key) {
    const json& list = any(key, false);
    std::vector<std::string> out;
    for (const json& item : list) {
        if (item.is_string()) out.push_back(item.get<std::string>());
        else report(fmt::format("{} holds something that is no text", key));
    }
    return out;
}

void Members::fields(std::string_view key, std::string_view path, Scenario& s) {
    const json& object = any(key);
    if (object.is_object()) read_fields(object, path, who_, s, problems_);
    else if (!object.is_null()) report(fmt::format("{} is no object", key));
}

Provenance Members::provenance() {
    Provenance p;
    p.source = text("source");
    p.unverified = text("unverified", false);
    p.note = text("note", false);
    return p;
}

void Members::finish() {
    if (!object_.is_object()) return;
    for (const auto& [key, value] : object_.items()) {
        if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) report(fmt::format("{} is not known", key));
    }
}

json catalog_list(std::string_view file, std::string_view key, CatalogProblems& problems) {
    json root = json::parse(asset(file), nullptr, false);
    if (root.is_object() && root.contains(key) && root[key].is_array()) return std::move(root[key]);
    problems.push_back(fmt::format("{} holds no list \"{}\"", file, key));
    return json::array();
}

}  // namespace threewall
