#include "web/panels/input_row.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/io/field_input.hpp"
#include "web/texts.hpp"
#include "web/widgets/button.hpp"
#include "web/widgets/picker.hpp"
#include "web/widgets/slider.hpp"
#include "web/widgets/text.hpp"
#include "web/widgets/text_box.hpp"

namespace threewall::web {
namespace {

constexpr float kLabelShare = 0.4f;
constexpr float kValueWidth = 68;
constexpr float kBoxMargin = 2;  ///< above and below a box in its row
constexpr float kDot = 3;
constexpr float kDotOffset = 8;  ///< of the dot's centre, left of the label
constexpr std::size_t kMostTicks = 16;

struct Row {
    const Ui& ui;
    const Field& field;
    Box label = {};
    Box control = {};
    Box value = {};
    bool bad = false;
    bool warned = false;
};

Row make_row(const Ui& ui, const Field& f) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    Row row{.ui = ui, .field = f};
    Box box{at.x, at.y, width, ui.row};
    row.label = box.cut_left(row_label_width(width), kGrid);
    row.value = Box{box.x + box.width - kValueWidth, box.y + kBoxMargin, kValueWidth, box.height - 2 * kBoxMargin};
    row.control = Box{box.x, box.y, box.width - kValueWidth - kGrid / 2, box.height};
    const Finding* finding = ui.store.finding(f);
    row.bad = ui.store.draft(f) || (finding && finding->severity == Severity::error);
    row.warned = finding && !row.bad;
    return row;
}

void draw_label(const Row& row) {
    const Ui& ui = row.ui;
    const Box& b = row.label;
    const std::string text = fitted(ui, row.field.label, b.width);
    const ImU32 colour = row.bad ? ui.theme.bad : row.warned ? ui.theme.warning : ui.theme.text;
    draw_text(ui, {b.x, centred_y(b.y, b.height)}, text, {colour});
    ImGui::SetCursorScreenPos(b.min());
    ImGui::Dummy(b.size());
    hint(ui, std::string(row.field.label) + "\n" + std::string(row.field.help));
}

/// A dot beside what differs from the preset; a click takes it back.
void draw_reset_dot(const Row& row) {
    const Ui& ui = row.ui;
    if (!ui.store.differs(row.field)) return;
    const ImVec2 centre(row.label.x - kDotOffset, row.label.y + row.label.height / 2);
    const Box area{centre.x - kDotOffset + 1, row.label.y, 2 * kDotOffset - 1, row.label.height};
    ImGui::SetCursorScreenPos(area.min());
    if (ImGui::InvisibleButton("reset", area.size())) ui.emit(ResetField{&row.field});
    ui.mark(row.field.path, "reset", area);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::GetWindowDrawList()->AddCircleFilled(centre, hovered ? kDot + 1.5f : kDot, ui.theme.accent);
    hint(ui, "Changed. Click for " + value_text(row.field, ui.store.reference()));
}

void draw_text_box(const Row& row, const Box& box, bool left_aligned) {
    const Ui& ui = row.ui;
    const Field& f = row.field;
    const Draft* draft = ui.store.draft(f);
    const std::string shown = draft ? draft->text : value_text(f, ui.store.scenario());
    const std::string edited = draft ? draft->text : field_text(ui.store.scenario(), f);
    const bool automatic = !draft && f.type != FieldType::text && !f.get(ui.store.scenario());
    ImGui::SetCursorScreenPos(box.min());
    const auto typed = text_box(ui, "##value", box.size(), {shown, edited, row.bad, automatic, left_aligned});
    if (typed) ui.emit(SetTyped{&f, *typed});
    ui.mark(f.path, "value", box);
}

/// The value that the plan leaves open, as the result has it.
double effective_value(const Ui& ui, const Field& f) {
    const Scenario& s = ui.store.scenario();
    if (const auto v = f.get(s)) return *v;
    const Result& r = ui.store.result();
    if (f.path == "plan.data_parallel" && r.valid) return static_cast<double>(r.data_parallel);
    if (f.path == "plan.expert_tensor_parallel") return static_cast<double>(expert_tensor_parallel(s.plan));
    return f.min;
}

void draw_slider(const Row& row) {
    const Ui& ui = row.ui;
    const Field& f = row.field;
    const Scale& scale = ui.store.scale(f);
    const double now = effective_value(ui, f);
    std::vector<float> ticks;
    if (scale.stops.size() <= kMostTicks)
        for (double stop : scale.stops) ticks.push_back(scale.position(stop));
    ui.mark(f.path, "slider", row.control);
    ImGui::SetCursorScreenPos(row.control.min());
    const auto move = slider(ui, "slider", row.control.size(), {scale.position(now), ticks, row.bad});
    if (!move) return;
    const double next = move->steps != 0 ? scale.stepped(now, move->steps) : scale.value(move->position);
    if (next != now || ui.store.draft(f)) ui.emit(SetNumber{&f, next, move->continues});
}

void draw_switch(const Row& row) {
    const bool on = row.field.get(row.ui.store.scenario()).value_or(0) != 0;
    ImGui::SetCursorScreenPos(row.control.min());
    if (toggle_switch(row.ui, "switch", on, row.control.height)) row.ui.emit(SetNumber{&row.field, on ? 0.0 : 1.0});
}

void draw_choice(const Row& row) {
    const Ui& ui = row.ui;
    const Field& f = row.field;
    const Box box{row.control.x, row.value.y, row.value.x + row.value.width - row.control.x, row.value.height};
    const auto items = [&] {
        std::vector<PickerItem> list;
        for (std::string_view name : f.choices) list.push_back({choice_text(name), "", ""});
        if (f.optional) list.push_back({"auto", "", ""});
        return list;
    };
    const std::string shown = value_text(f, ui.store.scenario());
    ImGui::SetCursorScreenPos(box.min());
    const auto chosen = picker(ui, "choice", box.size(), {.shown = shown, .bad = row.bad}, items);
    if (!chosen) return;
    const bool automatic = *chosen == f.choices.size();
    ui.emit(SetNumber{&f, automatic ? std::nullopt : std::optional(static_cast<double>(*chosen))});
}

/// What is wrong with the value, below the row, with the way out.
void draw_problem(const Row& row) {
    const Ui& ui = row.ui;
    if (const Draft* draft = ui.store.draft(row.field)) {
        paragraph(ui, draft->error, {ui.theme.bad, kSmallText});
        if (text_link(ui, "Keep " + value_text(row.field, ui.store.scenario()), kSmallText))
            ui.emit(SetTyped{&row.field, field_text(ui.store.scenario(), row.field)});
        ImGui::Spacing();
        return;
    }
    const Finding* finding = ui.store.finding(row.field);
    if (!finding || finding->severity != Severity::error) return;
    paragraph(ui, finding->message, {ui.theme.bad, kSmallText});
    if (!finding->suggestion.empty()) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const std::string text = suggestion_text(row.field, finding->suggestion);
        ui.mark(row.field.path, "fix", {at.x, at.y, text_size(ui, text, kSmallText).x, kSmallText});
        if (text_link(ui, text, kSmallText)) ui.emit(SetTyped{&row.field, finding->suggestion});
    }
    ImGui::Spacing();
}

}  // namespace

float row_label_width(float row_width) { return std::round(row_width * kLabelShare); }

void input_row(const Ui& ui, const Field& f) {
    ImGui::PushID(f.path.data(), f.path.data() + f.path.size());
    const Row row = make_row(ui, f);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_label(row);
    draw_reset_dot(row);
    switch (f.type) {
    case FieldType::boolean: draw_switch(row); break;
    case FieldType::choice: draw_choice(row); break;
    case FieldType::text:
        draw_text_box(
            row, {row.control.x, row.value.y, row.value.x + row.value.width - row.control.x, row.value.height}, true);
        break;
    case FieldType::integer:
    case FieldType::real:
        draw_slider(row);
        draw_text_box(row, row.value, false);
        break;
    }
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({ImGui::GetContentRegionAvail().x, ui.row});
    draw_problem(row);
    ImGui::PopID();
}

}  // namespace threewall::web
