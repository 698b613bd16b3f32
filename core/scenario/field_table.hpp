// How a line of the field table is made: the path of members names the place in a Scenario, and the type found
// there decides how it is read and written. Only for fields_*.cpp.
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/scenario/fields.hpp"

namespace threewall {

/// Names of an enum's values, in their order: one specialisation for each enum of a scenario (field_names.cpp).
template <class Enum>
std::span<const std::string_view> choice_names();
template <>
std::span<const std::string_view> choice_names<Norm>();
template <>
std::span<const std::string_view> choice_names<Position>();
template <>
std::span<const std::string_view> choice_names<AttentionKind>();
template <>
std::span<const std::string_view> choice_names<SpanKind>();
template <>
std::span<const std::string_view> choice_names<Topology>();
template <>
std::span<const std::string_view> choice_names<Precision>();
template <>
std::span<const std::string_view> choice_names<Recipe>();
template <>
std::span<const std::string_view> choice_names<Recompute>();
template <>
std::span<const std::string_view> choice_names<AttentionKernel>();
template <>
std::span<const std::string_view> choice_names<ContextParallelKind>();
template <>
std::span<const std::string_view> choice_names<Schedule>();
template <>
std::span<const std::string_view> choice_names<Optimizer>();
template <>
std::span<const std::string_view> choice_names<DimensionOrder>();

std::span<const Field> model_fields();
std::span<const Field> cluster_fields();
std::span<const Field> stack_fields();
std::span<const Field> plan_fields();
std::span<const Field> run_fields();  ///< workload and operation

namespace table {

/// What a person reads about a field.
struct Caption {
    std::string_view path;
    std::string_view link_key;
    std::string_view label;
    std::string_view help;
};

struct Range {
    double min = 0;
    double max = 0;
};

/// Integers travel as doubles, so they are exact up to here.
inline constexpr double kLargestInteger = 9007199254740992.0;
/// Longer names are refused: a link has to stay short enough for mail programs.
inline constexpr std::size_t kLongestText = 120;

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

template <auto... Members, class S>
constexpr auto& at(S& s) {
    return (s.*....*Members);
}

template <class T>
std::optional<double> read(const T& place) {
    if constexpr (is_optional<T>) {
        return place ? read(*place) : std::nullopt;
    } else if constexpr (requires { place.value; }) {
        return place.value;
    } else {
        return static_cast<double>(place);
    }
}

/// Values that the place cannot hold are not written; callers check the range and say so (io/field_input.hpp).
template <class T>
void write(T& place, std::optional<double> value) {
    if constexpr (is_optional<T>) {
        if (!value) {
            place.reset();
        } else if (typename T::value_type inner{}; std::isfinite(*value)) {
            write(inner, value);
            place = inner;
        }
    } else if (!value || !std::isfinite(*value)) {
        return;
    } else if constexpr (requires { place.value; }) {
        place.value = *value;
    } else if constexpr (std::same_as<T, bool>) {
        place = *value != 0;
    } else if constexpr (std::same_as<T, double>) {
        place = *value;
    } else if (std::fabs(*value) <= kLargestInteger) {
        place = static_cast<T>(static_cast<std::int64_t>(*value));
    }
}

template <class T>
constexpr FieldType type_of() {
    if constexpr (is_optional<T>) {
        return type_of<typename T::value_type>();
    } else if constexpr (std::same_as<T, bool>) {
        return FieldType::boolean;
    } else if constexpr (std::is_enum_v<T>) {
        return FieldType::choice;
    } else if constexpr (std::is_integral_v<T>) {
        return FieldType::integer;
    } else {
        return FieldType::real;
    }
}

template <class T>
std::span<const std::string_view> names_of() {
    if constexpr (is_optional<T>) {
        return names_of<typename T::value_type>();
    } else if constexpr (std::is_enum_v<T>) {
        return choice_names<T>();
    } else {
        return {};
    }
}

FieldGroup group_of(std::string_view path);
/// True for well-formed UTF-8 without control characters that is not too long.
bool is_plain_text(std::string_view text);

template <class T>
Field described(const Caption& c, UnitKind unit, Range range) {
    Field f;
    f.path = c.path;
    f.link_key = c.link_key;
    f.label = c.label;
    f.help = c.help;
    f.group = group_of(c.path);
    f.type = type_of<T>();
    f.choices = names_of<T>();
    f.unit = unit;
    f.min = range.min;
    f.max = range.max;
    if (f.type == FieldType::boolean) f.max = 1;
    if (f.type == FieldType::choice) f.max = static_cast<double>(f.choices.size() - 1);
    f.optional = is_optional<T>;
    return f;
}

/// A number, switch or choice: `value<&Scenario::plan, &Plan::tensor_parallel>(…)`.
template <auto... Members>
Field value(const Caption& c, UnitKind unit = UnitKind::none, Range range = {}) {
    using T = std::remove_cvref_t<decltype(at<Members...>(std::declval<Scenario&>()))>;
    Field f = described<T>(c, unit, range);
    f.get = [](const Scenario& s) { return read(at<Members...>(s)); };
    f.set = [](Scenario& s, std::optional<double> v) { write(at<Members...>(s), v); };
    return f;
}

/// A short name, or free text of one line.
template <auto... Members>
Field text(const Caption& c) {
    Field f;
    f.path = c.path;
    f.link_key = c.link_key;
    f.label = c.label;
    f.help = c.help;
    f.group = group_of(c.path);
    f.type = FieldType::text;
    f.get_text = [](const Scenario& s) { return std::string(at<Members...>(s)); };
    f.set_text = [](Scenario& s, std::string_view v) {
        if (!is_plain_text(v)) return false;
        at<Members...>(s) = v;
        return true;
    };
    return f;
}

}  // namespace table
}  // namespace threewall
