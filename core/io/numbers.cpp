#include "core/io/numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <span>

#include <fmt/format.h>

namespace threewall {
namespace {

constexpr std::size_t kLongestNumber = 100;

/// A number as it is typed, before its value is known: digits, then a power of ten.
struct Typed {
    std::string digits;  ///< sign, digits, decimal point
    int exponent = 0;
    std::string_view rest;  ///< what follows: prefix and unit
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t' || s.back() == '\r' || s.back() == '\n'))
        s.remove_suffix(1);
    return s;
}

/// Three digits and no more, as between thousands separators.
bool starts_with_group(std::string_view s) {
    return s.size() >= 3 && is_digit(s[0]) && is_digit(s[1]) && is_digit(s[2]) && (s.size() == 3 || !is_digit(s[3]));
}

/// Length of a thousands separator at the start of `s`: blank, underscore, comma, apostrophe, narrow blank (U+202F).
std::size_t separator_length(std::string_view s) {
    if (s.empty()) return 0;
    if (s[0] == ' ' || s[0] == '_' || s[0] == ',' || s[0] == '\'') return 1;
    return s.starts_with("\u202F") ? 3 : 0;
}

/// Digits before the decimal point, with thousands separators. Those need one to three digits before them, so
/// that "0,800" (a decimal comma) is refused.
bool take_whole_part(std::string_view& s, std::string& digits) {
    std::size_t count = 0;
    while (count < s.size() && is_digit(s[count])) ++count;
    const std::string_view first = s.substr(0, count);
    digits += first;
    s.remove_prefix(count);
    const bool groups = count >= 1 && count <= 3 && first[0] != '0';
    for (std::size_t n = separator_length(s); groups && n > 0; n = separator_length(s)) {
        if (!starts_with_group(s.substr(n))) break;
        digits += s.substr(n, 3);
        s.remove_prefix(n + 3);
    }
    return count > 0;
}

bool take_fraction(std::string_view& s, std::string& digits) {
    if (s.empty() || s[0] != '.') return false;
    std::size_t count = 1;
    while (count < s.size() && is_digit(s[count])) ++count;
    digits += s.substr(0, count);
    s.remove_prefix(count);
    return count > 1;
}

/// "e12" and "E-3"; an E that no digit follows is the prefix exa.
void take_exponent(std::string_view& s, int& exponent) {
    if (s.size() < 2 || (s[0] != 'e' && s[0] != 'E')) return;
    std::size_t at = 1;
    const bool negative = s[at] == '-';
    if (s[at] == '-' || s[at] == '+') ++at;
    const char* begin = s.data() + at;
    const auto [end, error] = std::from_chars(begin, s.data() + s.size(), exponent);
    if (end == begin || !is_digit(*begin) || error != std::errc()) {
        exponent = 0;
        return;
    }
    if (negative) exponent = -exponent;
    s.remove_prefix(static_cast<std::size_t>(end - s.data()));
}

std::optional<Typed> take_number(std::string_view text) {
    Typed typed;
    std::string_view s = trimmed(text);
    if (!s.empty() && (s[0] == '-' || s[0] == '+')) {
        if (s[0] == '-') typed.digits = "-";
        s.remove_prefix(1);
    }
    const bool whole = take_whole_part(s, typed.digits);
    const bool fraction = take_fraction(s, typed.digits);
    if (!whole && !fraction) return std::nullopt;
    take_exponent(s, typed.exponent);
    typed.rest = trimmed(s);
    return typed;
}

struct Prefix {
    std::string_view text;
    int exponent;   ///< of ten
    double factor;  ///< binary prefixes; 1 else
};

constexpr double kTebi = kGibi * 1024.0;
constexpr double kPebi = kTebi * 1024.0;
// Binary prefixes first: "Ki" must not be read as "K" with a unit "i". Lower-case letters other than k are not
// accepted: "m" is milli to some and mega to others.
constexpr Prefix kPrefixes[] = {
    {"Ki", 0, kKibi}, {"ki", 0, kKibi}, {"Mi", 0, kMebi}, {"Gi", 0, kGibi}, {"Ti", 0, kTebi},
    {"Pi", 0, kPebi}, {"k", 3, 1},      {"K", 3, 1},      {"M", 6, 1},      {"G", 9, 1},
    {"T", 12, 1},     {"P", 15, 1},     {"E", 18, 1},
};

/// One spelling of a unit; value = number × 10^exponent × factor.
struct Unit {
    UnitKind kind;
    std::string_view text;
    double factor = 1;
    int exponent = 0;
    bool prefixes = true;
};

// clang-format off
constexpr Unit kUnits[] = {
    {UnitKind::none, "", 1, 0, false},
    {UnitKind::count, ""},
    {UnitKind::count, "B", 1, 9, false},  // billion: "70B" parameters
    {UnitKind::count, "bn", 1, 9, false},
    {UnitKind::tokens, ""},
    {UnitKind::tokens, "tokens"},
    {UnitKind::tokens, "B", 1, 9, false},
    {UnitKind::tokens, "B tokens", 1, 9, false},
    {UnitKind::bytes, ""},
    {UnitKind::bytes, "B"},
    {UnitKind::bytes, "bytes"},
    {UnitKind::bytes, "byte"},
    {UnitKind::bytes, "b", 0.125},
    {UnitKind::bytes, "bit", 0.125},
    // "400 G" alone could be bits or bytes: a bandwidth needs its unit.
    {UnitKind::bytes_per_second, "", 1, 0, false},
    {UnitKind::bytes_per_second, "B/s"},
    {UnitKind::bytes_per_second, "Bps"},
    {UnitKind::bytes_per_second, "byte/s"},
    {UnitKind::bytes_per_second, "bytes/s"},
    {UnitKind::bytes_per_second, "b/s", 0.125},
    {UnitKind::bytes_per_second, "bps", 0.125},
    {UnitKind::bytes_per_second, "bit/s", 0.125},
    {UnitKind::flop_per_second, ""},
    {UnitKind::flop_per_second, "FLOP/s"},
    {UnitKind::flop_per_second, "FLOPs/s"},
    {UnitKind::flop_per_second, "FLOPS"},
    {UnitKind::flop_per_second, "FLOPs"},
    {UnitKind::flop_per_second, "flop/s"},
    {UnitKind::flop_per_second, "flops"},
    {UnitKind::flop_per_second, "F"},
    {UnitKind::seconds, "", 1, 0, false},
    {UnitKind::seconds, "s", 1, 0, false},
    {UnitKind::seconds, "sec", 1, 0, false},
    {UnitKind::seconds, "ms", 1, -3, false},
    {UnitKind::seconds, "us", 1, -6, false},
    {UnitKind::seconds, "\u00B5s", 1, -6, false},  // micro sign
    {UnitKind::seconds, "\u03BCs", 1, -6, false},  // Greek mu
    {UnitKind::seconds, "ns", 1, -9, false},
    {UnitKind::seconds, "min", 60, 0, false},
    {UnitKind::seconds, "h", kSecondsPerHour, 0, false},
    {UnitKind::seconds, "d", kSecondsPerDay, 0, false},
    {UnitKind::seconds, "days", kSecondsPerDay, 0, false},
    {UnitKind::watts, ""},
    {UnitKind::watts, "W"},
    {UnitKind::dollars, ""},
    {UnitKind::dollars, "$"},
    {UnitKind::dollars, "USD"},
    {UnitKind::ratio, "", 1, 0, false},
    {UnitKind::ratio, "%", 1, -2, false},
};
// clang-format on

const Unit* find_unit(UnitKind kind, std::string_view text, bool after_prefix) {
    for (const Unit& unit : kUnits) {
        if (unit.kind == kind && unit.text == text && (unit.prefixes || !after_prefix)) return &unit;
    }
    return nullptr;
}

/// The power of ten goes into the text that is converted, so that "3.35 TB/s" is exactly 3.35e12.
std::optional<double> converted(const Typed& typed, int exponent, double factor) {
    if (std::abs(typed.exponent) > 1000) return std::nullopt;
    const std::string text = fmt::format("{}e{}", typed.digits, typed.exponent + exponent);
    const double value = std::strtod(text.c_str(), nullptr) * factor;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace

std::optional<double> parse_number(std::string_view text, UnitKind unit) {
    text = trimmed(text);
    if (text.size() > kLongestNumber) return std::nullopt;
    if (unit == UnitKind::dollars && text.starts_with('$')) text.remove_prefix(1);
    const auto typed = take_number(text);
    if (!typed) return std::nullopt;
    if (const Unit* u = find_unit(unit, typed->rest, false)) return converted(*typed, u->exponent, u->factor);
    for (const Prefix& prefix : kPrefixes) {
        if (!typed->rest.starts_with(prefix.text)) continue;
        const std::string_view after = trimmed(typed->rest.substr(prefix.text.size()));
        if (const Unit* u = find_unit(unit, after, true)) {
            return converted(*typed, prefix.exponent + u->exponent, prefix.factor * u->factor);
        }
    }
    return std::nullopt;
}

std::string exact_number(double value) {
    if (value == 0) return "0";  // minus zero too: no input tells them apart
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

namespace {

/// Three significant digits, four where the first is a 1; all whole digits are kept. No trailing zeros.
std::string short_digits(double value) {
    const double size = std::fabs(value);
    if (size != 0 && size < 1e-4) return fmt::format("{:.3g}", value);
    if (size >= 1e15) return fmt::format("{:.4g}", value);
    const int magnitude = size == 0 ? 0 : static_cast<int>(std::floor(std::log10(size)));
    const bool starts_with_one = size < 2 * std::pow(10.0, magnitude);
    const int decimals = std::max(0, (starts_with_one ? 3 : 2) - magnitude);
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (decimals > 0) text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text;
}

struct Scale {
    double size;
    std::string_view unit;
};

/// The largest scale that the value reaches; the last one when it reaches none.
std::string scaled(double value, std::span<const Scale> scales) {
    const Scale* chosen = &scales.back();
    for (const Scale& scale : scales) {
        if (std::fabs(value) >= scale.size) {
            chosen = &scale;
            break;
        }
    }
    if (value == 0) chosen = &scales.back();
    return short_digits(value / chosen->size) + std::string(chosen->unit);
}

constexpr Scale kByteScales[] = {{kPebi, " PiB"}, {kTebi, " TiB"}, {kGibi, " GiB"},
                                 {kMebi, " MiB"}, {kKibi, " KiB"}, {1, " B"}};
constexpr Scale kBandwidthScales[] = {{1e15, " PB/s"}, {1e12, " TB/s"}, {1e9, " GB/s"},
                                      {1e6, " MB/s"},  {1e3, " kB/s"},  {1, " B/s"}};
constexpr Scale kFlopScales[] = {{1e18, " EFLOP/s"}, {1e15, " PFLOP/s"}, {1e12, " TFLOP/s"},
                                 {1e9, " GFLOP/s"},  {1e6, " MFLOP/s"},  {1, " FLOP/s"}};
constexpr Scale kTimeScales[] = {{3 * kSecondsPerDay, " d"},
                                 {3 * kSecondsPerHour, " h"},
                                 {300, " min"},
                                 {1, " s"},
                                 {1e-3, " ms"},
                                 {1e-6, " \u00B5s"},
                                 {1e-9, " ns"}};
constexpr double kTimeUnits[] = {kSecondsPerDay, kSecondsPerHour, 60, 1, 1e-3, 1e-6, 1e-9};
constexpr Scale kWattScales[] = {{1e9, " GW"}, {1e6, " MW"}, {1e3, " kW"}, {1, " W"}};
constexpr Scale kCountScales[] = {{1e15, " P"}, {1e12, " T"}, {1e9, " B"}, {1e6, " M"}, {1e3, " k"}, {1, ""}};

/// Time changes its unit later than it could: "90 s" reads better than "1.5 min".
std::string time_text(double value) {
    for (std::size_t i = 0; i < std::size(kTimeScales); ++i) {
        if (std::fabs(value) >= kTimeScales[i].size)
            return short_digits(value / kTimeUnits[i]) + std::string(kTimeScales[i].unit);
    }
    return short_digits(value) + " s";
}

/// Whole numbers stay exact while they are short: "16384" devices are not "16.4 k".
std::string count_text(double value) {
    if (value == std::floor(value) && std::fabs(value) < 1e6) return fmt::format("{:.0f}", value);
    return scaled(value, kCountScales);
}

std::string dollar_text(double value) {
    if (std::fabs(value) < 1000) return fmt::format("${:.{}f}", value, std::fabs(value) < 0.1 && value != 0 ? 4 : 2);
    return "$" + scaled(value, kCountScales);
}

}  // namespace

std::string format_number(double si_value, UnitKind unit) {
    if (!std::isfinite(si_value)) return "\u2013";
    switch (unit) {
    case UnitKind::bytes: return scaled(si_value, kByteScales);
    case UnitKind::bytes_per_second: return scaled(si_value, kBandwidthScales);
    case UnitKind::flop_per_second: return scaled(si_value, kFlopScales);
    case UnitKind::seconds: return time_text(si_value);
    case UnitKind::watts: return scaled(si_value, kWattScales);
    case UnitKind::dollars: return dollar_text(si_value);
    case UnitKind::ratio: return short_digits(si_value * 100) + " %";
    case UnitKind::count:
    case UnitKind::tokens: return count_text(si_value);
    case UnitKind::none: break;
    }
    return short_digits(si_value);
}

}  // namespace threewall
