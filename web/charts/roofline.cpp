// Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009.
#include "web/charts/roofline.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "web/charts/axis.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kAxisWidth = 34;
constexpr float kAxisHeight = 22;
constexpr float kTopRoom = 8;
constexpr double kRoomAboveRoof = 2.2;
constexpr float kLeastRadius = 3.5f;
constexpr float kLargestRadius = 11;
constexpr float kReach = 6;  ///< how near the pointer has to come

bool overlap(const Box& a, const Box& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

}  // namespace

Roofline::Roofline(const Ui& ui, const char* id, ImVec2 size, RoofAxes axes) : ui_(ui), axes_(std::move(axes)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    hovered_ = ImGui::IsItemHovered();
    plot_ = Box{at.x, at.y, size.x, size.y}.inset(kAxisWidth, kTopRoom, 0, kAxisHeight);
    top_rate_ = axes_.peak.value * kRoomAboveRoof;
    ImGui::PushID(id);
    draw_grid();
    draw_roofs();
}

ImVec2 Roofline::place(double intensity, double rate) const {
    const double x =
        std::log(intensity / axes_.lowest_intensity) / std::log(axes_.highest_intensity / axes_.lowest_intensity);
    const double y = std::log(rate / axes_.lowest_rate) / std::log(top_rate_ / axes_.lowest_rate);
    return {plot_.x + plot_.width * static_cast<float>(x), plot_.y + plot_.height * (1 - static_cast<float>(y))};
}

void Roofline::draw_grid() const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = plot_.y + plot_.height;
    for (double i : decades(axes_.lowest_intensity, axes_.highest_intensity)) {
        const float x = std::round(place(i, axes_.lowest_rate).x);
        list.AddLine({x, plot_.y}, {x, bottom}, ui_.theme.grid);
        draw_text(ui_, {x, bottom + 6}, fmt::format("{:g}", i), {ui_.theme.muted, kSmallText}, 0.5f);
    }
    for (double r : decades(axes_.lowest_rate, top_rate_)) {
        const float y = std::round(place(axes_.lowest_intensity, r).y);
        list.AddLine({plot_.x, y}, {plot_.x + plot_.width, y}, ui_.theme.grid);
        draw_text(ui_, {plot_.x - kGrid, y - kSmallText / 2 - 1}, fmt::format("{:g}", r / kTera),
                  {ui_.theme.muted, kSmallText}, 1);
    }
}

void Roofline::draw_roofs() const {
    const double ridge = axes_.peak.value / axes_.bandwidth.value;
    const double start = std::max(axes_.lowest_intensity, axes_.lowest_rate / axes_.bandwidth.value);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 from = place(start, start * axes_.bandwidth.value);
    const ImVec2 corner = place(ridge, axes_.peak.value);
    const ImU32 colour = faded(ui_.theme.text, 0.85f * axes_.opacity);
    list.AddLine(from, corner, colour, 1.5f);
    list.AddLine(corner, {plot_.x + plot_.width, corner.y}, colour, 1.5f);
    draw_text(ui_, {plot_.x + plot_.width, corner.y - kSmallText - 5}, axes_.peak_name, {ui_.theme.muted, kSmallText},
              1);
    const ImVec2 middle((from.x + corner.x) / 2, (from.y + corner.y) / 2);
    draw_text(ui_, {middle.x - kGrid, middle.y - kSmallText - kGrid}, axes_.bandwidth_name,
              {ui_.theme.muted, kSmallText}, 1);
}

void Roofline::point(std::string_view name, double intensity, double rate, double share, ImU32 colour,
                     std::string note) {
    const float radius =
        std::clamp(kLargestRadius * static_cast<float>(std::sqrt(share)), kLeastRadius, kLargestRadius);
    const ImVec2 at = place(intensity, rate);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(at, radius, faded(colour, 0.85f * axes_.opacity));
    list.AddCircle(at, radius, ui_.theme.surface);
    points_.push_back({name, at, radius, colour, std::move(note)});
}

/// The largest points are named first; a name that would cover another is left to the hover.
void Roofline::draw_labels() const {
    std::vector<const Point*> order;
    for (const Point& p : points_) order.push_back(&p);
    std::stable_sort(order.begin(), order.end(), [](const Point* a, const Point* b) { return a->radius > b->radius; });
    std::vector<Box> taken;
    for (const Point& p : points_) taken.push_back({p.at.x - p.radius, p.at.y - p.radius, 2 * p.radius, 2 * p.radius});
    for (const Point* p : order) {
        const ImVec2 size = text_size(ui_, p->name, kSmallText);
        const Box right{p->at.x + p->radius + 4, p->at.y - size.y / 2, size.x, size.y};
        const Box below{p->at.x - size.x / 2, p->at.y + p->radius + 2, size.x, size.y};
        for (const Box& box : {right, below}) {
            const bool inside =
                box.x + box.width <= plot_.x + plot_.width && box.y + box.height <= plot_.y + plot_.height;
            const bool free = std::none_of(taken.begin(), taken.end(), [&](const Box& b) { return overlap(b, box); });
            if (!inside || !free) continue;
            draw_text(ui_, box.min(), p->name, {ui_.theme.muted, kSmallText});
            taken.push_back(box);
            break;
        }
    }
}

void Roofline::end() {
    draw_labels();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    for (const Point& p : points_) {
        const float distance = std::hypot(mouse.x - p.at.x, mouse.y - p.at.y);
        if (!hovered_ || distance > p.radius + kReach) continue;
        ImGui::GetWindowDrawList()->AddCircle(p.at, p.radius + 2, ui_.theme.text, 0, 1.5f);
        if (begin_hint(ui_)) {
            line(ui_, p.name, {ui_.theme.text, kSmallText, true});
            line(ui_, p.note, {ui_.theme.muted, kSmallText});
            end_hint();
        }
        break;
    }
    ImGui::PopID();
}

}  // namespace threewall::web
