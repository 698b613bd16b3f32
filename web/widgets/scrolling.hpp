// Scrolling with a finger: a drag that starts beside all controls moves the content.
#pragma once

namespace threewall::web {

/// For the current window, after everything in it is drawn.
void scroll_by_touch();

}  // namespace threewall::web
