// The tensors that a layer keeps from forward to backward, on one device, for one micro-batch.
#pragma once

#include "core/physics/layout.hpp"
#include "core/scenario/scenario.hpp"
#include "core/units.hpp"

namespace threewall {

/// By who makes them and how they are sharded.
struct LayerActivations {
    Bytes stream;      ///< norm inputs, inputs of the first projections, dropout masks: sharded only by SP
    Bytes attention;   ///< queries, keys, values, attention output: sharded over TP by heads
    Bytes scores;      ///< plain attention only: softmax, dropout mask and output (5·a·s²·b)
    Bytes mlp;         ///< dense or shared-expert intermediates
    Bytes experts;     ///< dispatched tokens and expert intermediates

    Bytes total() const { return stream + attention + scores + mlp + experts; }
};

/// Everything, before any recomputation.
LayerActivations layer_activations(const Scenario& s, const Layout& l, bool mixture);

/// What stays with the plan's recomputation for a layer that is subject to it.
Bytes kept_activations(const Scenario& s, const Layout& l, const LayerActivations& all);

/// Input of one layer (what full recomputation keeps).
Bytes layer_input(const Scenario& s, const Layout& l);

/// fp32 and 16-bit copies of the logits around the loss.
Bytes logits_bytes(const Scenario& s, const Layout& l);

}  // namespace threewall
