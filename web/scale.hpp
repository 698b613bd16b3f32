// What the positions of a field's slider mean: legal stops for integers of the plan, else a range around the
// reference value.
#pragma once

#include <optional>
#include <vector>

#include "core/scenario/fields.hpp"

namespace threewall::web {

struct Scale {
    std::vector<double> stops;  ///< if any, evenly spaced and the only values the slider gives
    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;

    float position(double value) const;
    double value(float position) const;
    /// The value so many stops (or, without stops, hundredths of the slider) further.
    double stepped(double from, int steps) const;
};

Scale scale_of(const Field& f, const Scenario& now, const Scenario& reference);

/// Values of a plan's integer that break the fewest rules, everything else left as it is; empty for fields that have
/// no natural list of candidates.
std::vector<double> legal_stops(const Field& f, const Scenario& now);

}  // namespace threewall::web
