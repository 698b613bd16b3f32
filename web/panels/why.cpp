#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "web/panels/panels.hpp"
#include "web/texts.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr std::string_view kMemory[] = {"activations_bytes", "optimizer_bytes", "weights_bytes", "gradients_bytes"};
constexpr std::string_view kStep[] = {"pipeline_time_s", "stage_time_s", "bubble_ratio"};
constexpr std::string_view kUtilisation[] = {"mfu_full"};
constexpr std::string_view kThroughput[] = {"step_time_s"};
constexpr std::string_view kRun[] = {"step_time_s"};
constexpr std::string_view kCost[] = {"device_hours", "run_time_s"};

/// What a quantity rests on, shown below it.
struct Explanation {
    std::string_view quantity;
    std::string_view title;
    std::span<const std::string_view> rests_on;
};

constexpr Explanation kExplanations[] = {
    {"peak_memory_bytes", "peak memory", kMemory},
    {"step_time_s", "step time", kStep},
    {"tokens_per_second", "throughput", kThroughput},
    {"mfu_causal", "MFU", kUtilisation},
    {"run_time_s", "run time", kRun},
    {"run_cost_dollars", "cost", kCost},
};

std::string quantity_name(std::string_view name) {
    for (std::string_view unit : {"_bytes", "_s", "_dollars"})
        if (name.ends_with(unit)) name.remove_suffix(unit.size());
    std::string text(name);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

/// Operators with room around them.
std::string spaced(std::string_view formula) {
    std::string out;
    for (char c : formula) {
        if (c == '*') {
            out += " · ";
        } else if (c == '/') {
            out += " / ";
        } else {
            out += c;
        }
    }
    return out;
}

void substitution_lines(const Ui& ui, const TraceStep& step) {
    const float indent = kGrid;
    ImGui::Indent(indent);
    for (const Substitution& s : step.inputs) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float right = at.x + ImGui::GetContentRegionAvail().x - kGrid;
        const std::string value = traced_text(s.value, s.unit);
        const float room = right - at.x - text_size(ui, value, kSmallText).x - kGrid;
        draw_text(ui, at, fitted(ui, s.symbol, room, kSmallText), {ui.theme.muted, kSmallText});
        draw_text(ui, {right, at.y}, value, {ui.theme.text, kSmallText}, 1);
        ImGui::Dummy({0, kSmallText + 6});
    }
    ImGui::Unindent(indent);
}

/// The formula and what was put in, on a raised ground.
void draw_step(const Ui& ui, const TraceStep& step) {
    ImGui::Dummy({0, 2});
    paragraph(ui, quantity_name(step.quantity) + " = " + traced_text(step.value, step.unit),
              {ui.theme.text, kBodyText, true});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::Dummy({0, kGrid / 2});
    ImGui::Indent(kGrid);
    paragraph(ui, "= " + spaced(step.formula), {ui.theme.text, kSmallText});
    ImGui::Unindent(kGrid);
    ImGui::Dummy({0, 1});
    substitution_lines(ui, step);
    ImGui::Dummy({0, 1});
    list.ChannelsSetCurrent(0);
    list.AddRectFilled(at, {at.x + width, ImGui::GetCursorScreenPos().y}, ui.theme.raised, kSmallRadius);
    list.ChannelsMerge();
    ImGui::Dummy({0, 1});
    small_paragraph(ui, step.source);
}

void draw_if_traced(const Ui& ui, const std::vector<TraceStep>& trace, std::string_view quantity) {
    const auto found =
        std::find_if(trace.begin(), trace.end(), [&](const TraceStep& t) { return t.quantity == quantity; });
    if (found != trace.end()) draw_step(ui, *found);
}

}  // namespace

void why_panel(const Ui& ui) {
    const auto e = std::find_if(std::begin(kExplanations), std::end(kExplanations),
                                [&](const Explanation& x) { return x.quantity == ui.store.explained(); });
    if (e == std::end(kExplanations)) return;
    heading(ui, "Why this number: " + std::string(e->title));
    const std::vector<TraceStep> trace = ui.store.trace();
    if (trace.empty()) {
        small_paragraph(ui, "A plan that breaks a rule has no numbers to explain.");
        return;
    }
    draw_if_traced(ui, trace, e->quantity);
    for (std::string_view quantity : e->rests_on) draw_if_traced(ui, trace, quantity);
}

}  // namespace threewall::web
