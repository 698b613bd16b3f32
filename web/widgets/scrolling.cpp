#include "web/widgets/scrolling.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace threewall::web {

void scroll_by_touch() {
    ImGuiIO& io = ImGui::GetIO();
    ImGuiWindow* window = ImGui::GetCurrentWindow();
    const bool on_content = ImGui::IsMouseDragging(ImGuiMouseButton_Left) && window->Rect().Contains(io.MouseClickedPos[0]);
    // A press on a window itself makes the window, not a control, the active item.
    const ImGuiID active = ImGui::GetActiveID();
    const ImGuiWindow* pressed = ImGui::GetCurrentContext()->ActiveIdWindow;
    const bool on_control = active != 0 && !(pressed && active == pressed->MoveId);
    if (on_content && !on_control && window->ScrollMax.y > 0) ImGui::SetScrollY(window->Scroll.y - io.MouseDelta.y);
}

}  // namespace threewall::web
