// Where things go: rectangles that are cut into smaller ones, and rows of cards that wrap.
#pragma once

#include <span>
#include <vector>

#include <imgui.h>

namespace threewall::web {

struct Box {
    float x = 0, y = 0, width = 0, height = 0;

    ImVec2 min() const { return {x, y}; }
    ImVec2 max() const { return {x + width, y + height}; }
    ImVec2 size() const { return {width, height}; }
    Box inset(float left, float top, float right, float bottom) const {
        return {x + left, y + top, width - left - right, height - top - bottom};
    }
    /// Takes off a strip and leaves the rest behind a gap.
    Box cut_top(float strip, float gap = 0) {
        const Box cut{x, y, width, strip};
        y += strip + gap;
        height -= strip + gap;
        return cut;
    }
    Box cut_left(float strip, float gap = 0) {
        const Box cut{x, y, strip, height};
        x += strip + gap;
        width -= strip + gap;
        return cut;
    }
    Box cut_right(float strip, float gap = 0) {
        width -= strip + gap;
        return {x + width + gap, y, strip, height};
    }
};

/// Places items of at least these widths in rows, from left to right, and stretches each row to the full width.
/// The height is what the rows need together.
struct Flow {
    std::vector<Box> boxes;
    float height = 0;
};
Flow flow(std::span<const float> widths, float row_height, float gap, float full_width);

/// As many equal columns as fit with at least `least` width each, at most `most`.
int columns_that_fit(float full_width, float least, float gap, int most);

}  // namespace threewall::web
