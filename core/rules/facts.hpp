// What the rules look at: the scenario, and the numbers that several of them need, derived once and safely from any
// values whatever.
#pragma once

#include <cstdint>
#include <optional>

#include "core/rules/inputs.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall::rules {

/// nullopt where the product does not fit 64 bits.
std::optional<std::int64_t> checked_product(std::int64_t a, std::int64_t b);
/// The product of two positive numbers, or the largest number where it does not fit: comparisons stay right.
std::int64_t saturated_product(std::int64_t a, std::int64_t b);
std::int64_t saturated_sum(std::int64_t a, std::int64_t b);

struct Facts {
    const Scenario& s;
    Inputs broken = reads::none;  ///< inputs outside their range

    // Each is 0 where it cannot be told: an input is broken or a division leaves a remainder.
    std::int64_t model_parallel = 0;  ///< TP·PP·CP
    std::int64_t data_parallel = 0;   ///< the plan's figure, or what the devices allow, floored
    std::int64_t used_devices = 0;
    std::int64_t data_ranks = 0;      ///< DP·CP: ranks with the same dense weights
    std::int64_t stage_devices = 0;   ///< TP·CP·DP: devices of one pipeline rank
    std::int64_t micro_batches = 0;   ///< of one replica in one step
    std::int64_t expert_tensor = 0;   ///< ETP, as TP where the plan does not say

    bool sane(Inputs inputs) const { return (broken & inputs) == 0; }
};

/// Fills everything below `broken`.
void derive(Facts& f);

}  // namespace threewall::rules
