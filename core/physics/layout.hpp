// The numbers that every term of the physics needs, derived once from a valid scenario.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.hpp"

namespace threewall {

/// Degrees and local sizes as doubles: everything below multiplies them.
struct Layout {
    double sequence = 0;
    double micro_batch = 0;
    double tokens = 0;           ///< of one micro-batch on one context-parallel rank (b·s/c)
    double micro_batches = 0;    ///< of one replica in one step
    double tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, etp = 1, dp = 1;
    double shard_tokens = 0;     ///< tokens that norms and residuals see: tokens/t with sequence parallelism
    double heads = 0;            ///< query heads on one device
    double kv_heads = 0;         ///< key/value heads on one device (at least one: replicated beyond)
    double data_ranks = 1;       ///< DP·CP: ranks that hold the same dense weights
    double expert_data_ranks = 1;///< ranks that hold the same experts
    double zero_ranks = 1;       ///< ranks over which ZeRO shards dense states
    double expert_zero_ranks = 1;
    double replicas = 1;         ///< HSDP: data_ranks / zero_ranks
    double vocab = 0;            ///< padded for TP
    double padded_vocab_local = 0;
    Precision gradient = Precision::fp32;

    // Device distance between neighbours of a group, in the plan's dimension order.
    double data_stride = 1, pipeline_stride = 1;
};

/// `s` must have passed the rules.
Layout make_layout(const Scenario& s);

double bytes_of(Precision p);
FlopPerSecond peak_of(const PeakRates& r, Precision p);

}  // namespace threewall
