#include "web/panels/panels.hpp"
#include "web/texts.hpp"
#include "web/widgets/button.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kDot = 4;
constexpr float kIndent = 2 * kGrid;

void draw_finding(const Ui& ui, const Finding& f) {
    const bool error = f.severity == Severity::error;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 centre(at.x + kDot, at.y + kBodyText / 2 + 2);
    ImGui::GetWindowDrawList()->AddCircleFilled(centre, kDot, error ? ui.theme.bad : ui.theme.warning);
    ImGui::Indent(kIndent);
    paragraph(ui, f.message);
    if (!f.fix.empty()) small_paragraph(ui, f.fix);
    const Field* field = find_field(f.field);
    if (field && !f.suggestion.empty() && text_link(ui, suggestion_text(*field, f.suggestion)))
        ui.emit(SetTyped{field, f.suggestion});
    if (!f.source.empty()) small_paragraph(ui, f.source);
    ImGui::Unindent(kIndent);
    ImGui::Dummy({0, kGrid / 2});
}

}  // namespace

void messages_panel(const Ui& ui) {
    heading(ui, "Messages");
    const std::vector<Finding>& findings = ui.store.result().findings;
    if (findings.empty()) small_paragraph(ui, "None: the plan breaks no rule.");
    for (std::size_t i = 0; i < findings.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        draw_finding(ui, findings[i]);
        ImGui::PopID();
    }
}

}  // namespace threewall::web
