#include "web/widgets/button.hpp"

#include <algorithm>
#include <cmath>

#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kSidePadding = 1.75f * kGrid;
constexpr float kSwitchWidth = 30;
constexpr float kSwitchHeight = 16;

/// An item without a look: the caller draws over it.
bool area(std::string_view name, ImVec2 size) {
    const std::string id(name);
    return ImGui::InvisibleButton(id.c_str(), size, ImGuiButtonFlags_EnableNav);
}

void use_hand() {
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

}  // namespace

float button_width(const Ui& ui, std::string_view text) { return std::ceil(text_size(ui, text).x) + 2 * kSidePadding; }

bool button(const Ui& ui, std::string_view text, ButtonLook look, float height, float least_width) {
    const Theme& t = ui.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::max(button_width(ui, text), least_width), height);
    const bool clicked = area(text, size);
    const bool hovered = ImGui::IsItemHovered();
    use_hand();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(at.x + size.x, at.y + size.y);
    if (look == ButtonLook::primary) {
        list.AddRectFilled(at, end, hovered ? faded(t.accent, 0.85f) : t.accent, kSmallRadius);
    } else if (hovered) {
        list.AddRectFilled(at, end, t.hover, kSmallRadius);
    }
    if (look == ButtonLook::outlined) list.AddRect(at, end, t.border, kSmallRadius);
    const ImVec2 place(at.x + size.x / 2, centred_y(at.y, height));
    draw_text(ui, place, text, {look == ButtonLook::primary ? t.on_accent : t.text, kBodyText}, 0.5f);
    return clicked;
}

bool icon_button(const Ui& ui, Icon icon, std::string_view name, float size, bool enabled) {
    constexpr float kIconSize = 15;
    const Theme& t = ui.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::BeginDisabled(!enabled);
    const bool clicked = area(name, {size, size});
    ImGui::EndDisabled();
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) {
        use_hand();
        ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size, at.y + size}, t.hover, kSmallRadius);
    }
    const ImU32 colour = !enabled ? faded(t.muted, 0.45f) : hovered ? t.text : t.muted;
    draw_icon(*ImGui::GetWindowDrawList(), icon, {at.x + size / 2, at.y + size / 2}, kIconSize, colour);
    hint(ui, name);
    return clicked;
}

bool text_link(const Ui& ui, std::string_view text, float size) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 extent = text_size(ui, text, size);
    const bool clicked = area(text, extent);
    use_hand();
    draw_text(ui, at, text, {ui.theme.accent, size});
    if (ImGui::IsItemHovered()) {
        const float y = at.y + extent.y;
        ImGui::GetWindowDrawList()->AddLine({at.x, y}, {at.x + extent.x, y}, ui.theme.accent);
    }
    return clicked;
}

bool toggle_switch(const Ui& ui, const char* id, bool on, float height) {
    const Theme& t = ui.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = area(id, {kSwitchWidth, height});
    use_hand();
    const float y = at.y + (height - kSwitchHeight) / 2;
    const float radius = kSwitchHeight / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, y}, {at.x + kSwitchWidth, y + kSwitchHeight}, on ? t.accent : t.hover, radius);
    const float x = on ? at.x + kSwitchWidth - radius : at.x + radius;
    list.AddCircleFilled({x, y + radius}, radius - 3, on ? t.on_accent : t.muted);
    return clicked;
}

}  // namespace threewall::web
