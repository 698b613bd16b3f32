// The answers in the order of the strip: what the cards show, and what is read aloud.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "web/store.hpp"

namespace threewall::web {

enum class Mood { neutral, good, warning, bad };

struct VerdictLine {
    std::string label = {};
    std::string lead = {};  ///< coloured first word: "Fits", "Network"
    std::string value = {};
    std::string note = {};
    std::string_view quantity = {};  ///< of the trace, for "why this number"; empty: none
    Mood mood = Mood::neutral;
    float filled = -1;  ///< of the bar below; negative: no bar
};

std::vector<VerdictLine> verdict_lines(const Store& store);

/// "fits", "tight", "does_not_fit" or "invalid".
std::string_view verdict_name(const Result& r);

}  // namespace threewall::web
