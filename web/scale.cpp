#include "web/scale.hpp"

#include <algorithm>
#include <cmath>

namespace threewall::web {
namespace {

/// A slider without stops reaches so far to either side of the reference value.
constexpr double kReach = 8;
/// Ranges wider than this are logarithmic.
constexpr double kWide = 20;
constexpr float kKeyStep = 0.01f;

/// Rounded to a value that a person would type: two significant digits.
double rounded(double v, bool whole) {
    if (v == 0) return 0;
    const double step = std::pow(10, std::floor(std::log10(std::fabs(v))) - 1);
    const double r = std::round(v / step) * step;
    // Dividing by a power of ten keeps 0.94 from becoming 0.9400000000000001.
    const double tidy = step < 1 ? std::round(r / step) / std::round(1 / step) : r;
    return whole ? std::round(tidy) : tidy;
}

void set_range(const Field& f, double centre, Scale& s) {
    const bool bounded = f.unit == UnitKind::ratio || f.max - f.min <= kWide;
    if (bounded) {
        s.low = f.min;
        s.high = f.max;
    } else if (centre > 0) {
        s.low = std::max(f.min, s.whole ? std::max(1.0, std::floor(centre / kReach)) : centre / kReach);
        s.high = std::min(f.max, centre * kReach);
    } else {
        s.low = f.min;
        s.high = std::min(f.max, f.min + kWide);
    }
    s.logarithmic = s.low > 0 && s.high / s.low > kWide;
}

}  // namespace

float Scale::position(double v) const {
    if (!stops.empty()) {
        if (stops.size() == 1) return 0;
        const auto above = std::lower_bound(stops.begin(), stops.end(), v);
        if (above == stops.begin()) return 0;
        if (above == stops.end()) return 1;
        const double below = *(above - 1);
        const double part = (v - below) / (*above - below);
        return static_cast<float>((static_cast<double>(above - stops.begin()) - 1 + part) /
                                  static_cast<double>(stops.size() - 1));
    }
    if (!(high > low)) return 0;
    const double p = logarithmic ? std::log(std::max(v, low) / low) / std::log(high / low) : (v - low) / (high - low);
    return static_cast<float>(std::clamp(p, 0.0, 1.0));
}

double Scale::value(float p) const {
    if (!stops.empty()) {
        const double index = std::round(static_cast<double>(p) * static_cast<double>(stops.size() - 1));
        return stops[static_cast<std::size_t>(index)];
    }
    const double part = static_cast<double>(p);
    const double v = logarithmic ? low * std::pow(high / low, part) : low + part * (high - low);
    return std::clamp(rounded(v, whole), low, high);
}

double Scale::stepped(double from, int steps) const {
    if (stops.empty()) {
        const double next = value(std::clamp(position(from) + kKeyStep * static_cast<float>(steps), 0.0f, 1.0f));
        return whole && next == from ? std::clamp(from + steps, low, high) : next;
    }
    const auto up = steps > 0 ? std::upper_bound(stops.begin(), stops.end(), from)
                              : std::lower_bound(stops.begin(), stops.end(), from);
    const auto index = up - stops.begin() + (steps > 0 ? steps - 1 : steps);
    return stops[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index, 0, std::ssize(stops) - 1))];
}

Scale scale_of(const Field& f, const Scenario& now, const Scenario& reference) {
    Scale s;
    s.whole = f.type == FieldType::integer;
    s.stops = legal_stops(f, now);
    if (s.stops.empty()) set_range(f, f.get(reference).value_or(0), s);
    return s;
}

}  // namespace threewall::web
