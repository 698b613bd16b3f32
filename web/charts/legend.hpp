// The legend under a chart: click takes a series out or brings it back. What is hidden is ImGui's state, kept by the
// chart's id.
#pragma once

#include <span>
#include <string_view>

#include "web/ui.hpp"

namespace threewall::web {

struct LegendItem {
    std::string_view name;
    std::string_view note;  ///< shown on hover
    ImU32 colour = 0;
};

/// Between a chart and its legend.
inline constexpr float kLegendGap = 0.5f * kGrid;

/// Height that the legend needs in this width.
float legend_height(const Ui& ui, std::span<const LegendItem> items, float width);
/// At the cursor.
void legend(const Ui& ui, std::span<const LegendItem> items, float width);
/// True if the legend's item of that name was switched off. To be asked in the window that the legend is in.
bool series_hidden(std::string_view name);

}  // namespace threewall::web
