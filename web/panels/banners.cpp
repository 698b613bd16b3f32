#include <algorithm>

#include "web/panels/panels.hpp"
#include "web/widgets/button.hpp"
#include "web/widgets/panel.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kStripe = 4;
constexpr float kCloseSize = 24;
constexpr std::size_t kMostLines = 6;
/// Banners never take more of the window than this; more of them scroll.
constexpr float kLargestShare = 0.4f;

ImU32 tone_colour(const Ui& ui, Tone tone) {
    switch (tone) {
    case Tone::info: return ui.theme.accent;
    case Tone::warning: return ui.theme.warning;
    case Tone::error: break;
    }
    return ui.theme.bad;
}

float wrapped_height(const Ui& ui, std::string_view text, float size, float width) {
    return ui.fonts.regular->CalcTextSizeA(size, FLT_MAX, width, text.data(), text.data() + text.size()).y;
}

std::vector<std::string> shown_lines(const Banner& b) {
    std::vector<std::string> lines(b.lines.begin(),
                                   b.lines.begin() + static_cast<std::ptrdiff_t>(std::min(b.lines.size(), kMostLines)));
    if (b.lines.size() > kMostLines) lines.push_back("and " + std::to_string(b.lines.size() - kMostLines) + " more");
    return lines;
}

float text_width(float width) { return width - 4 * kGrid - kCloseSize; }

float banner_height(const Ui& ui, const Banner& b, float width) {
    float height = 2.5f * kGrid + wrapped_height(ui, b.title, kBodyText, text_width(width));
    for (const std::string& line : shown_lines(b))
        height += wrapped_height(ui, line, kSmallText, text_width(width)) + kGrid / 2;
    return height;
}

void draw_banner(const Ui& ui, std::size_t index, const Box& box) {
    const Banner& b = ui.store.banners()[index];
    const ImU32 colour = tone_colour(ui, b.tone);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(box.min(), box.max(), ui.theme.surface, kSmallRadius);
    list.AddRectFilled(box.min(), box.max(), faded(colour, 0.10f), kSmallRadius);
    list.AddRect(box.min(), box.max(), faded(colour, 0.55f), kSmallRadius);
    list.AddRectFilled(box.min(), {box.x + kStripe, box.y + box.height}, colour, kSmallRadius,
                       ImDrawFlags_RoundCornersLeft);

    const float wrap_at = box.x + 2 * kGrid + text_width(box.width) - ImGui::GetWindowPos().x;
    ImGui::SetCursorScreenPos({box.x + 2 * kGrid, box.y + kGrid});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(wrap_at);
    line(ui, b.title, {ui.theme.text, kBodyText, true});
    for (const std::string& text : shown_lines(b)) line(ui, text, {ui.theme.text, kSmallText});
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();

    ImGui::SetCursorScreenPos({box.x + box.width - kCloseSize - kGrid, box.y + kGrid / 2});
    ImGui::PushID(static_cast<int>(index));
    if (icon_button(ui, Icon::close, "Dismiss", kCloseSize)) ui.emit(Dismiss{index});
    ImGui::PopID();
}

}  // namespace

void banners_panel(const Ui& ui, Box& box) {
    const std::vector<Banner>& banners = ui.store.banners();
    if (banners.empty()) return;
    std::vector<float> heights;
    float needed = 0;
    for (const Banner& b : banners) {
        heights.push_back(banner_height(ui, b, box.width));
        needed += heights.back() + kGrid;
    }
    needed -= kGrid;
    const Box area = box.cut_top(std::min(needed, kLargestShare * box.height), kGrid);
    ImGui::SetCursorScreenPos(area.min());
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    const bool all_fit = needed <= area.height;
    ImGui::BeginChild("banners", area.size(), ImGuiChildFlags_NavFlattened, all_fit ? ImGuiWindowFlags_NoScrollbar : 0);
    ImVec2 at = ImGui::GetCursorScreenPos();
    for (std::size_t i = 0; i < banners.size(); ++i) {
        draw_banner(ui, i, {at.x, at.y, ImGui::GetContentRegionAvail().x, heights[i]});
        at.y += heights[i] + kGrid;
        ImGui::SetCursorScreenPos(at);
    }
    ImGui::Dummy({0, 0});
    ImGui::EndChild();
    ImGui::PopStyleColor();
}

}  // namespace threewall::web
