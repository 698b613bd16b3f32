#include "web/widgets/text_box.hpp"

#include <algorithm>
#include <array>

#include <imgui_internal.h>

#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr std::size_t kLongestInput = 256;
constexpr float kPadding = 0.75f * kGrid;

void draw_resting(const Ui& ui, ImVec2 at, ImVec2 size, const TextBoxLook& look) {
    const Theme& t = ui.theme;
    const std::string text = fitted(ui, look.shown, size.x - 2 * kPadding);
    const ImU32 colour = look.bad ? t.bad : look.muted ? t.muted : t.text;
    const float y = centred_y(at.y, size.y);
    if (look.left_aligned) {
        draw_text(ui, {at.x + kPadding, y}, text, {colour});
    } else {
        draw_text(ui, {at.x + size.x - kPadding, y}, text, {colour}, 1);
    }
}

}  // namespace

std::optional<std::string> text_box(const Ui& ui, const char* id, ImVec2 size, const TextBoxLook& look) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool editing = ImGui::GetActiveID() == ImGui::GetID(id);
    std::array<char, kLongestInput> buffer{};
    const std::size_t length = std::min(look.edited.size(), buffer.size() - 1);
    std::copy_n(look.edited.begin(), length, buffer.begin());

    const float text_height = ImGui::GetFontSize();
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {kPadding, (size.y - text_height) / 2});
    // At rest the exact text hides behind the short one.
    ImGui::PushStyleColor(ImGuiCol_Text, editing ? ui.theme.text : 0);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, editing || look.left_aligned || look.bad ? ui.theme.raised : 0);
    ImGui::SetNextItemWidth(size.x);
    ImGui::InputText(id, buffer.data(), buffer.size(), ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleColor(2);
    ImGui::PopStyleVar();

    if (!ImGui::IsItemActive()) draw_resting(ui, at, size, look);
    if (look.bad || ImGui::IsItemActive()) {
        const ImU32 colour = look.bad ? ui.theme.bad : ui.theme.accent;
        ImGui::GetWindowDrawList()->AddRect(at, {at.x + size.x, at.y + size.y}, colour, kSmallRadius);
    }
    if (ImGui::IsItemDeactivatedAfterEdit()) return std::string(buffer.data());
    return std::nullopt;
}

}  // namespace threewall::web
