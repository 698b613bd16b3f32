// What all pictures share: a title, and what is shown while the plan is not possible.
#pragma once

#include <string_view>

#include "web/ui.hpp"

namespace threewall::web {

struct Picture {
    const Result& result;  ///< the last one with numbers
    ImVec2 room;           ///< below the title
    float opacity = 1;     ///< less while it is not that of the present scenario
};

/// Draws the title; says so where the picture is that of the last possible plan.
Picture begin_picture(const Ui& ui, std::string_view title, std::string_view note);

}  // namespace threewall::web
