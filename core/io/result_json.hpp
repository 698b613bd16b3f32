// Results for scripts (JSON) and for people (text).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/evaluate/result.hpp"
#include "core/io/scenario_io.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall {

/// Names as they stand in JSON.
std::string_view name_of(Wall w);
std::string_view name_of(MemoryPart p);
std::string_view name_of(PeakMoment m);
std::string_view name_of(Verdict v);

/// Published as assets/schema/result.schema.json: every quantity carries its unit in its name. An invalid
/// scenario has findings and problems and no numbers. Ends with a line break.
std::string result_to_json(const Result& r, const std::vector<InputProblem>& problems = {});

/// What a person wants to see in a terminal: verdict, memory of the fullest rank, step time by wall, terms, throughput,
/// findings with their fix.
std::string result_to_text(const Scenario& s, const Result& r);

}  // namespace threewall
