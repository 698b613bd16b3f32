// Which layers each pipeline rank holds.
#pragma once

#include <vector>

#include "core/physics/layout.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall {

struct Stage {
    double dense_layers = 0;
    double moe_layers = 0;
    double mtp_layers = 0;
    bool embedding = false;
    bool head = false;
    /// Share of a replica's micro-batches that pass these layers: a half where DualPipe gives a rank two stages,
    /// one for each direction.
    double passes = 1;

    double layers() const { return dense_layers + moe_layers; }
};

/// One entry a pipeline rank. Layers × passes add up to the model's.
std::vector<Stage> make_stages(const Scenario& s);

/// Micro-batches whose activations rank `rank` holds at the peak, in units of the rank's whole share of layers.
double micro_batches_in_flight(const Scenario& s, const Layout& l, double rank);

}  // namespace threewall
