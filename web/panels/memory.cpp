#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "web/charts/legend.hpp"
#include "web/charts/stacked_bars.hpp"
#include "web/panels/panels.hpp"
#include "web/panels/pictures.hpp"
#include "web/texts.hpp"

namespace threewall::web {
namespace {

constexpr double kRoomAbove = 1.12;

std::vector<double> values_of(const Result& r, std::size_t part) {
    std::vector<double> values;
    for (const RankMemory& rank : r.ranks) values.push_back(rank.parts[part].value);
    return values;
}

std::vector<LegendItem> legend_items(const Ui& ui, const Result& r) {
    std::vector<LegendItem> items;
    for (std::size_t part = 0; part < kMemoryParts; ++part) {
        const std::vector<double> values = values_of(r, part);
        const bool any = std::any_of(values.begin(), values.end(), [](double v) { return v > 0; });
        if (any)
            items.push_back(
                {memory_part_name(static_cast<MemoryPart>(part)), "Click to hide or show", ui.theme.parts[part]});
    }
    return items;
}

}  // namespace

void memory_panel(const Ui& ui) {
    const Picture picture = begin_picture(ui, "Memory per device", "GiB, by pipeline rank");
    const Result& r = picture.result;
    if (r.ranks.empty()) return;
    const float width = picture.room.x;
    const std::vector<LegendItem> items = legend_items(ui, r);
    const double largest = std::max(r.peak_memory.value, r.memory_capacity.value) * kRoomAbove;
    StackedBars chart(ui, "memory", {width, picture.room.y - legend_height(ui, items, width) - kLegendGap},
                      {.bars = r.ranks.size(),
                       .largest = largest,
                       .unit = kGibi,
                       .name = [&](std::size_t i) { return fmt::format("rank {}", r.ranks[i].pipeline_rank); },
                       .value = [](double v) { return bytes_text(Bytes(v)); },
                       .opacity = picture.opacity});
    for (std::size_t part = 0; part < kMemoryParts; ++part) {
        const std::string_view name = memory_part_name(static_cast<MemoryPart>(part));
        if (!series_hidden(name)) chart.series(name, ui.theme.parts[part], values_of(r, part));
    }
    chart.level(bytes_text(r.memory_capacity) + " usable", r.memory_capacity.value, ui.theme.bad);
    chart.end();
    legend(ui, items, width);
}

}  // namespace threewall::web
