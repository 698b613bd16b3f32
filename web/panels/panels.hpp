// The panels of the page, one file each. Each reads the store and leaves edits; none keeps anything.
#pragma once

#include "web/layout.hpp"
#include "web/ui.hpp"

namespace threewall::web {

/// Name, ready scenarios, undo, theme, link.
void header_panel(const Ui& ui, const Box& box);

/// Messages that stay until dismissed; takes its height from the top of the box.
void banners_panel(const Ui& ui, Box& box);

/// The cards of the answers, in the flow of the layout; a click asks for the explanation.
void verdict_panel(const Ui& ui, float width);
float verdict_height(const Ui& ui, float width);

/// Everything that can be set, in groups that fold.
void inputs_panel(const Ui& ui);

/// Pictures fill the panel that they are drawn in.
void memory_panel(const Ui& ui);
void step_panel(const Ui& ui);
void roofline_panel(const Ui& ui);
void parameters_panel(const Ui& ui);

void messages_panel(const Ui& ui);
void why_panel(const Ui& ui);
void layout_panel(const Ui& ui);

}  // namespace threewall::web
