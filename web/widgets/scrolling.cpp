#include "web/widgets/scrolling.hpp"

#include <cmath>

#include <imgui.h>
#include <imgui_internal.h>

namespace threewall::web {
namespace {

/// A press on a window itself makes the window, not a control, the active item.
bool control_is_held() {
    const ImGuiID active = ImGui::GetActiveID();
    const ImGuiWindow* pressed = ImGui::GetCurrentContext()->ActiveIdWindow;
    return active != 0 && !(pressed && active == pressed->MoveId);
}

}  // namespace

bool drag_is_upright() {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 way(io.MousePos.x - io.MouseClickedPos[0].x, io.MousePos.y - io.MouseClickedPos[0].y);
    return std::fabs(way.y) > std::fabs(way.x);
}

void scroll_by_drag(DragOn pointer) {
    const ImGuiIO& io = ImGui::GetIO();
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    const bool here = ImGui::IsMouseDragging(ImGuiMouseButton_Left) && window->Rect().Contains(io.MouseClickedPos[0]);
    if (!here || window->ScrollMax.y <= 0) return;
    if (control_is_held()) {
        if (pointer == DragOn::mouse || !drag_is_upright()) return;
        ImGui::ClearActiveID();
    }
    ImGui::SetScrollY(window->Scroll.y - io.MouseDelta.y);
}

}  // namespace threewall::web
