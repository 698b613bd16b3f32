#include <algorithm>
#include <cmath>

#include "web/panels/panels.hpp"
#include "web/verdicts.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kCardHeight = 82;
constexpr float kPadding = 1.5f * kGrid;
constexpr float kLeastWidth = 104;
constexpr float kBar = 4;

ImU32 mood_colour(const Ui& ui, const VerdictLine& line) {
    switch (line.mood) {
    case Mood::good: return ui.theme.good;
    case Mood::warning: return ui.theme.warning;
    case Mood::bad: return ui.theme.bad;
    case Mood::neutral: break;
    }
    return ui.theme.wall_texts[static_cast<std::size_t>(ui.store.result().binding_wall)];
}

float figure_size(const Ui& ui) { return ui.columns == Columns::one ? kFigureText - 3 : kFigureText; }

float lead_width(const Ui& ui, const VerdictLine& line) {
    if (line.lead.empty()) return 0;
    const float gap = line.value.empty() ? 0 : 0.75f * kGrid;
    return text_size(ui, line.lead, figure_size(ui), true).x + gap;
}

float natural_width(const Ui& ui, const VerdictLine& line) {
    const float figure = lead_width(ui, line) + text_size(ui, line.value, figure_size(ui), true).x;
    const float small = std::max(text_size(ui, line.label, kSmallText).x, text_size(ui, line.note, kSmallText).x);
    return std::ceil(std::max(kLeastWidth, std::max(figure, small) + 2 * kPadding));
}

Flow cards(const Ui& ui, const std::vector<VerdictLine>& lines, float width) {
    std::vector<float> widths;
    for (const VerdictLine& line : lines) widths.push_back(natural_width(ui, line));
    return flow(widths, kCardHeight, kGrid, width);
}

void draw_bar(const Ui& ui, const VerdictLine& line, const Box& inner) {
    const float y = inner.y + inner.height - kBar;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({inner.x, y}, {inner.x + inner.width, y + kBar}, ui.theme.hover, kBar / 2);
    list.AddRectFilled({inner.x, y}, {inner.x + inner.width * line.filled, y + kBar}, mood_colour(ui, line), kBar / 2);
}

void draw_card(const Ui& ui, const VerdictLine& line, const Box& box) {
    const Theme& t = ui.theme;
    ImGui::SetCursorScreenPos(box.min());
    const bool can_explain = !line.quantity.empty();
    const bool clicked = ImGui::InvisibleButton(line.label.c_str(), box.size(), ImGuiButtonFlags_EnableNav);
    const bool hovered = can_explain && ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (clicked && can_explain) ui.emit(Explain{line.quantity});

    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(box.min(), box.max(), hovered ? t.raised : t.surface, kRadius);
    list.AddRect(box.min(), box.max(), hovered ? t.muted : t.border, kRadius);
    const Box inner = box.inset(kPadding, kGrid + 1, kPadding, kGrid + 1);
    const auto small = [&](std::string_view text, float y) {
        draw_text(ui, {inner.x, y}, fitted(ui, text, inner.width, kSmallText), {t.muted, kSmallText});
    };
    small(line.label, inner.y);
    const float figure_y = inner.y + kSmallText + 6;
    const float size = figure_size(ui);
    draw_text(ui, {inner.x, figure_y}, line.lead, {mood_colour(ui, line), size, true});
    const float lead = lead_width(ui, line);
    draw_text(ui, {inner.x + lead, figure_y}, fitted(ui, line.value, inner.width - lead, size, true),
              {t.text, size, true});
    small(line.note, figure_y + size + 6);
    if (line.filled >= 0) draw_bar(ui, line, box.inset(kPadding, 0, kPadding, 6));
}

}  // namespace

float verdict_height(const Ui& ui, float width) { return cards(ui, verdict_lines(ui.store), width).height; }

void verdict_panel(const Ui& ui, float width) {
    const std::vector<VerdictLine> lines = verdict_lines(ui.store);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Flow placed = cards(ui, lines, width);
    ImGui::PushID("verdict");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Box& b = placed.boxes[i];
        draw_card(ui, lines[i], {at.x + b.x, at.y + b.y, b.width, b.height});
    }
    ImGui::PopID();
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, placed.height});
}

}  // namespace threewall::web
