// Memory of the devices of every pipeline rank, by part, at the moment of its peak.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/physics/layout.hpp"
#include "core/physics/stages.hpp"
#include "core/scenario/scenario.hpp"
#include "core/trace.hpp"
#include "core/units.hpp"

namespace threewall {

/// Parts of the memory of one device.
enum class MemoryPart {
    weights,
    gradients,
    optimizer,    ///< master weights and moments
    gathered,     ///< ZeRO-3 units gathered for use, transient buffers of the step
    activations,
    logits,
    buffers,      ///< collective buffers, communication buckets, workspaces
    context,      ///< driver and runtime
};
inline constexpr std::size_t kMemoryParts = 8;

/// When the peak happens: while the loss is computed, in the first backward of a rank, or in the optimizer.
enum class PeakMoment { loss, backward, optimizer };

/// Memory of the devices of one pipeline rank at the moment of their peak.
struct RankMemory {
    std::int64_t pipeline_rank = 0;
    double layers = 0;
    double micro_batches_in_flight = 0.0;
    PeakMoment moment = PeakMoment::backward;
    std::array<Bytes, kMemoryParts> parts{};
    Bytes allocated;  ///< live tensors at the peak: what a framework's allocator reports
    Bytes total;      ///< what must fit: allocated, buffers and context
    Bytes reserved;   ///< allocated with the blocks that the allocator caches; given back before it fails
    Bytes shown;      ///< what the device's tool shows: reserved, buffers and context, at most the capacity

    Bytes part(MemoryPart p) const { return parts[static_cast<std::size_t>(p)]; }
};

/// Bytes a parameter costs before sharding, as a sum of named parts (never one number).
struct BytesPerParameter {
    double weight = 0;
    double gradient = 0;
    double master = 0;
    double moments = 0;

    double total() const { return weight + gradient + master + moments; }
};

BytesPerParameter bytes_per_parameter(const Plan& p, const StackHabits& habits, Precision gradient);

/// Parameters that a device of a stage holds before ZeRO: dense (with embeddings, norms) and experts.
struct DeviceParameters {
    double dense = 0;
    double expert = 0;

    double total() const { return dense + expert; }
};
DeviceParameters device_parameters(const Scenario& s, const Layout& l, const Stage& stage);

/// Of these, how many the device's optimizer updates.
double owned_parameters(const Scenario& s, const Layout& l, const DeviceParameters& p);

/// Bytes of the moments an optimizer keeps for one parameter.
double moment_bytes(Optimizer o);

/// One entry a pipeline rank. With `trace`, records how the worst rank's memory came about.
std::vector<RankMemory> rank_memory(const Scenario& s, const Layout& l, const std::vector<Stage>& stages, Trace* trace);

}  // namespace threewall
