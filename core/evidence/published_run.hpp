// One published measurement: the scenario it was made with and what was measured.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/units.hpp"

namespace threewall {

/// What a source means by "memory": the definitions differ by several gibibytes and are never mixed.
enum class MemoryDefinition { allocated, reserved, device };

struct PublishedRun {
    std::string id;
    std::string group;        ///< family of sources; cross-validation leaves out whole groups
    std::string accelerator;
    std::string framework;
    std::string source;
    std::string family;       ///< of the device
    Scenario scenario;
    /// The published batch over the one the plan multiplies to; 1 but for rows whose degrees do not divide.
    double batch_scale = 1;
    bool recompute_stated = false;
    std::optional<double> step_time_s;
    std::optional<double> peak_memory_bytes;
    MemoryDefinition memory_definition = MemoryDefinition::device;
    std::optional<bool> fits;
    std::string excluded;     ///< why the row cannot be predicted; empty otherwise
};

/// Reads one JSON object a line (assets/evidence/README.md describes the keys). A line that is no JSON or lacks a
/// shape yields a run with `excluded` set; nothing is dropped.
std::vector<PublishedRun> read_runs(std::string_view json_lines);

}  // namespace threewall
