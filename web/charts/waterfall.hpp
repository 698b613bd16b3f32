// Terms that follow one another, each beginning where the last one ended:
//   Waterfall chart(ui, "step", size, {.terms = 8, .whole = 3.42, …});
//   chart.term("attention", 1.42, colour, "busy 1.60 s");
//   chart.end();
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "web/layout.hpp"
#include "web/ui.hpp"

namespace threewall::web {

struct WaterfallAxes {
    std::size_t terms = 0;
    double whole = 0;                          ///< sum of all terms: the full width
    std::function<std::string(double)> value;  ///< at a bar's end
    float opacity = 1;
};

class Waterfall {
public:
    Waterfall(const Ui& ui, const char* id, ImVec2 size, WaterfallAxes axes);
    void term(std::string_view name, double value, ImU32 colour, std::string_view note);
    void end();

    /// Terms that can be drawn legibly in this height.
    static std::size_t room(float height);

private:
    const Ui& ui_;
    WaterfallAxes axes_;
    Box plot_;  ///< of the bars
    float left_ = 0;
    float row_ = 0;
    std::size_t next_ = 0;
    double reached_ = 0;
};

}  // namespace threewall::web
