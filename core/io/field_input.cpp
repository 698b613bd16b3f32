#include "core/io/field_input.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/io/numbers.hpp"
#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

/// A value quoted in a message is cut here: it may be a whole pasted file.
constexpr std::size_t kLongestQuote = 60;

std::string quoted(std::string_view text) {
    if (text.size() <= kLongestQuote) return fmt::format("\"{}\"", text);
    return fmt::format("\"{}…\"", text.substr(0, kLongestQuote));
}

InputProblem problem(const Field& f, std::string message) {
    return {0, std::string(f.path), std::move(message), "write " + expected(f)};
}

std::string joined(std::span<const std::string_view> names) {
    std::string out;
    for (std::string_view name : names) out += (out.empty() ? "" : ", ") + std::string(name);
    return out;
}

/// "…, in bytes" for fields whose number alone does not say what it counts.
std::string_view unit_name(UnitKind unit) {
    switch (unit) {
    case UnitKind::bytes: return " bytes";
    case UnitKind::bytes_per_second: return " bytes/s";
    case UnitKind::flop_per_second: return " FLOP/s";
    case UnitKind::seconds: return " seconds";
    case UnitKind::watts: return " watts";
    case UnitKind::dollars: return " dollars";
    case UnitKind::none:
    case UnitKind::count:
    case UnitKind::tokens:
    case UnitKind::ratio: break;
    }
    return "";
}

bool means_absent(std::string_view text) {
    return text == "auto" || text == "automatic" || text == "none" || text == "-";
}

std::optional<double> parse_boolean(std::string_view text) {
    for (std::string_view yes : {"1", "true", "yes", "on"}) {
        if (text == yes) return 1;
    }
    for (std::string_view no : {"0", "false", "no", "off"}) {
        if (text == no) return 0;
    }
    return std::nullopt;
}

std::optional<double> parse_choice(std::string_view text, std::span<const std::string_view> names) {
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) return std::nullopt;
    return static_cast<double>(found - names.begin());
}

std::optional<double> parse_value(const Field& f, std::string_view text) {
    if (f.type == FieldType::boolean) return parse_boolean(text);
    if (f.type == FieldType::choice) return parse_choice(text, f.choices);
    return parse_number(text, f.unit);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
        }
    }
    return row[b.size()];
}

}  // namespace

std::string expected(const Field& f) {
    std::string text;
    switch (f.type) {
    case FieldType::integer:
        text = fmt::format("a whole number from {} to {}", exact_number(f.min), exact_number(f.max));
        break;
    case FieldType::real:
        text = fmt::format("a number from {} to {}{}", exact_number(f.min), exact_number(f.max), unit_name(f.unit));
        break;
    case FieldType::boolean: text = "true or false"; break;
    case FieldType::choice: text = "one of " + joined(f.choices); break;
    case FieldType::text:
        if (f.path == "model.spans") return "spans as kind:layers:window, for example sliding_window:24:4096,full:8";
        return fmt::format("one line of at most {} bytes", table::kLongestText);
    }
    return f.optional ? text + ", or auto" : text;
}

std::optional<InputProblem> put_value(Scenario& s, const Field& f, std::optional<double> value) {
    if (f.type == FieldType::text) return problem(f, "a number stands where a text belongs");
    if (!value) {
        if (!f.optional) return problem(f, "the value is missing and cannot be automatic");
        f.set(s, std::nullopt);
        return std::nullopt;
    }
    if (!std::isfinite(*value)) return problem(f, "the value is not a finite number");
    if (f.type != FieldType::real && *value != std::floor(*value)) {
        return problem(f, exact_number(*value) + " is not a whole number");
    }
    if (*value < f.min || *value > f.max) {
        return problem(f, fmt::format("{} is out of range", exact_number(*value)));
    }
    f.set(s, *value);
    return std::nullopt;
}

std::optional<InputProblem> put_text(Scenario& s, const Field& f, std::string_view text) {
    if (f.type == FieldType::text) {
        if (f.set_text(s, text)) return std::nullopt;
        return problem(f, quoted(text) + " was not understood");
    }
    if (f.optional && means_absent(text)) return put_value(s, f, std::nullopt);
    const auto value = parse_value(f, text);
    if (!value) return problem(f, quoted(text) + " was not understood");
    return put_value(s, f, value);
}

std::string field_text(const Scenario& s, const Field& f) {
    if (f.type == FieldType::text) return f.get_text(s);
    const auto value = f.get(s);
    if (!value) return f.path.starts_with("model.moe.") ? "none" : "auto";
    if (f.type == FieldType::boolean) return *value != 0 ? "true" : "false";
    if (f.type != FieldType::choice) return exact_number(*value);
    const auto index = static_cast<std::size_t>(*value);
    return index < f.choices.size() ? std::string(f.choices[index]) : exact_number(*value);
}

std::string nearest(std::string_view word, const std::vector<std::string_view>& names) {
    if (word.size() > kLongestQuote) return {};
    std::vector<std::pair<std::size_t, std::string_view>> ranked;
    for (std::string_view name : names) {
        // A name that contains what was typed is near, however long: "llama3" finds "llama3-70b".
        const bool contains = word.size() >= 3 && name.find(word) != std::string_view::npos;
        const std::size_t distance = contains ? 1 : edit_distance(word, name);
        if (distance <= std::max<std::size_t>(2, name.size() / 3)) ranked.emplace_back(distance, name);
    }
    std::ranges::stable_sort(ranked, {}, [](const auto& entry) { return entry.first; });
    if (ranked.size() > 3) ranked.resize(3);
    std::string out;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
        if (i > 0) out += i + 1 == ranked.size() ? " or " : ", ";
        out += ranked[i].second;
    }
    return out;
}

}  // namespace threewall
