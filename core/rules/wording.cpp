#include "core/rules/wording.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/rules/facts.hpp"

namespace threewall::rules {
namespace {

/// Enough for every legal tensor-parallel size of a node; longer lists hide what matters.
constexpr std::size_t kLongestList = 12;

}  // namespace

std::string one_of(const std::vector<std::int64_t>& values) {
    const std::size_t first = values.size() > kLongestList ? values.size() - kLongestList : 0;
    std::string text = first > 0 ? "… " : "";
    for (std::size_t i = first; i < values.size(); ++i) {
        if (i > first) text += i + 1 == values.size() ? " or " : ", ";
        text += std::to_string(values[i]);
    }
    return text;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (!text.empty()) text += separator;
        text += part;
    }
    return text;
}

std::string bandwidth_text(double bytes_per_second) { return fmt::format("{:.3g} GB/s", bytes_per_second / 1e9); }

std::vector<std::int64_t> divisors(std::int64_t n, std::int64_t limit) {
    std::vector<std::int64_t> found;
    for (std::int64_t i = 1; i <= std::min(n, limit) && i <= n / i; ++i)
        if (n % i == 0) found.push_back(i);
    for (std::size_t i = found.size(); i-- > 0;) {
        const std::int64_t other = n / found[i];
        if (other <= limit && other != found[i]) found.push_back(other);
    }
    return found;
}

std::int64_t largest_divisor(std::int64_t n, std::int64_t limit) {
    const std::vector<std::int64_t> found = divisors(n, limit);
    return found.empty() ? 1 : found.back();
}

std::string Neighbours::text() const { return below > 0 ? fmt::format("{} or {}", below, above) : std::to_string(above); }

Neighbours multiples_around(std::int64_t value, std::int64_t unit) {
    const std::int64_t below = value / unit * unit;
    return {below, saturated_sum(below, unit)};
}

}  // namespace threewall::rules
