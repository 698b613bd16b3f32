#include "web/widgets/panel.hpp"

#include "web/widgets/button.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr ImGuiChildFlags kSurface =
    ImGuiChildFlags_Borders | ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened;
constexpr float kChevron = 9;

}  // namespace

void begin_panel(const char* id, const Box& box, ImGuiWindowFlags flags) {
    ImGui::SetCursorScreenPos(box.min());
    ImGui::BeginChild(id, box.size(), kSurface, flags);
}

void begin_flowing_panel(const char* id) { ImGui::BeginChild(id, {0, 0}, kSurface | ImGuiChildFlags_AutoResizeY); }

void end_panel() { ImGui::EndChild(); }

void panel_title(const Ui& ui, std::string_view title, std::string_view note) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float title_width = text_size(ui, title, kBodyText, true).x;
    draw_text(ui, at, title, {ui.theme.text, kBodyText, true});
    const std::string shown = fitted(ui, note, width - title_width - 2 * kGrid, kSmallText);
    draw_text(ui, {at.x + width, at.y + 1}, shown, {ui.theme.muted, kSmallText}, 1);
    ImGui::Dummy({width, 2.5f * kGrid});
}

Fold fold(const Ui& ui, const char* title, std::string_view link) {
    bool& open = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID(title), true);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 size(ImGui::GetContentRegionAvail().x, ui.row);
    const float text_y = centred_y(at.y, size.y);
    const float link_width = open && !link.empty() ? text_size(ui, link, kSmallText).x : 0;
    const float link_x = at.x + size.x - link_width;
    if (ImGui::InvisibleButton(title, {size.x - link_width - kGrid, size.y}, ImGuiButtonFlags_EnableNav)) open = !open;
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const ImU32 colour = hovered ? ui.theme.text : ui.theme.muted;
    draw_icon(*ImGui::GetWindowDrawList(), open ? Icon::chevron_down : Icon::chevron_right,
              {at.x + kChevron / 2, at.y + size.y / 2}, kChevron, colour);
    draw_text(ui, {at.x + kChevron + kGrid, text_y}, title, {colour, kBodyText, true});
    Fold result{open};
    if (link_width > 0) {
        ImGui::SetCursorScreenPos({link_x, text_y + 1});
        result.link_clicked = text_link(ui, link, kSmallText);
        ImGui::SetCursorScreenPos(at);
        ImGui::Dummy(size);
    }
    return result;
}

}  // namespace threewall::web
