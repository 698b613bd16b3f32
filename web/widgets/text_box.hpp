// A value that is also a text box: reads like a figure, becomes editable when it is clicked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "web/ui.hpp"

namespace threewall::web {

struct TextBoxLook {
    std::string_view shown;   ///< while nobody types
    std::string_view edited;  ///< what the person starts from
    bool bad = false;
    bool muted = false;  ///< a value that is not the person's own ("auto")
    bool left_aligned = false;
};

/// At the cursor. The text, once it is left or Enter is pressed after a change.
std::optional<std::string> text_box(const Ui& ui, const char* id, ImVec2 size, const TextBoxLook& look);

}  // namespace threewall::web
