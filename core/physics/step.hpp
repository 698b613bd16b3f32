// Time of one training step: pipeline, data parallelism, optimizer, host.
#pragma once

#include <vector>

#include "core/physics/layer_cost.hpp"
#include "core/physics/pipeline.hpp"
#include "core/physics/stages.hpp"
#include "core/physics/terms.hpp"
#include "core/trace.hpp"

namespace threewall {

struct StepTime {
    TermTable exposed;         ///< adds up to `total`
    TermTable busy;            ///< work of the slowest stage, hidden communication included
    Seconds total;
    Seconds pipeline;
    Seconds bubble;
    StageTime slowest;         ///< forward and backward of one micro-batch on the slowest stage
    std::vector<StageTime> stages;
    Bytes traffic;             ///< of the slowest stage's device, one step
    Seconds hidden;            ///< communication that ran under compute, one step
};

StepTime step_time(const Context& c, const std::vector<Stage>& stages, Trace* trace);

}  // namespace threewall
