#include "web/charts/legend.hpp"

#include <cmath>

#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kSwatch = 9;
constexpr float kSwatchGap = 6;
constexpr float kItemGap = 2 * kGrid;
constexpr float kLineHeight = 22;
constexpr float kHiddenShare = 0.35f;

float item_width(const Ui& ui, const LegendItem& item) {
    return kSwatch + kSwatchGap + std::ceil(text_size(ui, item.name, kSmallText).x);
}

bool& hidden(std::string_view name) {
    return *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(name.data(), name.data() + name.size()), false);
}

/// Calls `place(item, x, line)` for each item; returns the number of lines.
template <class Place>
int wrap(const Ui& ui, std::span<const LegendItem> items, float width, Place place) {
    float x = 0;
    int line = 0;
    for (const LegendItem& item : items) {
        const float w = item_width(ui, item);
        if (x > 0 && x + w > width) {
            x = 0;
            ++line;
        }
        place(item, x, line);
        x += w + kItemGap;
    }
    return items.empty() ? 0 : line + 1;
}

void draw_item(const Ui& ui, const LegendItem& item, ImVec2 at, bool off) {
    const float share = off ? kHiddenShare : 1;
    const float top = at.y + (kLineHeight - kSwatch) / 2;
    ImGui::GetWindowDrawList()->AddRectFilled({at.x, top}, {at.x + kSwatch, top + kSwatch}, faded(item.colour, share),
                                              2);
    draw_text(ui, {at.x + kSwatch + kSwatchGap, centred_y(at.y, kLineHeight, kSmallText)}, item.name,
              {faded(ui.theme.muted, share), kSmallText});
}

}  // namespace

float legend_height(const Ui& ui, std::span<const LegendItem> items, float width) {
    return kLineHeight * static_cast<float>(wrap(ui, items, width, [](const LegendItem&, float, int) {}));
}

void legend(const Ui& ui, std::span<const LegendItem> items, float width) {
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const int lines = wrap(ui, items, width, [&](const LegendItem& item, float x, int line) {
        const ImVec2 at(origin.x + x, origin.y + kLineHeight * static_cast<float>(line));
        bool& off = hidden(item.name);
        ImGui::SetCursorScreenPos(at);
        ImGui::PushID(item.name.data(), item.name.data() + item.name.size());
        if (ImGui::InvisibleButton("toggle", {item_width(ui, item), kLineHeight}, ImGuiButtonFlags_EnableNav))
            off = !off;
        ImGui::PopID();
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        hint(ui, item.note);
        draw_item(ui, item, at, off);
    });
    ImGui::SetCursorScreenPos(origin);
    ImGui::Dummy({width, kLineHeight * static_cast<float>(lines)});
}

bool series_hidden(std::string_view name) { return hidden(name); }

}  // namespace threewall::web
