// Numbers as people type and read them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/scenario/fields.hpp"

namespace threewall {

/// "1.5T", "4k", "80 GiB", "400 Gb/s", "312 TFLOP/s", "8%", "2e12" → SI value of the unit kind. Decimal prefixes
/// are powers of 1000, binary (Ki, Mi, Gi) of 1024; "b" is bit and "B" byte. nullopt if not understood;
/// never NaN or infinite.
std::optional<double> parse_number(std::string_view text, UnitKind unit);

/// Short text for a person: 3–4 significant digits with unit ("61.2 GiB", "3.42 s", "1.19 M").
std::string format_number(double si_value, UnitKind unit);

/// Exact text that reads back to the same double, shortest form ("512", "0.1", "2e+12").
std::string exact_number(double value);

}  // namespace threewall
