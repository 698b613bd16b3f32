// A scenario from whatever a person has at hand.
#include <cctype>

#include <fmt/format.h>

#include "core/io/catalog.hpp"
#include "core/io/formats/huggingface.hpp"
#include "core/io/json_document.hpp"
#include "core/io/numbers.hpp"
#include "core/io/scenario_io.hpp"
#include "core/rules/rules.hpp"

namespace threewall {
namespace {

std::string_view without_blanks_around(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

ReadResult refused(std::string message, std::string fix) {
    ReadResult result;
    result.scenario = default_scenario();
    result.problems.push_back({0, "", std::move(message), std::move(fix)});
    return result;
}

/// The first example's plan is of its own model: one that it does not suit gets the plainest plan, and is told so.
void settle_plan(ReadResult& result) {
    if (!has_error(check(result.scenario))) return;
    const std::int64_t batch = result.scenario.plan.global_batch_size;
    result.scenario.plan = Plan{};
    result.scenario.plan.zero_stage = 1;
    result.scenario.plan.global_batch_size = batch;
    result.problems.push_back({0, "plan", "the first example's plan does not suit this model; data parallelism with ZeRO 1 alone was taken",
                               "set the plan with --set, for example --set tp=8 --set pp=2"});
}

/// The model of a Hugging Face config.json, on the first visitor's cluster.
ReadResult from_huggingface(std::string_view text) {
    ModelReadResult model = model_from_huggingface(text);
    ReadResult result;
    result.scenario = default_scenario();
    result.problems = std::move(model.problems);
    result.usable = model.usable;
    if (!model.usable) return result;
    result.scenario.model = std::move(model.model);
    settle_plan(result);
    return result;
}

bool looks_like_link(std::string_view text) {
    const std::string_view start = text.substr(0, 64);
    return start.find("://") != std::string_view::npos || text.find('#') != std::string_view::npos ||
           start.starts_with("%23") ||
           (std::isdigit(static_cast<unsigned char>(text.front())) &&
            (text.find(';') != std::string_view::npos || text.find("%3B") != std::string_view::npos ||
             text.find("%3b") != std::string_view::npos));
}

}  // namespace

ReadResult scenario_from_text(std::string_view text) {
    if (text.size() > kLargestInput) {
        const auto size = [](std::size_t n) { return format_number(static_cast<double>(n), UnitKind::bytes); };
        return refused(fmt::format("the input is {} long", size(text.size())),
                       fmt::format("give a scenario, a link or a config.json of at most {}", size(kLargestInput)));
    }
    const std::string_view body = without_blanks_around(text);
    if (body.empty()) return refused("the input is empty", "give a scenario as JSON, a link, or a model's config.json");
    if (body.front() == '{' || body.starts_with("\xEF\xBB\xBF")) {
        return looks_like_huggingface(body) ? from_huggingface(text) : scenario_from_json(text);
    }
    if (looks_like_link(body)) return decode_link(body);
    if (const PresetEntry* preset = catalog().preset(body)) return {preset->scenario, {}, true};
    return refused(
        fmt::format("\"{}\" is no scenario, link or ready scenario's name", body.substr(0, 60)),
        "give JSON that starts with {, a link that contains #1;, or a name that `threewall catalog presets` lists");
}

Scenario default_scenario() {
    const Catalog& c = catalog();
    return c.presets.empty() ? Scenario{} : c.presets.front().scenario;
}

}  // namespace threewall
