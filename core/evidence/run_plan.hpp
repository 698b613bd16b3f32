// The plan and the cluster of a published run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/evidence/published_run.hpp"
#include "core/io/catalog.hpp"

namespace threewall {

/// Fills run.scenario's cluster and plan. Returns why the row cannot be predicted, or nothing.
std::string read_run_plan(const nlohmann::json& row, const DeviceEntry& device, PublishedRun& run);

}  // namespace threewall
