// Time of one layer, of the embedding and of the head, for one micro-batch on one device.
#pragma once

#include "core/physics/collectives.hpp"
#include "core/physics/kernels.hpp"
#include "core/physics/layout.hpp"
#include "core/physics/terms.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall {

/// Where the groups of a plan lie.
struct Placement {
    Group tensor, context, expert, expert_tensor, data, expert_data, shard;
    bool pipeline_crosses = false;
};
Placement make_placement(const Scenario& s, const Layout& l);

/// Everything about one scenario that its costs are computed from; made once.
struct Context {
    const Scenario& s;
    const Layout& l;
    Machine machine;
    Links links;
    Placement place;
};
Context make_context(const Scenario& s, const Layout& l);

/// Exposed time by term, split into the two directions.
struct Cost {
    TermTable table;           ///< forward + backward, exposed
    Seconds forward;
    Seconds backward;
    Seconds weight_gradient;   ///< share of backward that only makes weight gradients (zero-bubble schedules move it)
    Seconds hidden;            ///< communication that ran under compute
    Bytes traffic;             ///< device memory traffic
    Flop flop;                 ///< as computed, with recomputation

    void add_scaled(const Cost& o, double k);
};

/// One layer, with its collectives, recomputation and, with ZeRO-3, its gathers.
Cost layer_cost(const Context& c, bool mixture);
Cost embedding_cost(const Context& c);
Cost head_cost(const Context& c);
/// The projection that joins a prediction module's two inputs.
Cost mtp_projection_cost(const Context& c);

}  // namespace threewall
