#include <algorithm>

#include "web/panels/panels.hpp"
#include "web/widgets/button.hpp"
#include "web/widgets/picker.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kControl = 30;
constexpr float kLogo = 18;
constexpr float kPresetWidth = 280;
constexpr std::string_view kCopy = "Copy link";
constexpr std::string_view kCopied = "Copied";

void name_and_logo(const Ui& ui, Box& box, bool with_name) {
    const Box logo = box.cut_left(kLogo, kGrid);
    draw_icon(*ImGui::GetWindowDrawList(), Icon::logo, {logo.x + kLogo / 2, logo.y + logo.height / 2}, kLogo,
              ui.theme.text);
    if (!with_name) return;
    constexpr float kNameText = 16;
    const Box name = box.cut_left(text_size(ui, "Threewall", kNameText, true).x, 2 * kGrid);
    draw_text(ui, {name.x, centred_y(name.y, name.height, kNameText)}, "Threewall", {ui.theme.text, kNameText, true});
}

void presets(const Ui& ui, Box box) {
    const auto items = [] {
        std::vector<PickerItem> list;
        for (const PresetEntry& p : catalog().presets) list.push_back({p.name, "", p.description});
        return list;
    };
    const Scenario& now = ui.store.scenario();
    const auto same = std::find_if(catalog().presets.begin(), catalog().presets.end(),
                                   [&](const PresetEntry& p) { return p.scenario == now; });
    const std::string_view shown = same == catalog().presets.end() ? "Ready scenarios" : std::string_view(same->name);
    ImGui::SetCursorScreenPos(box.min());
    const auto chosen = picker(ui, "presets", box.size(), {.shown = shown, .searchable = true}, items);
    if (chosen) ui.emit(UsePreset{&catalog().presets[*chosen]});
}

void tools(const Ui& ui, Box& box, bool wide) {
    const float copy = wide ? button_width(ui, kCopy) : kControl;
    ImGui::SetCursorScreenPos(box.cut_right(copy, kGrid).min());
    const bool done = ui.store.link_copied();
    const bool clicked = wide ? button(ui, done ? kCopied : kCopy, ButtonLook::primary, kControl, copy)
                              : icon_button(ui, done ? Icon::check : Icon::link, done ? kCopied : kCopy, kControl);
    if (clicked) ui.emit(CopyLink{});
    ImGui::SetCursorScreenPos(box.cut_right(kControl, kGrid / 2).min());
    const bool dark = &ui.theme == &theme(true);
    if (icon_button(ui, dark ? Icon::sun : Icon::moon, dark ? "Light colours" : "Dark colours", kControl))
        ui.emit(SwitchTheme{});
    ImGui::SetCursorScreenPos(box.cut_right(kControl, 0).min());
    if (icon_button(ui, Icon::redo, "Redo (Ctrl+Shift+Z)", kControl, ui.store.can_redo())) ui.emit(Redo{});
    ImGui::SetCursorScreenPos(box.cut_right(kControl, kGrid).min());
    if (icon_button(ui, Icon::undo, "Undo (Ctrl+Z)", kControl, ui.store.can_undo())) ui.emit(Undo{});
}

}  // namespace

void header_panel(const Ui& ui, const Box& box) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(box.min(), box.max(), ui.theme.surface);
    list.AddLine({box.x, box.y + box.height}, box.max(), ui.theme.border);
    const float margin = (box.height - kControl) / 2;
    Box row = box.inset(2 * kGrid, margin, 2 * kGrid, margin);
    const bool wide = ui.columns != Columns::one;
    name_and_logo(ui, row, wide);
    tools(ui, row, wide);
    if (!catalog().presets.empty()) presets(ui, row.cut_left(std::min(kPresetWidth, row.width)));
}

}  // namespace threewall::web
