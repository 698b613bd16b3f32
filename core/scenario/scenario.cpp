#include "core/scenario/scenario.hpp"

namespace threewall {

std::int64_t data_parallel(const Scenario& s) {
    if (s.plan.data_parallel) return *s.plan.data_parallel;
    const Plan& p = s.plan;
    return s.cluster.devices / (p.tensor_parallel * p.pipeline_parallel * p.context_parallel);
}

std::int64_t expert_tensor_parallel(const Plan& p) {
    return p.expert_tensor_parallel.value_or(p.tensor_parallel);
}

std::int64_t used_devices(const Scenario& s) {
    const Plan& p = s.plan;
    return p.tensor_parallel * p.pipeline_parallel * p.context_parallel * data_parallel(s);
}

std::int64_t micro_batches(const Scenario& s) {
    return s.plan.global_batch_size / (s.plan.micro_batch_size * data_parallel(s));
}

}  // namespace threewall
