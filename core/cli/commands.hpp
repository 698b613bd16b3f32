// The subcommands of `threewall`, as a table. Adding one is a file with its run function and a line in commands.cpp.
#pragma once

#include <span>
#include <string_view>

namespace threewall::cli {

inline constexpr int kOk = 0;
inline constexpr int kInvalid = 1;     ///< the scenario is invalid or does not fit
inline constexpr int kUnreadable = 2;  ///< bad usage, or input that cannot be read

struct Command {
    std::string_view name;
    std::string_view usage;    ///< what follows the name
    std::string_view summary;  ///< one line
    std::string_view help;     ///< what --help adds
    int (*run)(std::span<const std::string_view> args) = nullptr;
};

std::span<const Command> commands();
const Command* find_command(std::string_view name);

int run_evaluate(std::span<const std::string_view> args);
int run_url(std::span<const std::string_view> args);
int run_convert(std::span<const std::string_view> args);
int run_rules(std::span<const std::string_view> args);
int run_catalog(std::span<const std::string_view> args);
int run_explain(std::span<const std::string_view> args);
int run_validate(std::span<const std::string_view> args);
int run_calibrate(std::span<const std::string_view> args);
int run_bench(std::span<const std::string_view> args);

}  // namespace threewall::cli
