#include "web/layout.hpp"

#include <algorithm>
#include <cmath>

namespace threewall::web {
namespace {

/// Rows that the items need when each is filled before the next is begun.
std::size_t greedy_rows(std::span<const float> widths, float gap, float full_width) {
    std::size_t rows = 1;
    float used = 0;
    for (float w : widths) {
        if (used > 0 && used + gap + w > full_width) {
            ++rows;
            used = 0;
        }
        used += (used > 0 ? gap : 0) + w;
    }
    return rows;
}

}  // namespace

Flow flow(std::span<const float> widths, float row_height, float gap, float full_width) {
    Flow out;
    const std::size_t rows = greedy_rows(widths, gap, full_width);
    std::size_t first = 0;
    for (std::size_t row = 0; first < widths.size(); ++row) {
        // Rows of like length look calmer than full rows with a remainder; the first rows may be shorter, not the last.
        const std::size_t share = (widths.size() - first) / std::max<std::size_t>(rows - std::min(row, rows), 1);
        std::size_t count = 0;
        float needed = 0;
        while (first + count < widths.size() && count < std::max<std::size_t>(share, 1)) {
            const float wider = needed + (count > 0 ? gap : 0) + widths[first + count];
            if (count > 0 && wider > full_width) break;
            needed = wider;
            ++count;
        }
        const float spare = std::max(0.0f, full_width - needed) / static_cast<float>(count);
        const float y = static_cast<float>(row) * (row_height + gap);
        float x = 0;
        for (std::size_t i = first; i < first + count; ++i) {
            const float width = std::min(widths[i] + spare, full_width);
            out.boxes.push_back({std::round(x), y, std::round(x + width) - std::round(x), row_height});
            x += width + gap;
        }
        first += count;
        out.height = y + row_height;
    }
    return out;
}

int columns_that_fit(float full_width, float least, float gap, int most) {
    return std::clamp(static_cast<int>((full_width + gap) / (least + gap)), 1, most);
}

}  // namespace threewall::web
