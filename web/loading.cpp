#include "web/loading.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/io/formats/huggingface.hpp"
#include "core/io/scenario_io.hpp"

namespace threewall::web {
namespace {

/// The largest config.json seen is 60 kB; a scenario in JSON has 6 kB.
constexpr std::size_t kLargestText = 2u << 20;

std::vector<std::string> lines_of(const std::vector<InputProblem>& problems) {
    std::vector<std::string> lines;
    for (const InputProblem& p : problems) {
        std::string line;
        if (p.line > 0) line += fmt::format("line {}: ", p.line);
        if (!p.where.empty()) line += p.where + ": ";
        line += p.message;
        if (!p.fix.empty()) line += " — " + p.fix;
        lines.push_back(std::move(line));
    }
    return lines;
}

/// True if there is something to load.
bool report(Store& store, std::string_view origin, const ReadResult& read) {
    if (!read.usable) {
        store.show({Tone::error, fmt::format("{} could not be read; the last scenario stays", origin),
                    lines_of(read.problems)});
        return false;
    }
    if (!read.problems.empty()) {
        const std::size_t n = read.problems.size();
        store.show({Tone::warning,
                    fmt::format("{}: {} thing{} could not be read; the rest is loaded", origin, n, n == 1 ? "" : "s"),
                    lines_of(read.problems)});
    }
    return true;
}

void load_huggingface(Store& store, std::string_view origin, std::string_view text) {
    const ModelReadResult read = model_from_huggingface(text);
    if (!read.usable) {
        store.show({Tone::error, fmt::format("{} is no model that Threewall can size; the last scenario stays", origin),
                    lines_of(read.problems)});
        return;
    }
    store.load_model(read.model);
    const std::string title = fmt::format("{}: the model is now {}", origin, read.model.name);
    store.show({Tone::info, title, lines_of(read.problems)});
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

constexpr std::string_view kAddress = "The link in the address bar";

}  // namespace

void start_with_link(Store& store, std::string_view hash) {
    if (is_blank(hash)) return;
    const ReadResult read = decode_link(hash);
    if (report(store, kAddress, read)) store.start(read.scenario);
}

void load_link(Store& store, std::string_view hash) {
    const ReadResult read = is_blank(hash) ? ReadResult{default_scenario(), {}, true} : decode_link(hash);
    if (report(store, kAddress, read)) store.load(read.scenario);
}

void load_text(Store& store, std::string_view origin, std::string_view text) {
    if (text.size() > kLargestText) {
        store.show({Tone::error,
                    fmt::format("{} is too large to be a scenario or a model", origin),
                    {fmt::format("It has {:.1f} MB; a config.json, a scenario or a link has at most {} MB.",
                                 static_cast<double>(text.size()) / 1e6, kLargestText >> 20)}});
        return;
    }
    if (is_blank(text)) {
        store.show({Tone::error, fmt::format("{} is empty", origin), {}});
    } else if (looks_like_huggingface(text)) {
        load_huggingface(store, origin, text);
    } else {
        const ReadResult read = scenario_from_text(text);
        if (report(store, origin, read)) store.load(read.scenario);
    }
}

}  // namespace threewall::web
