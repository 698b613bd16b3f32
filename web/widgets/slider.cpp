#include "web/widgets/slider.hpp"

#include <algorithm>

#include <imgui_internal.h>

#include "web/widgets/scrolling.hpp"

namespace threewall::web {
namespace {

constexpr float kTrack = 3;
constexpr float kKnobRadius = 6;
constexpr float kTickHeight = 7;

void draw(const Ui& ui, ImVec2 at, ImVec2 size, const SliderLook& look, bool lit) {
    const Theme& t = ui.theme;
    const float left = at.x + kKnobRadius, width = size.x - 2 * kKnobRadius;
    const float middle = at.y + size.y / 2;
    const float knob = left + width * std::clamp(look.position, 0.0f, 1.0f);
    const ImU32 filled = look.bad ? t.bad : t.accent;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (float tick : look.ticks) {
        const float x = left + width * tick;
        list.AddLine({x, middle - kTickHeight / 2}, {x, middle + kTickHeight / 2}, faded(t.muted, 0.45f));
    }
    list.AddRectFilled({left, middle - kTrack / 2}, {left + width, middle + kTrack / 2}, t.hover, kTrack / 2);
    list.AddRectFilled({left, middle - kTrack / 2}, {knob, middle + kTrack / 2}, filled, kTrack / 2);
    if (lit) list.AddCircleFilled({knob, middle}, kKnobRadius + 4, faded(filled, 0.25f));
    list.AddCircleFilled({knob, middle}, kKnobRadius, look.bad ? t.bad : t.knob);
}

/// Arrow keys belong to the slider while it has the focus, instead of moving the focus.
int arrow_steps(ImGuiID id) {
    int steps = 0;
    for (const auto& [key, step] : {std::pair(ImGuiKey_LeftArrow, -1), std::pair(ImGuiKey_RightArrow, 1)}) {
        ImGui::SetKeyOwner(key, id);
        if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id)) steps += step;
    }
    return steps;
}

/// A finger may only be about to scroll the page: there the handle follows a tap or a drag to the side, not the first
/// touch.
bool moves(const Ui& ui, bool held, bool pressed) {
    if (ui.columns != Columns::one) return held;
    const bool dragged = held && ImGui::IsMouseDragging(ImGuiMouseButton_Left);
    const bool tapped = pressed && ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    return (dragged || tapped) && !drag_is_upright();
}

}  // namespace

std::optional<SliderMove> slider(const Ui& ui, const char* id, ImVec2 size, const SliderLook& look) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
    const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
    draw(ui, at, size, look, held || ImGui::IsItemHovered());
    if (moves(ui, held, pressed)) {
        const float x = ImGui::GetIO().MousePos.x;
        const float position = (x - at.x - kKnobRadius) / (size.x - 2 * kKnobRadius);
        return SliderMove{std::clamp(position, 0.0f, 1.0f), 0, held && !ImGui::IsItemActivated()};
    }
    if (ImGui::IsItemFocused()) {
        if (const int steps = arrow_steps(ImGui::GetItemID())) return SliderMove{0, steps, false};
    }
    return std::nullopt;
}

}  // namespace threewall::web
