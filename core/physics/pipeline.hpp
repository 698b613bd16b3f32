// Closed forms of pipeline schedules. physics/timeline.hpp simulates the same schedules event by event.
#pragma once

#include <vector>

#include "core/scenario/plan.hpp"
#include "core/units.hpp"

namespace threewall {

/// One stage's work for one micro-batch.
struct StageTime {
    Seconds forward;
    Seconds backward;         ///< input and weight gradients together
    Seconds weight_gradient;  ///< the part of backward that nothing waits for

    Seconds total() const { return forward + backward; }
};

/// Time from the first forward to the last backward, `micro_batches` through `stages`, `virtual_stages` chunks a rank.
Seconds pipeline_time(Schedule schedule, const std::vector<StageTime>& stages, double micro_batches, double virtual_stages);

}  // namespace threewall
