// FLOP of one step under each convention that published numbers use.
#pragma once

#include "core/physics/layout.hpp"
#include "core/physics/parameters.hpp"
#include "core/scenario/scenario.hpp"
#include "core/units.hpp"

namespace threewall {

/// FLOP of one step of the whole job. "full" counts every query against every key (PaLM appendix B, Megatron);
/// "causal" what is computed. All count the output projection and not the embedding look-up.
struct StepFlop {
    Flop model_causal;     ///< forward + backward
    Flop model_full;
    Flop hardware_causal;  ///< with recomputation
    Flop hardware_full;
    Flop six_n;            ///< 6 × active parameters (input embedding left out) × tokens, no attention
};

StepFlop step_flop(const Scenario& s, const Layout& l, const ParameterCount& count);

}  // namespace threewall
