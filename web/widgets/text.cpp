#include "web/widgets/text.hpp"

#include <cmath>

namespace threewall::web {
namespace {

constexpr float kHintWidth = 320;
constexpr std::string_view kEllipsis = "…";

ImFont* face(const Ui& ui, bool bold) { return bold ? ui.fonts.semibold : ui.fonts.regular; }

void pop_hint_style() {
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

}  // namespace

ImVec2 text_size(const Ui& ui, std::string_view text, float size, bool bold) {
    return face(ui, bold)->CalcTextSizeA(size, FLT_MAX, 0, text.data(), text.data() + text.size());
}

std::string fitted(const Ui& ui, std::string_view text, float width, float size, bool bold) {
    if (text_size(ui, text, size, bold).x <= width) return std::string(text);
    std::string cut(text);
    while (!cut.empty()) {
        // A whole UTF-8 character goes at a time.
        while (cut.size() > 1 && (static_cast<unsigned char>(cut.back()) & 0xC0) == 0x80) cut.pop_back();
        cut.pop_back();
        if (text_size(ui, cut + std::string(kEllipsis), size, bold).x <= width) break;
    }
    return cut + std::string(kEllipsis);
}

void draw_text(const Ui& ui, ImVec2 pos, std::string_view text, TextStyle style, float align) {
    if (text.empty()) return;
    if (align > 0) pos.x -= align * text_size(ui, text, style.size, style.bold).x;
    ImGui::GetWindowDrawList()->AddText(face(ui, style.bold), style.size, {std::round(pos.x), std::round(pos.y)},
                                        style.colour, text.data(), text.data() + text.size());
}

void line(const Ui& ui, std::string_view text, TextStyle style) {
    ImGui::PushFont(face(ui, style.bold), style.size);
    ImGui::PushStyleColor(ImGuiCol_Text, style.colour);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void paragraph(const Ui& ui, std::string_view text, TextStyle style) {
    ImGui::PushTextWrapPos(0);
    line(ui, text, style);
    ImGui::PopTextWrapPos();
}

void heading(const Ui& ui, std::string_view text) {
    paragraph(ui, text, {ui.theme.muted, kBodyText, true});
    ImGui::Dummy({0, kGrid / 4});
}

bool begin_hint(const Ui& ui) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {1.5f * kGrid, kGrid});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, kSmallRadius);
    ImGui::PushStyleColor(ImGuiCol_PopupBg, ui.theme.raised);
    if (ImGui::BeginTooltip()) return true;
    pop_hint_style();
    return false;
}

void end_hint() {
    ImGui::EndTooltip();
    pop_hint_style();
}

void hint(const Ui& ui, std::string_view text) {
    if (text.empty() || !ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip) || !begin_hint(ui)) return;
    ImGui::PushFont(ui.fonts.regular, kSmallText);
    ImGui::PushTextWrapPos(kHintWidth);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    end_hint();
}

}  // namespace threewall::web
