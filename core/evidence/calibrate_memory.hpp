// The two memory constants of each stack: what its allocator reserves beyond tensors, and what it holds besides.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/evidence/published_run.hpp"

namespace threewall {

struct MemoryConstants {
    double allocator_slack = 1.05;
    Bytes fixed_memory{1.0e9};
};

/// By stack id; "" holds the constants of all rows together. Fitted to measured peaks and to published verdicts.
std::map<std::string, MemoryConstants> calibrate_memory(const std::vector<PublishedRun>& runs);

}  // namespace threewall
