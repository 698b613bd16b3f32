// Every number finite and in its legal range, taken from the one table of fields; every choice one of its names.
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/scenario/fields.hpp"

namespace threewall::rules {

constinit const Rule kRangeRule{"value-in-range", "Every number is finite and within the range of its field; every choice is one of its names.",
                      "Threewall core/scenario/fields.hpp"};
constinit const Rule kSpanRule{"attention-spans-sane", "Attention spans have at least one layer each, and a window where their kind needs one.",
                     "Threewall core/scenario/model.hpp"};

namespace {

/// What a check needs of a field, close together: this loop runs in every evaluation.
struct RangeCheck {
    std::optional<double> (*get)(const Scenario&) = nullptr;
    double min = 0;
    double max = 0;
    Inputs input = reads::none;
    const Field* field = nullptr;
};

Inputs input_of(std::string_view path) {
    for (const InputPath& known : input_paths())
        if (known.path == path) return known.input;
    return reads::none;
}

std::vector<RangeCheck> range_checks() {
    std::vector<RangeCheck> checks;
    for (const Field& f : fields())
        if (f.get) checks.push_back({f.get, f.min, f.max, input_of(f.path), &f});
    return checks;
}

/// Integers in full, so that the text can be typed back; fmt's shortest form for the rest.
std::string number_text(double value, FieldType type) {
    if (std::isnan(value)) return "not a number";
    const bool whole = type != FieldType::real && std::fabs(value) < 1e16;
    return whole ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

std::string choices_text(const Field& f) {
    std::string text;
    for (std::string_view name : f.choices) text += (text.empty() ? "" : ", ") + std::string(name);
    return text;
}

std::string range_text(const Field& f) {
    return fmt::format("{} from {} to {}", f.type == FieldType::real ? "a number" : "a whole number", number_text(f.min, f.type), number_text(f.max, f.type));
}

void report_range(const Field& f, double value, Report& report) {
    if (f.type == FieldType::choice) {
        report.error({.field = f.path,
                      .message = fmt::format("{} ({}) has no choice number {}", f.label, f.path, number_text(value, f.type)),
                      .fix = "one of " + choices_text(f),
                      .suggestion = f.choices.empty() ? std::string() : std::string(f.choices[0])});
        return;
    }
    const double nearest = value < f.min ? f.min : f.max;
    report.error({.field = f.path,
                  .message = fmt::format("{} ({}) is {}, outside {} … {}", f.label, f.path, number_text(value, f.type), number_text(f.min, f.type), number_text(f.max, f.type)),
                  .fix = range_text(f),
                  .suggestion = std::isnan(value) ? std::string() : number_text(nearest, f.type)});
}

constexpr std::int64_t kMostTokens = 1'000'000'000;

bool span_is_sane(const AttentionSpan& span) {
    const bool needs_window = span.kind == SpanKind::sliding_window || span.kind == SpanKind::chunked || span.kind == SpanKind::sparse;
    const bool known = span.kind >= SpanKind::full && span.kind <= SpanKind::linear;
    return known && span.layers >= 1 && span.layers <= kMostTokens && span.window >= (needs_window ? 1 : 0) && span.window <= kMostTokens;
}

}  // namespace

void check_ranges(Facts& f, Report& report) {
    static const std::vector<RangeCheck> checks = range_checks();
    for (const RangeCheck& c : checks) {
        const std::optional<double> value = c.get(f.s);
        if (!value || (*value >= c.min && *value <= c.max)) continue;  // NaN fails both comparisons
        f.broken |= c.input;
        report_range(*c.field, *value, report);
    }
}

void check_spans(Facts& f, Report& report) {
    for (const AttentionSpan& span : f.s.model.spans) {
        if (span_is_sane(span)) continue;
        f.broken |= reads::spans;
        report.error({.field = "model.spans",
                      .message = fmt::format("an attention span has {} layers and a window of {} tokens", span.layers, span.window),
                      .fix = "at least 1 layer, and a window of at least 1 token for sliding_window, chunked and sparse; without spans all layers see everything"});
        return;
    }
}

}  // namespace threewall::rules
