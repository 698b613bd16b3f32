// A surface with a border, a title, and whatever is put in it.
#pragma once

#include <string_view>

#include "web/layout.hpp"
#include "web/ui.hpp"

namespace threewall::web {

/// At the box's place on the screen; scrolls inside when its content is taller. Always followed by end_panel.
void begin_panel(const char* id, const Box& box, ImGuiWindowFlags flags = 0);
/// The same in the flow of the layout, as wide as there is room and as tall as its content.
void begin_flowing_panel(const char* id);
void end_panel();

/// The title of a picture: semibold at the left, muted at the right.
void panel_title(const Ui& ui, std::string_view title, std::string_view note);

/// The title of a group that folds, with a link at its right end. Whether it is open is ImGui's to keep.
struct Fold {
    bool open = false;
    bool link_clicked = false;
};
Fold fold(const Ui& ui, const char* title, std::string_view link);

}  // namespace threewall::web
