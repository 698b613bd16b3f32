// Numbers inside messages: lists of legal values, neighbours that divide. Only called when something is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace threewall::rules {

/// "1, 2 or 4"; long lists keep their largest values.
std::string one_of(const std::vector<std::int64_t>& values);
std::string joined(const std::vector<std::string>& parts, std::string_view separator);
/// "25 GB/s", "312 TFLOP/s".
std::string bandwidth_text(double bytes_per_second);

/// Divisors of n from 1 to `limit`, ascending. n > 0.
std::vector<std::int64_t> divisors(std::int64_t n, std::int64_t limit);
/// The largest divisor of n that is at most `limit`; 1 if limit < 1. n > 0.
std::int64_t largest_divisor(std::int64_t n, std::int64_t limit);

/// Multiples of a unit around a value that is none.
struct Neighbours {
    std::int64_t below = 0;  ///< 0: none
    std::int64_t above = 0;

    std::int64_t nearest(std::int64_t value) const {
        return below > 0 && value - below <= above - value ? below : above;
    }
    /// "3844 or 3968".
    std::string text() const;
};
Neighbours multiples_around(std::int64_t value, std::int64_t unit);

}  // namespace threewall::rules
