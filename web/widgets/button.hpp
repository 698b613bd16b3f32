// Things to click.
#pragma once

#include <string_view>

#include "web/ui.hpp"
#include "web/widgets/icons.hpp"

namespace threewall::web {

enum class ButtonLook { primary, outlined, quiet };

/// True when it was clicked. The text is its name too: several with one text need ImGui::PushID.
/// As wide as the text needs, or wider.
bool button(const Ui& ui, std::string_view text, ButtonLook look, float height, float least_width = 0);
float button_width(const Ui& ui, std::string_view text);
/// `name` is shown as a hint.
bool icon_button(const Ui& ui, Icon icon, std::string_view name, float size, bool enabled = true);
/// Accent-coloured text in the flow of a message.
bool text_link(const Ui& ui, std::string_view text, float size = kBodyText);
/// On or off, at the cursor.
bool toggle_switch(const Ui& ui, const char* id, bool on, float height);

}  // namespace threewall::web
