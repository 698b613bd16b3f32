// Achieved FLOP rate over FLOP per byte, under the roofs of the device:
//   Roofline chart(ui, "roofline", size, {.peak = …, .bandwidth = …, …});
//   chart.point("QKV", 180, 250e12, 0.1, colour, "…");
//   chart.end();
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/units.hpp"
#include "web/layout.hpp"
#include "web/ui.hpp"

namespace threewall::web {

struct RoofAxes {
    FlopPerSecond peak;
    BytesPerSecond bandwidth;
    double lowest_intensity = 1;  ///< FLOP per byte at the left
    double highest_intensity = 1e4;
    double lowest_rate = 1e12;  ///< FLOP/s at the bottom
    std::string peak_name;
    std::string bandwidth_name;
    float opacity = 1;
};

class Roofline {
public:
    Roofline(const Ui& ui, const char* id, ImVec2 size, RoofAxes axes);
    /// `share` of all the time decides the point's area.
    void point(std::string_view name, double intensity, double rate, double share, ImU32 colour, std::string note);
    void end();

private:
    struct Point {
        std::string_view name;
        ImVec2 at;
        float radius;
        ImU32 colour;
        std::string note;
    };

    ImVec2 place(double intensity, double rate) const;
    void draw_grid() const;
    void draw_roofs() const;
    void draw_labels() const;

    const Ui& ui_;
    RoofAxes axes_;
    Box plot_;
    double top_rate_ = 1;
    bool hovered_ = false;
    std::vector<Point> points_;
};

}  // namespace threewall::web
