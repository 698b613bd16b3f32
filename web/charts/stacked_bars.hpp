// Bars side by side, each stacked from parts:
//   StackedBars chart(ui, "memory", size, {.bars = 4, .largest = 80e9, …});
//   chart.series("weights", colour, weights);   // one value a bar; lowest first
//   chart.level("80 GiB usable", 80e9, colour);
//   chart.end();
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/units.hpp"
#include "web/layout.hpp"
#include "web/ui.hpp"

namespace threewall::web {

struct BarAxes {
    std::size_t bars = 0;
    double largest = 0;                            ///< of the vertical axis
    double unit = 1;                               ///< of its numbers
    std::function<std::string(std::size_t)> name;  ///< of a bar, below it
    std::function<std::string(double)> value;      ///< of a part, on hover
    float opacity = 1;                             ///< of the bars
};

class StackedBars {
public:
    StackedBars(const Ui& ui, const char* id, ImVec2 size, BarAxes axes);
    /// Hidden series are left out by the caller.
    void series(std::string_view name, ImU32 colour, std::span<const double> values);
    /// A dashed line across all bars.
    void level(std::string_view name, double value, ImU32 colour);
    /// Names the bars and shows the numbers of the one under the pointer.
    void end();

private:
    struct Series {
        std::string_view name;
        ImU32 colour;
        std::vector<double> values;
    };

    float y_of(double value) const;
    float bar_left(std::size_t bar) const;
    void draw_grid() const;
    void draw_names() const;
    void draw_hint(std::size_t bar) const;

    const Ui& ui_;
    BarAxes axes_;
    Box plot_;
    float slot_ = 0;  ///< width of a bar with its gap
    float bar_ = 0;
    bool hovered_ = false;
    std::vector<double> tops_;
    std::vector<Series> series_;
};

}  // namespace threewall::web
