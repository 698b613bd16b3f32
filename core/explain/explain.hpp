// How a number came about, as text and JSON, from the trace that `evaluate` recorded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/trace.hpp"

namespace threewall {

/// The recorded steps that lead to `quantity`, the quantity first, then the steps of its inputs that were recorded
/// themselves, each once. Empty if nothing of that name was recorded.
std::vector<const TraceStep*> steps_behind(const Trace& trace, std::string_view quantity);

/// All names that can be asked for.
std::vector<std::string_view> quantities(const Trace& trace);

/// Formula, formula with values, result, source; one block a step.
std::string explanation_to_text(const std::vector<const TraceStep*>& steps);
std::string explanation_to_json(const std::vector<const TraceStep*>& steps);

/// The formula with every symbol replaced by its value ("(4 + 2)*3.5"): arithmetic that anyone can re-evaluate.
std::string substituted(const TraceStep& step);

}  // namespace threewall
