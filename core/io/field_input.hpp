// Putting a value into a field, with the message that a person needs when it does not go. JSON, links, the
// command line's --set and the page's text boxes all come through here, so that one rule refuses for all.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/scenario_io.hpp"
#include "core/scenario/fields.hpp"

namespace threewall {

/// Writes a number (SI), switch (0/1) or choice (index); absent only where the field is optional. On a problem
/// the scenario is unchanged. Nothing is rounded or moved into the range.
std::optional<InputProblem> put_value(Scenario& s, const Field& f, std::optional<double> value);

/// The same from typed text: "8", "80 GiB", "selective", "true", "auto".
std::optional<InputProblem> put_text(Scenario& s, const Field& f, std::string_view text);

/// Exact text of a field's value, which put_text reads back to the same bits.
std::string field_text(const Scenario& s, const Field& f);

/// What a value of this field looks like: "a whole number from 1 to 65536", "one of none, selective, full".
std::string expected(const Field& f);

/// Up to three of `names` that look like `word`, as "a, b or c"; empty when none does.
std::string nearest(std::string_view word, const std::vector<std::string_view>& names);

}  // namespace threewall
