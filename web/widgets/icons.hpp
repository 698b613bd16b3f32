// Small signs, drawn as lines so that they are sharp at any scale.
#pragma once

#include <imgui.h>

namespace threewall::web {

enum class Icon { logo, chevron_down, chevron_right, undo, redo, sun, moon, close, check, link };

/// Centred at a place, in a square of `size`.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 centre, float size, ImU32 colour);

}  // namespace threewall::web
