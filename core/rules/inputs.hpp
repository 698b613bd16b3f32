// Which inputs a rule reads, as bits: a rule that reads an input out of its range is not run, so that no rule has to
// reason about nonsense and nobody is told that 8 does not divide -9223372036854775808.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace threewall::rules {

using Inputs = std::uint64_t;

namespace reads {

constexpr Inputs bit(int n) { return Inputs{1} << n; }

inline constexpr Inputs none = 0;
inline constexpr Inputs devices = bit(0);
inline constexpr Inputs node = bit(1);
inline constexpr Inputs domain = bit(2);
inline constexpr Inputs links = bit(3);
inline constexpr Inputs peaks = bit(4);
inline constexpr Inputs power = bit(5);
inline constexpr Inputs tensor = bit(6);
inline constexpr Inputs pipeline = bit(7);
inline constexpr Inputs virtual_stages = bit(8);
inline constexpr Inputs schedule = bit(9);
inline constexpr Inputs context = bit(10);
inline constexpr Inputs expert = bit(11);
inline constexpr Inputs expert_tensor = bit(12);
inline constexpr Inputs data = bit(13);
inline constexpr Inputs zero = bit(14);
inline constexpr Inputs shard_group = bit(15);
inline constexpr Inputs batch = bit(16);
inline constexpr Inputs recompute = bit(17);
inline constexpr Inputs precision = bit(18);
inline constexpr Inputs stage_layers = bit(19);
inline constexpr Inputs imbalance = bit(20);
inline constexpr Inputs layers = bit(21);
inline constexpr Inputs widths = bit(22);
inline constexpr Inputs heads = bit(23);
inline constexpr Inputs latent = bit(24);
inline constexpr Inputs experts = bit(25);
inline constexpr Inputs dense_layers = bit(26);
inline constexpr Inputs capacity = bit(27);
inline constexpr Inputs positions = bit(28);
inline constexpr Inputs extras = bit(29);
inline constexpr Inputs sequence = bit(30);
inline constexpr Inputs support = bit(31);
inline constexpr Inputs spans = bit(32);
inline constexpr Inputs attention_kernel = bit(33);

/// What the number of replicas follows from.
inline constexpr Inputs world = devices | tensor | pipeline | context | data;

}  // namespace reads

struct InputPath {
    std::string_view path;
    Inputs input = reads::none;
};

/// Which fields of the table (scenario/fields.hpp) stand behind the bits. Fields that are not listed are checked for
/// their range alone.
std::span<const InputPath> input_paths();

}  // namespace threewall::rules
