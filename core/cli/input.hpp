// What the subcommands share: reading a scenario from whatever was given, and saying what is wrong with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/cli/arguments.hpp"
#include "core/cli/commands.hpp"
#include "core/io/scenario_io.hpp"

namespace threewall::cli {

/// The text of a file, or of standard input for "-"; an error message on stderr and nothing if it cannot be read.
std::optional<std::string> read_text(std::string_view path);

struct LoadedScenario {
    Scenario scenario;
    std::vector<InputProblem> problems;
    int exit_code = kOk;  ///< kInvalid: read with problems; kUnreadable: not read
};

/// Reads the scenario and applies every --set. Problems have been printed to stderr as file:line: what: fix.
LoadedScenario load_scenario(std::string_view source, const Arguments& args);
bool apply_settings(Scenario& s, const Arguments& args);

/// `file` may be empty; notes are printed alike, since they tell what was assumed.
void print_problems(std::string_view file, const std::vector<InputProblem>& problems);

/// "threewall evaluate: message", how to use it; returns kUnreadable.
int usage_error(std::string_view command, std::string_view message);

void print(std::string_view text);
void print_error(std::string_view text);

}  // namespace threewall::cli
