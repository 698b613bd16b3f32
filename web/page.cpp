#include "web/page.hpp"

#include <algorithm>
#include <cmath>

#include "web/panels/panels.hpp"
#include "web/widgets/panel.hpp"
#include "web/widgets/scrolling.hpp"

namespace threewall::web {
namespace {

constexpr float kThreeColumnsFrom = 1200;
constexpr float kTwoColumnsFrom = 760;
constexpr float kHeader = 50;
constexpr float kInputsWidth = 324;
constexpr float kNarrowInputsWidth = 300;
constexpr float kSideWidth = 292;
constexpr float kGap = 1.25f * kGrid;
constexpr float kLeastPicture = 296;
constexpr float kTallestPicture = 460;
constexpr float kLeastPictureWidth = 360;

using DrawPicture = void (*)(const Ui&);
struct PicturePanel {
    const char* id;
    DrawPicture draw;
};
constexpr PicturePanel kPictures[] = {
    {"memory", memory_panel}, {"step", step_panel}, {"roofline", roofline_panel}, {"parameters", parameters_panel}};

/// A part of the page that scrolls by itself, without a surface of its own.
void begin_column(const char* id, const Box& box) {
    ImGui::SetCursorScreenPos(box.min());
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::BeginChild(id, box.size(), ImGuiChildFlags_NavFlattened);
    ImGui::PopStyleColor();
}

}  // namespace

Columns columns_for(float width) {
    if (width >= kThreeColumnsFrom) return Columns::three;
    return width >= kTwoColumnsFrom ? Columns::two : Columns::one;
}

Page::Page(const Ui& ui) : ui_(ui) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("Threewall", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar();
    Box box{0, 0, size.x, size.y};
    header_ = box.cut_top(kHeader);
    header_panel(ui_, header_);
    const float margin = ui_.columns == Columns::one ? kGap : 2 * kGrid;
    box = box.inset(margin, kGap, margin, 0);
    banners_panel(ui_, box);
    place_columns(box);
}

Page::~Page() { ImGui::End(); }

void Page::place_columns(Box box) {
    if (ui_.columns == Columns::one) {
        pictures_ = box;
        return;
    }
    verdict_ = box.cut_top(verdict_height(ui_, box.width), kGap);
    box.height -= kGap;
    const bool three = ui_.columns == Columns::three;
    inputs_ = box.cut_left(three ? kInputsWidth : kNarrowInputsWidth, kGap);
    if (three) side_ = box.cut_right(kSideWidth, kGap);
    pictures_ = box;
}

void Page::draw_inputs() {
    if (ui_.columns != Columns::one) {
        begin_panel("inputs", inputs_);
        inputs_panel(ui_);
        scroll_by_drag(DragOn::mouse);
        end_panel();
        return;
    }
    begin_column("page", pictures_);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    verdict_width_ = ImGui::GetContentRegionAvail().x;
    verdict_ = {at.x, at.y, verdict_width_, verdict_height(ui_, verdict_width_)};
    ImGui::SetCursorScreenPos({at.x, at.y + verdict_.height + kGap});
    begin_flowing_panel("inputs");
    inputs_panel(ui_);
    end_panel();
    after_inputs_ = ImGui::GetCursorScreenPos();
}

void Page::draw_grid(float width, float least_width, float height) const {
    const int count = static_cast<int>(std::size(kPictures));
    const int columns = columns_that_fit(width, least_width, kGap, 2);
    const int rows = (count + columns - 1) / columns;
    const float panel = (width - kGap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float fitting = (height - kGap * static_cast<float>(rows - 1)) / static_cast<float>(rows);
    const float picture = std::floor(std::clamp(fitting, kLeastPicture, kTallestPicture));
    const ImVec2 at = ImGui::GetCursorScreenPos();
    for (int i = 0; i < count; ++i) {
        const float x = at.x + static_cast<float>(i % columns) * (panel + kGap);
        const float y = at.y + static_cast<float>(i / columns) * (picture + kGap);
        begin_panel(kPictures[i].id, {std::round(x), std::round(y), std::floor(panel), picture},
                    ImGuiWindowFlags_NoScrollbar);
        kPictures[i].draw(ui_);
        end_panel();
    }
}

void Page::draw_side_panels(bool in_flow) const {
    const auto panel = [&](const char* id, void (*draw)(const Ui&)) {
        if (in_flow) {
            ImGui::Dummy({0, kGap - ImGui::GetStyle().ItemSpacing.y * 2});
            begin_flowing_panel(id);
        }
        draw(ui_);
        if (in_flow) {
            end_panel();
        } else {
            ImGui::Dummy({0, kGrid});
        }
    };
    if (!ui_.store.result().findings.empty()) panel("messages", messages_panel);
    if (ui_.store.result().valid) panel("layout", layout_panel);
    // Out of sight, a click on a number would seem to do nothing.
    if (ui_.show_explanation) ImGui::SetScrollFromPosY(ImGui::GetCursorScreenPos().y - ImGui::GetWindowPos().y, 0);
    panel("why", why_panel);
}

void Page::draw_results() {
    switch (ui_.columns) {
    case Columns::one:
        ImGui::SetCursorScreenPos(verdict_.min());
        verdict_panel(ui_, verdict_width_);
        ImGui::SetCursorScreenPos({after_inputs_.x, after_inputs_.y + kGap / 2});
        draw_grid(verdict_width_, kLeastPictureWidth, 0);
        draw_side_panels(true);
        ImGui::Dummy({0, kGap});
        scroll_by_drag(DragOn::finger);
        ImGui::EndChild();
        break;
    case Columns::two:
        ImGui::SetCursorScreenPos(verdict_.min());
        verdict_panel(ui_, verdict_.width);
        begin_column("results", pictures_);
        draw_grid(ImGui::GetContentRegionAvail().x, kLeastPictureWidth, 0);
        draw_side_panels(true);
        scroll_by_drag(DragOn::mouse);
        ImGui::EndChild();
        break;
    case Columns::three:
        ImGui::SetCursorScreenPos(verdict_.min());
        verdict_panel(ui_, verdict_.width);
        begin_column("pictures", pictures_);
        draw_grid(ImGui::GetContentRegionAvail().x, kLeastPictureWidth, pictures_.height);
        scroll_by_drag(DragOn::mouse);
        ImGui::EndChild();
        begin_panel("side", side_);
        draw_side_panels(false);
        scroll_by_drag(DragOn::mouse);
        end_panel();
        break;
    }
}

}  // namespace threewall::web
