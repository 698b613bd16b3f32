#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "web/charts/legend.hpp"
#include "web/charts/waterfall.hpp"
#include "web/panels/panels.hpp"
#include "web/panels/pictures.hpp"
#include "web/texts.hpp"

namespace threewall::web {
namespace {

/// Terms below this share of the step are summed up.
constexpr double kLeastShare = 0.002;

std::string note_of(const TimeTerm& t, Seconds step) {
    std::string note = fmt::format("{}\n{} of the step ({}), wall: {}", t.name, seconds_text(t.exposed),
                                   percent_text(t.exposed / step), wall_name(t.wall));
    if (t.busy > t.exposed)
        note += fmt::format("\n{} of work, {} of it hidden", seconds_text(t.busy), seconds_text(t.busy - t.exposed));
    return note;
}

struct Shown {
    std::vector<const TimeTerm*> terms;  ///< in the order of the step
    Seconds rest;
    std::size_t rest_count = 0;
};

/// The largest terms that there is room for; the others are one line.
Shown choose(const Result& r, std::size_t room) {
    std::vector<const TimeTerm*> largest;
    for (const TimeTerm& t : r.terms)
        if (t.exposed.value > 0 && !series_hidden(wall_name(t.wall))) largest.push_back(&t);
    std::stable_sort(largest.begin(), largest.end(), [](auto* a, auto* b) { return a->exposed > b->exposed; });
    Shown shown;
    for (const TimeTerm* t : largest) {
        const bool last_line = shown.terms.size() + 1 == room && largest.size() > room;
        if (shown.terms.size() < room && !last_line && t->exposed.value >= kLeastShare * r.step_time.value) {
            shown.terms.push_back(t);
        } else {
            shown.rest += t->exposed;
            ++shown.rest_count;
            room = shown.terms.size();
        }
    }
    // They lie in one array, so their places are their order.
    std::sort(shown.terms.begin(), shown.terms.end());
    return shown;
}

std::vector<std::string> wall_notes(const Result& r) {
    std::vector<std::string> notes;
    for (Seconds s : r.by_wall)
        notes.push_back(fmt::format("{}, {} of the step", seconds_text(s), percent_text(s / r.step_time)));
    return notes;
}

}  // namespace

void step_panel(const Ui& ui) {
    const Picture picture = begin_picture(ui, "One step, by wall", seconds_text(ui.store.last_valid().step_time));
    const Result& r = picture.result;
    if (r.terms.empty()) return;
    const float width = picture.room.x;
    const std::vector<std::string> notes = wall_notes(r);
    std::vector<LegendItem> items;
    for (std::size_t w = 0; w < kWalls; ++w)
        if (r.by_wall[w].value > 0) items.push_back({wall_name(static_cast<Wall>(w)), notes[w], ui.theme.walls[w]});

    const float chart_height = picture.room.y - legend_height(ui, items, width) - kLegendGap;
    const Shown shown = choose(r, Waterfall::room(chart_height));
    Seconds whole = shown.rest;
    for (const TimeTerm* t : shown.terms) whole += t->exposed;
    const std::size_t lines = shown.terms.size() + (shown.rest_count > 0 ? 1 : 0);
    Waterfall chart(ui, "step", {width, chart_height},
                    {.terms = lines,
                     .whole = whole.value,
                     .value = [](double v) { return seconds_text(Seconds(v)); },
                     .opacity = picture.opacity});
    for (const TimeTerm* t : shown.terms)
        chart.term(t->name, t->exposed.value, ui.theme.walls[static_cast<std::size_t>(t->wall)],
                   note_of(*t, r.step_time));
    if (shown.rest_count > 0)
        chart.term(fmt::format("{} smaller terms", shown.rest_count), shown.rest.value, ui.theme.muted,
                   "Too small to be drawn one by one");
    chart.end();
    legend(ui, items, width);
}

}  // namespace threewall::web
