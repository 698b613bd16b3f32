// A choice from a list: short lists of words, and long ones that are searched.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "web/ui.hpp"

namespace threewall::web {

struct PickerItem {
    std::string name;
    std::string note;       ///< muted, at the right
    std::string keywords;   ///< also found by these
    bool doubtful = false;  ///< marked: not every figure is verified
};

struct PickerLook {
    std::string_view shown;
    bool bad = false;
    bool searchable = false;
};

/// A box with the present choice at the cursor; opens a list. `items` is called only while it is open. The index of
/// what was chosen.
template <class MakeItems>
std::optional<std::size_t> picker(const Ui& ui, const char* id, ImVec2 size, const PickerLook& look, MakeItems items);

/// The parts of the above.
bool begin_picker(const Ui& ui, const char* id, ImVec2 size, const PickerLook& look);
std::optional<std::size_t> picker_list(const Ui& ui, std::span<const PickerItem> items, bool searchable);
void end_picker();

template <class MakeItems>
std::optional<std::size_t> picker(const Ui& ui, const char* id, ImVec2 size, const PickerLook& look, MakeItems items) {
    if (!begin_picker(ui, id, size, look)) return std::nullopt;
    const auto chosen = picker_list(ui, items(), look.searchable);
    end_picker();
    return chosen;
}

}  // namespace threewall::web
