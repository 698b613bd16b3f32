#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/cli/input.hpp"
#include "core/io/field_input.hpp"

namespace {

using namespace threewall::cli;

constexpr std::string_view kVersion = "0.1.0";

int print_overview() {
    print("threewall: what fits, how fast, and which wall stops a training run\n\nusage: threewall COMMAND ...\n\n");
    for (const Command& c : commands()) print(fmt::format("  {:<10} {}\n", c.name, c.summary));
    print("\nthreewall COMMAND --help tells more. Exit status: 0 ok, 1 the scenario is invalid or does not fit,\n"
          "2 bad usage or unreadable input.\n");
    return kOk;
}

int print_help(const Command& c) {
    print(fmt::format("usage: threewall {} {}\n\n{}\n", c.name, c.usage, c.summary));
    if (!c.help.empty()) print(fmt::format("\n{}", c.help));
    return kOk;
}

int unknown_command(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Command& c : commands()) names.push_back(c.name);
    const std::string near = threewall::nearest(name, names);
    print_error(fmt::format("threewall: there is no command \"{}\"; {}\n", name,
                            near.empty() ? "`threewall --help` lists them" : "did you mean " + near + "?"));
    return kUnreadable;
}

bool asks_for_help(std::string_view arg) { return arg == "--help" || arg == "-h"; }

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string_view> args(argv + 1, argv + argc);
    if (args.empty()) {
        print_overview();
        return kUnreadable;
    }
    if (asks_for_help(args[0]) || args[0] == "help") return print_overview();
    if (args[0] == "--version") {
        print(fmt::format("threewall {}\n", kVersion));
        return kOk;
    }
    const Command* command = find_command(args[0]);
    if (!command) return unknown_command(args[0]);
    const std::span<const std::string_view> rest = std::span(args).subspan(1);
    if (std::ranges::any_of(rest, asks_for_help)) return print_help(*command);
    return command->run(rest);
}
