#include "core/explain/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

namespace threewall {
namespace {

bool is_symbol(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

const TraceStep* find_step(const Trace& trace, std::string_view quantity) {
    for (const TraceStep& s : trace.steps())
        if (s.quantity == quantity) return &s;
    return nullptr;
}

/// An input belongs to a recorded step when it has the same value and its symbol begins the step's name
/// ("stage" and "stage_time_s").
const TraceStep* step_of_input(const Trace& trace, const Substitution& input) {
    for (const TraceStep& s : trace.steps())
        if (s.value == input.value && s.quantity.substr(0, input.symbol.size()) == input.symbol) return &s;
    return nullptr;
}

const Substitution* find_input(const TraceStep& step, std::string_view symbol) {
    for (const Substitution& i : step.inputs)
        if (i.symbol == symbol) return &i;
    return nullptr;
}

}  // namespace

std::vector<const TraceStep*> steps_behind(const Trace& trace, std::string_view quantity) {
    std::vector<const TraceStep*> steps;
    if (const TraceStep* first = find_step(trace, quantity)) steps.push_back(first);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        for (const Substitution& input : steps[i]->inputs) {
            const TraceStep* next = step_of_input(trace, input);
            if (next && std::find(steps.begin(), steps.end(), next) == steps.end()) steps.push_back(next);
        }
    }
    return steps;
}

std::vector<std::string_view> quantities(const Trace& trace) {
    std::vector<std::string_view> names;
    for (const TraceStep& s : trace.steps()) names.push_back(s.quantity);
    return names;
}

std::string substituted(const TraceStep& step) {
    std::string out;
    const std::string_view f = step.formula;
    for (std::size_t i = 0; i < f.size();) {
        if (!is_symbol(f[i]) || std::isdigit(static_cast<unsigned char>(f[i]))) {
            out += f[i++];
            continue;
        }
        std::size_t end = i;
        while (end < f.size() && is_symbol(f[end])) ++end;
        const std::string_view symbol = f.substr(i, end - i);
        const Substitution* input = find_input(step, symbol);
        out += input ? fmt::format("{:.10g}", input->value) : std::string(symbol);
        i = end;
    }
    return out;
}

std::string explanation_to_text(const std::vector<const TraceStep*>& steps) {
    std::string text;
    for (const TraceStep* s : steps) {
        text += fmt::format("{} = {:.6g} {}\n  = {}\n  = {}\n", s->quantity, s->value, s->unit, s->formula, substituted(*s));
        for (const Substitution& i : s->inputs) text += fmt::format("    {:<12} {:.6g} {}\n", i.symbol, i.value, i.unit);
        text += fmt::format("  source: {}\n", s->source);
    }
    return text;
}

std::string explanation_to_json(const std::vector<const TraceStep*>& steps) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const TraceStep* s : steps) {
        nlohmann::ordered_json step;
        step["quantity"] = s->quantity;
        step["value"] = s->value;
        step["unit"] = s->unit;
        step["formula"] = s->formula;
        step["substituted"] = substituted(*s);
        step["inputs"] = nlohmann::ordered_json::array();
        for (const Substitution& i : s->inputs) step["inputs"].push_back({{"symbol", i.symbol}, {"value", i.value}, {"unit", i.unit}});
        step["source"] = s->source;
        out.push_back(step);
    }
    return out.dump(1);
}

}  // namespace threewall
