// The global batch: micro-batches of every replica, all of one size.
#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

void batch_divides(const Facts& f, Report& report) {
    if (f.data_parallel == 0 || f.micro_batches > 0) return;
    const Plan& p = f.s.plan;
    const std::int64_t unit = saturated_product(p.micro_batch_size, f.data_parallel);
    const Neighbours legal = multiples_around(p.global_batch_size, unit);
    const std::string effective =
        legal.below > 0 ? fmt::format("frameworks that truncate would train on {} sequences a step", legal.below) : "not even one micro-batch for every replica";
    report.error({.field = "plan.global_batch_size",
                  .message = fmt::format("global_batch_size {} is not a multiple of micro_batch_size {} · DP {} = {} (remainder {}; {})", p.global_batch_size, p.micro_batch_size,
                                         f.data_parallel, unit, p.global_batch_size % unit, effective),
                  .fix = fmt::format("global_batch_size {} (TP, PP and CP do not multiply the batch)", legal.text()),
                  .suggestion = std::to_string(legal.nearest(p.global_batch_size))});
}

constexpr RuleEntry kRules[] = {
    {{"global-batch-divisible", "global_batch_size is a multiple of micro_batch_size · DP.", "Megatron-LM megatron/core/num_microbatches_calculator.py:380-392 @ d98e8a64dd"},
     reads::world | reads::batch, batch_divides},
};

}  // namespace

std::span<const RuleEntry> batch_rules() { return kRules; }

}  // namespace threewall::rules
