#include "core/rules/facts.hpp"

#include <limits>

namespace threewall::rules {

std::optional<std::int64_t> checked_product(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

std::int64_t saturated_product(std::int64_t a, std::int64_t b) {
    return checked_product(a, b).value_or(std::numeric_limits<std::int64_t>::max());
}

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

void derive(Facts& f) {
    const Plan& p = f.s.plan;
    if (f.sane(reads::tensor | reads::expert_tensor)) f.expert_tensor = p.expert_tensor_parallel.value_or(p.tensor_parallel);
    if (!f.sane(reads::world)) return;
    f.model_parallel = saturated_product(saturated_product(p.tensor_parallel, p.pipeline_parallel), p.context_parallel);
    f.data_parallel = p.data_parallel ? *p.data_parallel : f.s.cluster.devices / f.model_parallel;
    f.used_devices = saturated_product(f.model_parallel, f.data_parallel);
    f.data_ranks = saturated_product(f.data_parallel, p.context_parallel);
    f.stage_devices = saturated_product(f.data_ranks, p.tensor_parallel);
    if (!f.sane(reads::batch) || f.data_parallel == 0) return;
    const std::int64_t unit = saturated_product(p.micro_batch_size, f.data_parallel);
    if (p.global_batch_size % unit == 0) f.micro_batches = p.global_batch_size / unit;
}

}  // namespace threewall::rules
