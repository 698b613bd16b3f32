#include "web/widgets/picker.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <imgui_internal.h>

#include "web/widgets/icons.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kPadding = kGrid;
constexpr float kChevron = 10;
constexpr float kSearchableWidth = 400;
constexpr float kSearchableHeight = 420;
constexpr float kItemHeight = 28;
constexpr std::size_t kLongestSearch = 64;

bool contains(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// Every word of the search stands somewhere in the item.
bool matches(const PickerItem& item, std::string_view search) {
    while (!search.empty()) {
        const std::size_t end = search.find(' ');
        const std::string_view word = search.substr(0, end);
        if (!contains(item.name, word) && !contains(item.note, word) && !contains(item.keywords, word)) return false;
        search = end == std::string_view::npos ? std::string_view() : search.substr(end + 1);
    }
    return true;
}

void draw_item(const Ui& ui, const PickerItem& item, ImVec2 at, float width) {
    const float y = centred_y(at.y, kItemHeight);
    const float note = item.note.empty() ? 0 : text_size(ui, item.note, kSmallText).x + 2 * kGrid;
    const std::string name = fitted(ui, item.name, width - note - 2 * kPadding);
    draw_text(ui, {at.x + kPadding, y}, name, {ui.theme.text});
    draw_text(ui, {at.x + width - kPadding, y + 1}, item.note, {ui.theme.muted, kSmallText}, 1);
    if (item.doubtful) {
        const ImVec2 dot(at.x + kPadding + text_size(ui, name).x + kGrid, at.y + kItemHeight / 2);
        ImGui::GetWindowDrawList()->AddCircleFilled(dot, 2.5f, ui.theme.warning);
    }
}

/// What is searched for in the open list. Only one list is open at a time, and opening one begins anew.
std::string_view search_box(const Ui& ui) {
    static std::array<char, kLongestSearch> search;
    if (ImGui::IsWindowAppearing()) {
        search.fill(0);
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::PushStyleColor(ImGuiCol_FrameBg, ui.theme.raised);
    ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::InputTextWithHint("##search", "Search", search.data(), search.size());
    ImGui::PopStyleColor();
    return search.data();
}

}  // namespace

bool begin_picker(const Ui& ui, const char* id, ImVec2 size, const PickerLook& look) {
    const Theme& t = ui.theme;
    const ImVec2 at = ImGui::GetCursorScreenPos(), end(at.x + size.x, at.y + size.y);
    const bool clicked = ImGui::InvisibleButton(id, size, ImGuiButtonFlags_EnableNav);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, end, hovered ? t.hover : t.raised, kSmallRadius);
    if (look.bad) list.AddRect(at, end, t.bad, kSmallRadius);
    const std::string text = fitted(ui, look.shown, size.x - 3 * kPadding - kChevron);
    draw_text(ui, {at.x + kPadding, centred_y(at.y, size.y)}, text, {look.bad ? t.bad : t.text});
    draw_icon(list, Icon::chevron_down, {end.x - kPadding - kChevron / 2, at.y + size.y / 2}, kChevron, t.muted);

    ImGui::PushID(id);
    if (clicked) ImGui::OpenPopup("list");
    const float room = ImGui::GetIO().DisplaySize.x - 2 * kGrid;
    const float width = std::min(room, look.searchable ? std::max(kSearchableWidth, size.x) : size.x);
    ImGui::SetNextWindowPos({std::clamp(at.x, kGrid, std::max(kGrid, room - width + kGrid)), end.y + kGrid / 2},
                            ImGuiCond_Appearing);
    ImGui::SetNextWindowSize({width, look.searchable ? kSearchableHeight : 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {kGrid, kGrid});
    const bool open = ImGui::BeginPopup("list", ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar();
    if (!open) ImGui::PopID();
    return open;
}

std::optional<std::size_t> picker_list(const Ui& ui, std::span<const PickerItem> items, bool searchable) {
    const std::string_view search = searchable ? search_box(ui) : std::string_view();
    const bool enter = searchable && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
    std::optional<std::size_t> chosen;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, 0);
    ImGui::BeginChild("items", {0, 0}, searchable ? ImGuiChildFlags_None : ImGuiChildFlags_AutoResizeY);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    bool any = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!matches(items[i], search)) continue;
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::PushID(static_cast<int>(i));
        if (ImGui::Selectable("##item", false, 0, {width, kItemHeight})) chosen = i;
        ImGui::PopID();
        draw_item(ui, items[i], at, width);
        // Enter in the search box takes the first that is found.
        if (enter && !any && !search.empty() && !chosen) chosen = i;
        any = true;
    }
    if (!any) small_paragraph(ui, "Nothing is called that.");
    ImGui::PopStyleVar();
    ImGui::EndChild();
    ImGui::PopStyleColor();
    if (chosen) ImGui::CloseCurrentPopup();
    return chosen;
}

void end_picker() {
    ImGui::EndPopup();
    ImGui::PopID();
}

}  // namespace threewall::web
