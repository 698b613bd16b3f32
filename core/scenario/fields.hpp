// Every input of a scenario as one table: its path in JSON, its key in a link, its type, unit, range
// and how to read and write it. JSON, links, the command line, the page's sliders and its text view
// are all generated from it, so that none can fall behind. Adding an input is one line here.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/scenario/scenario.hpp"

namespace threewall {

enum class FieldType { integer, real, boolean, choice, text };

/// How a number is typed and shown. The stored value is always SI (bytes, bytes/s, FLOP/s, seconds …).
enum class UnitKind {
    none,
    count,             ///< devices, layers: 2 048, "1k" = 1000
    tokens,            ///< "4k" = 4096 for sequences is ambiguous: K means 1024 only as "Ki"
    bytes,
    bytes_per_second,
    flop_per_second,
    seconds,
    watts,
    dollars,
    ratio,
};

/// The group a field is shown under: also the first part of its path.
enum class FieldGroup { model, cluster, stack, plan, workload, operation };

struct Field {
    std::string_view path;      ///< "plan.tensor_parallel"; device fields are "cluster.device.memory_bytes"
    std::string_view link_key;  ///< short and stable: "tp"
    std::string_view label;     ///< English, a few words, the field's standard term
    std::string_view help;      ///< one sentence
    FieldGroup group = FieldGroup::plan;
    FieldType type = FieldType::integer;
    UnitKind unit = UnitKind::none;
    double min = 0;  ///< legal range, inclusive
    double max = 0;
    bool optional = false;  ///< may be absent ("automatic")
    std::span<const std::string_view> choices;  ///< choice: names in the order of the enum

    // Numbers, booleans (0/1) and choices (index). Absent = nullopt.
    std::optional<double> (*get)(const Scenario&) = nullptr;
    void (*set)(Scenario&, std::optional<double>) = nullptr;
    // Text.
    std::string (*get_text)(const Scenario&) = nullptr;
    bool (*set_text)(Scenario&, std::string_view) = nullptr;  ///< false: not understood, scenario unchanged
};

/// All inputs, in display order within their group.
std::span<const Field> fields();
/// By path or link key; nullptr if unknown.
const Field* find_field(std::string_view path_or_key);

}  // namespace threewall
