// Pipeline schedules played slot by slot: what every rank does when, on stages that need not be even. physics/pipeline.hpp
// has the closed forms of the same schedules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/physics/pipeline.hpp"
#include "core/scenario/plan.hpp"
#include "core/units.hpp"

namespace threewall {

/// `backward` is the whole backward, or the input gradient alone where the schedule has `weight` slots (ZB-H1, ZB-H2).
enum class SlotKind { forward, backward, weight };

/// One micro-batch on one chunk of one rank. Chunk c of rank r is the model's (c·p + r)th part.
struct Slot {
    std::int64_t rank = 0;
    std::int64_t chunk = 0;
    std::int64_t micro_batch = 0;
    SlotKind kind = SlotKind::forward;
    Seconds start;
    Seconds end;
};

struct RankUse {
    Seconds start;  ///< of its first slot
    Seconds end;    ///< of its last
    Seconds busy;
    double bubble_share = 0;  ///< idle part of the timeline's period
    /// Most micro-batches between their forward and their backward (input gradient), in units of the rank's whole share.
    double peak_in_flight = 0;
    /// The same up to the weight gradient, which needs part of what the forward saved.
    double peak_held = 0;
};

struct Timeline {
    std::vector<Slot> slots;  ///< by rank, then by start
    std::vector<RankUse> ranks;
    Seconds makespan;  ///< from the first slot of any rank to the last of any
    /// What a step costs when steps follow each other. The makespan, but for ZB-H2 the longest time of one rank from its
    /// first slot to its last: its ranks start the next step without waiting for each other (Qi 2023 §4).
    Seconds period;
};

struct TimelineInput {
    Schedule schedule = Schedule::one_f_one_b;
    std::vector<StageTime> stages;  ///< one a rank: a whole micro-batch through all its chunks
    std::int64_t micro_batches = 1;
    std::int64_t virtual_stages = 1;  ///< chunks per rank, read by the interleaved schedule only
    Seconds transfer;                 ///< from one rank to another, beside the computing
};

/// Absent for DualPipe, which has the closed form only: it runs a forward and a backward fused in one slot, and how long
/// that takes does not follow from StageTime. Absent too for interleaving whose micro-batches are no multiple of the ranks
/// (Megatron refuses it, and some orders would wait for each other for ever), and when there is nothing to run.
std::optional<Timeline> make_timeline(const TimelineInput& input);

}  // namespace threewall
