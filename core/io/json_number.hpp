// Lenient reads from foreign JSON (published runs): a missing, null or wrongly typed key gives the default. Scenario files
// are read strictly, by scenario_json.cpp.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace threewall {

inline double number_or(const nlohmann::json& object, const char* key, double fallback) {
    const auto it = object.find(key);
    return it != object.end() && it->is_number() ? it->get<double>() : fallback;
}

inline std::string text_or(const nlohmann::json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

inline bool flag_or(const nlohmann::json& object, const char* key, bool fallback) {
    const auto it = object.find(key);
    return it != object.end() && it->is_boolean() ? it->get<bool>() : fallback;
}

inline bool is_stated(const nlohmann::json& object, const char* key) {
    const auto it = object.find(key);
    return it != object.end() && !it->is_null();
}

}  // namespace threewall
