// 1F1B and interleaved: Narayanan et al. 2021, arXiv 2104.04473 §2.2, bubble (p−1)(t_f+t_b) and 1/v of it. Zero bubble: Qi et
// al. 2023, arXiv 2401.10241 table 2, ZB-H1 (p−1)(t_f + t_b − t_w), ZB-H2 (p−1)(t_f + t_b − 2t_w), t_b the input gradient alone. DualPipe:
// DeepSeek-V3, arXiv 2412.19437 table 2, (p/2−1)(F&B + B − 3W) with B the whole backward.
#include "core/physics/pipeline.hpp"

#include <algorithm>

namespace threewall {

Seconds pipeline_time(Schedule schedule, const std::vector<StageTime>& stages, double micro_batches, double virtual_stages) {
    StageTime sum;
    Seconds slowest;
    for (const StageTime& t : stages) {
        sum.forward += t.forward;
        sum.backward += t.backward;
        sum.weight_gradient += t.weight_gradient;
        slowest = max(slowest, t.total());
    }
    const double p = static_cast<double>(stages.size());
    const Seconds steady = slowest * micro_batches;
    // On uneven stages the fill and drain pass every other stage once: Σt − max t.
    const Seconds ramp = sum.total() - slowest;
    switch (schedule) {
        case Schedule::gpipe:
        case Schedule::one_f_one_b: return steady + ramp;
        case Schedule::interleaved: return steady + ramp / virtual_stages;
        case Schedule::zb_h1: return steady + max(Seconds(0), ramp - sum.weight_gradient * (2 * (p - 1) / p));
        case Schedule::zb_h2: return steady + max(Seconds(0), ramp - sum.weight_gradient * (3 * (p - 1) / p));
        case Schedule::dual_pipe: {
            const Seconds mean_forward = sum.forward / p, mean_backward = sum.backward / p, mean_weight = sum.weight_gradient / p;
            const Seconds slot = mean_forward + mean_backward * 2 - mean_weight * 3;
            return steady + max(Seconds(0), slot * (p / 2 - 1));
        }
    }
    return steady + ramp;
}

}  // namespace threewall
