// One input: label, slider or switch or list, typed value, and what is wrong with it.
#pragma once

#include "web/layout.hpp"
#include "web/ui.hpp"

namespace threewall::web {

/// In the flow of the layout, as wide as there is room.
void input_row(const Ui& ui, const Field& f);

/// Of the column of labels in a row of this width.
float row_label_width(float row_width);

}  // namespace threewall::web
