// Validity of a scenario as a table: every rule has an id, a condition, a message with the numbers
// in it, a fix and a source. Nothing is ever corrected silently.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace threewall {

enum class Severity { error, warning };

/// One finding. `field` is the JSON path of the input that a person would change ("plan.tensor_parallel").
struct Finding {
    std::string_view rule;     ///< stable id, e.g. "global-batch-divisible"
    Severity severity = Severity::error;
    std::string_view field;
    std::string message;       ///< what is wrong, with the numbers
    std::string fix;           ///< what would be right, with the numbers
    /// A value that would make this finding go away, as typed text for `field`; empty if there is no single one.
    std::string suggestion;
    std::string_view source;
};

/// All findings at once (never only the first), errors first. Needs no valid scenario: any value
/// of any field is safe to pass.
std::vector<Finding> check(const Scenario& s);

/// One line of the table, for documentation and tests.
struct Rule {
    std::string_view id;
    std::string_view what;
    std::string_view source;
};
std::vector<Rule> rule_table();

bool has_error(const std::vector<Finding>& findings);

}  // namespace threewall
