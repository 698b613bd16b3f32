// The page in words: for screen readers, and for tests.
#pragma once

#include <string>

#include "web/store.hpp"
#include "web/ui.hpp"

namespace threewall::web {

/// Scenario and verdict in a few sentences.
std::string spoken_summary(const Store& store);
/// What tests may look at, as JSON.
std::string state_json(const Store& store, const Places& places);

}  // namespace threewall::web
