// Scenarios in and out: JSON and links.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace threewall {

/// Something in an input that was not understood or is out of range.
struct InputProblem {
    int line = 0;            ///< 1-based; 0 = not from a file
    std::string where;       ///< path or link key ("plan.tensor_parallel", "tp")
    std::string message;     ///< what is wrong, with the value
    std::string fix;         ///< what would be right
};

struct ReadResult {
    Scenario scenario;                   ///< as far as it could be read; unread fields keep the base's values
    std::vector<InputProblem> problems;  ///< empty: everything was understood
    bool usable = false;                 ///< false: nothing could be read at all
};

/// Reads a scenario from JSON. `model`, `cluster.device`, `cluster.scale_out`, `stack` are catalog ids or objects;
/// an object may name a `preset` and list only what differs. Unknown keys are problems.
ReadResult scenario_from_json(std::string_view text);
/// Complete scenario, every quantity with its unit in its name. Reads back bit for bit.
std::string scenario_to_json(const Scenario& s);

/// "#1;m=llama3-70b;d=h100-sxm;n=512;tp=8;…": version first, only what differs from the named catalog
/// entries, canonical order. decode(encode(x)) == x bit for bit.
std::string encode_link(const Scenario& s);
/// `link` may be a whole URL, a fragment with or without '#', or percent-encoded by a mail program.
ReadResult decode_link(std::string_view link);

/// A scenario from whatever a person has: a file's text, a link, a fragment.
ReadResult scenario_from_text(std::string_view text);

/// The example that a first visitor sees.
Scenario default_scenario();

/// "1.5T", "4k", "80 GiB", "400 Gb/s", "2e12" → SI value of the unit kind; nullopt if not understood.
/// Defined in io/numbers.hpp.

}  // namespace threewall
