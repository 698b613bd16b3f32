#include "web/charts/waterfall.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kLeastRow = 21;
constexpr float kTallestRow = 34;
constexpr float kBarShare = 0.62f;
constexpr float kNameShare = 0.42f;
constexpr float kWidestName = 200;
constexpr float kValueWidth = 58;

}  // namespace

std::size_t Waterfall::room(float height) { return static_cast<std::size_t>(std::max(1.0f, height / kLeastRow)); }

Waterfall::Waterfall(const Ui& ui, const char* id, ImVec2 size, WaterfallAxes axes) : ui_(ui), axes_(std::move(axes)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    left_ = at.x;
    row_ = std::min(kTallestRow, size.y / static_cast<float>(std::max<std::size_t>(axes_.terms, 1)));
    const float names = std::min(kWidestName, std::round(size.x * kNameShare));
    plot_ = {at.x + names, at.y, size.x - names - kValueWidth, size.y};
    ImGui::PushID(id);
}

void Waterfall::term(std::string_view name, double value, ImU32 colour, std::string_view note) {
    const float y = plot_.y + row_ * static_cast<float>(next_);
    const auto x_of = [&](double v) { return plot_.x + plot_.width * static_cast<float>(v / axes_.whole); };
    const float from = x_of(reached_), to = std::max(x_of(reached_ + value), from + 1.5f);
    const float top = y + row_ * (1 - kBarShare) / 2, bottom = y + row_ * (1 + kBarShare) / 2;

    ImGui::SetCursorScreenPos({left_, y});
    ImGui::PushID(static_cast<int>(next_));
    ImGui::Dummy({plot_.x + plot_.width + kValueWidth - left_, row_});
    const bool hovered = ImGui::IsItemHovered();
    hint(ui_, note);
    ImGui::PopID();

    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (hovered)
        list.AddRectFilled({left_ - 6, y}, {plot_.x + plot_.width + kValueWidth, y + row_}, ui_.theme.raised, 4);
    const float text_y = centred_y(y, row_, kSmallText);
    const std::string label = fitted(ui_, name, plot_.x - left_ - kGrid, kSmallText);
    draw_text(ui_, {left_, text_y}, label, {faded(ui_.theme.text, axes_.opacity), kSmallText});
    list.AddRectFilled({from, top}, {to, bottom}, faded(colour, axes_.opacity), 2);
    draw_text(ui_, {to + 6, text_y}, axes_.value(value), {ui_.theme.muted, kSmallText});
    reached_ += value;
    if (++next_ < axes_.terms) list.AddLine({to, bottom}, {to, top + row_}, faded(ui_.theme.muted, 0.6f));
}

void Waterfall::end() {
    ImGui::SetCursorScreenPos({left_, plot_.y});
    ImGui::Dummy({plot_.x + plot_.width + kValueWidth - left_, plot_.height});
    ImGui::PopID();
}

}  // namespace threewall::web
