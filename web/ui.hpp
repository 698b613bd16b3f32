// What every panel is given: how to look, what to read, where to leave edits.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "web/edits.hpp"
#include "web/layout.hpp"
#include "web/store.hpp"
#include "web/theme.hpp"
#include "web/window.hpp"

namespace threewall::web {

/// How much room there is: a phone, a small window, a desktop.
enum class Columns { one, two, three };

/// Where controls stand on the screen in this frame, by what they belong to and what they do: for tests.
using Places = std::map<std::string, Box>;

struct Ui {
    const Theme& theme;
    const Fonts& fonts;
    const Store& store;
    Edits& edits;
    Places& places;
    Columns columns = Columns::three;
    bool show_explanation = false;  ///< scroll to it: it was asked for just now
    float row = 26;                 ///< height of an input's row; taller for fingers

    void mark(std::string_view owner, std::string_view role, const Box& box) const {
        places[std::string(owner) + ' ' + std::string(role)] = box;
    }
    void emit(Edit e) const { edits.push_back(std::move(e)); }
};

}  // namespace threewall::web
