// Numbers along an axis.
#pragma once

#include <vector>

namespace threewall::web {

/// About `count` round values (1, 2, 2.5 or 5 times a power of ten) from 0 to `largest`, in multiples of `unit`.
std::vector<double> round_ticks(double largest, int count, double unit);

/// Powers of ten within [low, high].
std::vector<double> decades(double low, double high);

}  // namespace threewall::web
