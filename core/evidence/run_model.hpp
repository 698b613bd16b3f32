// The model of a published run.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/scenario/scenario.hpp"

namespace threewall {

/// Fills scenario.model and the sequence length. Returns why the row cannot be predicted, or nothing.
std::string read_run_model(const nlohmann::json& model, Scenario& s);

}  // namespace threewall
