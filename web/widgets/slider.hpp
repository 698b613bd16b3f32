// A slider over positions from 0 to 1; what a position means is web/scale.hpp's.
#pragma once

#include <optional>
#include <span>

#include "web/ui.hpp"

namespace threewall::web {

struct SliderLook {
    float position = 0;            ///< of the handle
    std::span<const float> ticks;  ///< where the legal stops are
    bool bad = false;
};

struct SliderMove {
    float position = 0;
    int steps = 0;           ///< arrow keys: so many stops up or down, `position` unused
    bool continues = false;  ///< the same drag as before
};

/// At the cursor. What the person did with it, if anything.
std::optional<SliderMove> slider(const Ui& ui, const char* id, ImVec2 size, const SliderLook& look);

}  // namespace threewall::web
