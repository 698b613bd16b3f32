#include "core/cli/commands.hpp"

namespace threewall::cli {
namespace {

constexpr std::string_view kScenarioHelp =
    "SCENARIO is a file, - for standard input, a link, a link's fragment, a ready scenario's name\n"
    "or a model's config.json. --set changes one input and can be repeated:\n"
    "  --set plan.tensor_parallel=8 --set mbs=2 --set device=h100-sxm --set dm=80GiB\n"
    "  --set model=config.json (a model's Hugging Face file)\n";

constexpr Command kCommands[] = {
    {"evaluate", "SCENARIO [--set KEY=VALUE]... [--json]", "memory, step time and walls of one scenario", kScenarioHelp,
     run_evaluate},
    {"explain", "SCENARIO [--quantity NAME] [--set KEY=VALUE]... [--json]",
     "how a number came about: formula, values, source", kScenarioHelp, run_explain},
    {"url", "SCENARIO [--set KEY=VALUE]...", "the link that opens the scenario in the page", kScenarioHelp, run_url},
    {"convert", "--from huggingface|threewall FILE [--to threewall|link] [--set KEY=VALUE]...",
     "a scenario from another program's file",
     "FILE is a file or - for standard input. The result goes to standard output: a complete scenario\n"
     "as JSON (--to threewall) or a link (--to link).\n",
     run_convert},
    {"validate", "RUNS.jsonl [--json|--markdown]", "predicted beside measured for published runs", "", run_validate},
    {"calibrate", "RUNS.jsonl", "efficiencies fitted to published runs, as JSON", "", run_calibrate},
    {"bench", "[SCENARIO] [--set KEY=VALUE]...", "time of one evaluation", kScenarioHelp, run_bench},
    {"rules", "[--json]", "every rule that a plan is checked against", "", run_rules},
    {"catalog", "[models|devices|fabrics|stacks|presets|fields] [--json]", "names that a scenario can use", "",
     run_catalog},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* find_command(std::string_view name) {
    for (const Command& command : kCommands) {
        if (command.name == name) return &command;
    }
    return nullptr;
}

}  // namespace threewall::cli
