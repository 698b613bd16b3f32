// Names and numbers as the page shows them.
#pragma once

#include <string>
#include <string_view>

#include "core/evaluate/result.hpp"
#include "core/io/numbers.hpp"
#include "core/scenario/fields.hpp"

namespace threewall::web {

/// "one_f_one_b" → "1F1B", "layer_norm" → "LayerNorm", others with blanks for underscores.
std::string choice_text(std::string_view name);
/// What stands in a field's box: short, with unit; "auto" where the scenario leaves it open.
std::string value_text(const Field& f, const Scenario& s);
/// The link that carries out a rule's suggestion: "Use 8", "Turn off".
std::string suggestion_text(const Field& f, std::string_view suggestion);
/// A number of the trace in the unit it was recorded with ("B", "FLOP/s", "devices").
std::string traced_text(double value, std::string_view unit);

std::string_view memory_part_name(MemoryPart part);
std::string bytes_text(Bytes b);
std::string seconds_text(Seconds s);
/// "41.6 %": three digits
std::string percent_text(double share);
/// "1.19 M"
std::string quantity_text(double n);
std::string energy_text(Joules j);
/// "146 d", or years for the hopeless.
std::string days_text(Seconds s);

}  // namespace threewall::web
