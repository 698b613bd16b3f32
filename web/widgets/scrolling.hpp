// Scrolling with a finger: a drag that starts beside all controls, or goes up or down over one, moves the content.
#pragma once

namespace threewall::web {

/// Whether a press on a control may still turn into scrolling: with a mouse it never does.
enum class DragOn { mouse, finger };

/// The pointer is farther above or below the place where it was pressed than beside it.
bool drag_is_upright();

/// For the current window, after everything in it is drawn.
void scroll_by_drag(DragOn pointer);

}  // namespace threewall::web
