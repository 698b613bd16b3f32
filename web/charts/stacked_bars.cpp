#include "web/charts/stacked_bars.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "web/charts/axis.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kAxisWidth = 34;
constexpr float kNamesHeight = 22;
constexpr float kTopRoom = 8;
constexpr float kWidestBar = 56;
constexpr float kBarShare = 0.66f;
constexpr float kTickDistance = 44;
constexpr float kDash = 4;
constexpr float kPartGap = 1;

void dashed_line(ImDrawList& list, ImVec2 from, float to_x, ImU32 colour) {
    for (float x = from.x; x < to_x; x += 2 * kDash)
        list.AddLine({x, from.y}, {std::min(x + kDash, to_x), from.y}, colour, 1.5f);
}

}  // namespace

StackedBars::StackedBars(const Ui& ui, const char* id, ImVec2 size, BarAxes axes)
    : ui_(ui), axes_(std::move(axes)), tops_(axes_.bars, 0.0) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    hovered_ = ImGui::IsItemHovered();
    plot_ = Box{at.x, at.y, size.x, size.y}.inset(kAxisWidth, kTopRoom, 0, kNamesHeight);
    slot_ = plot_.width / static_cast<float>(std::max<std::size_t>(axes_.bars, 1));
    bar_ = std::min(kWidestBar, slot_ * kBarShare);
    ImGui::PushID(id);
    draw_grid();
}

float StackedBars::y_of(double value) const {
    return plot_.y + plot_.height * (1 - static_cast<float>(value / axes_.largest));
}

float StackedBars::bar_left(std::size_t bar) const {
    return plot_.x + slot_ * (static_cast<float>(bar) + 0.5f) - bar_ / 2;
}

void StackedBars::draw_grid() const {
    const int count = std::max(2, static_cast<int>(plot_.height / kTickDistance));
    for (double tick : round_ticks(axes_.largest, count, axes_.unit)) {
        const float y = std::round(y_of(tick));
        ImGui::GetWindowDrawList()->AddLine({plot_.x, y}, {plot_.x + plot_.width, y}, ui_.theme.grid);
        draw_text(ui_, {plot_.x - kGrid, y - kSmallText / 2 - 1}, fmt::format("{:.4g}", tick / axes_.unit),
                  {ui_.theme.muted, kSmallText}, 1);
    }
}

void StackedBars::series(std::string_view name, ImU32 colour, std::span<const double> values) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < axes_.bars && i < values.size(); ++i) {
        const float bottom = y_of(tops_[i]);
        tops_[i] += values[i];
        const float top = y_of(tops_[i]);
        if (bottom - top < 0.25f) continue;
        const float gap = bottom - top > 4 * kPartGap ? kPartGap : 0;
        list.AddRectFilled({bar_left(i), top + gap}, {bar_left(i) + bar_, bottom}, faded(colour, axes_.opacity), 1.5f);
    }
    series_.push_back({name, colour, {values.begin(), values.end()}});
}

void StackedBars::level(std::string_view name, double value, ImU32 colour) {
    const float y = y_of(value);
    dashed_line(*ImGui::GetWindowDrawList(), {plot_.x, y}, plot_.x + plot_.width, colour);
    const bool room_above = y - plot_.y > kSmallText + kGrid / 2;
    draw_text(ui_, {plot_.x + plot_.width, room_above ? y - kSmallText - 5 : y + 3}, name, {colour, kSmallText}, 1);
}

void StackedBars::draw_names() const {
    float free_from = plot_.x - slot_;
    for (std::size_t i = 0; i < axes_.bars; ++i) {
        const std::string name = axes_.name(i);
        const float width = text_size(ui_, name, kSmallText).x;
        const float centre = bar_left(i) + bar_ / 2;
        // Names that would touch are left out.
        if (centre - width / 2 < free_from + kGrid) continue;
        draw_text(ui_, {centre, plot_.y + plot_.height + 6}, name, {ui_.theme.muted, kSmallText}, 0.5f);
        free_from = centre + width / 2;
    }
}

void StackedBars::end() {
    draw_names();
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (hovered_ && mouse.x >= plot_.x && axes_.bars > 0) {
        const auto bar = std::min(static_cast<std::size_t>((mouse.x - plot_.x) / slot_), axes_.bars - 1);
        const float x = bar_left(bar);
        ImGui::GetWindowDrawList()->AddRect({x - 3, y_of(tops_[bar]) - 3}, {x + bar_ + 3, plot_.y + plot_.height + 1},
                                            ui_.theme.text, 3);
        draw_hint(bar);
    }
    ImGui::PopID();
}

void StackedBars::draw_hint(std::size_t bar) const {
    if (!begin_hint(ui_)) return;
    line(ui_, axes_.name(bar), {ui_.theme.text, kSmallText, true});
    ImGui::PushFont(ui_.fonts.regular, kSmallText);
    if (ImGui::BeginTable("parts", 2)) {
        const auto part = [&](std::string_view name, double value, ImU32 colour) {
            ImGui::TableNextColumn();
            ImGui::PushStyleColor(ImGuiCol_Text, colour);
            ImGui::TextUnformatted(name.data(), name.data() + name.size());
            ImGui::PopStyleColor();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(axes_.value(value).c_str());
        };
        for (auto s = series_.rbegin(); s != series_.rend(); ++s)
            if (s->values[bar] > 0) part(s->name, s->values[bar], s->colour);
        part("together", tops_[bar], ui_.theme.text);
        ImGui::EndTable();
    }
    ImGui::PopFont();
    end_hint();
}

}  // namespace threewall::web
