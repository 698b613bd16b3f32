// Text by role: body, small and figure; where it stands and what happens when it does not fit.
#pragma once

#include <string>
#include <string_view>

#include "web/ui.hpp"

namespace threewall::web {

struct TextStyle {
    ImU32 colour = 0;
    float size = kBodyText;
    bool bold = false;
};

ImVec2 text_size(const Ui& ui, std::string_view text, float size = kBodyText, bool bold = false);
/// Shortened with an ellipsis to at most this width.
std::string fitted(const Ui& ui, std::string_view text, float width, float size = kBodyText, bool bold = false);

/// At a place of the window, without taking part in the layout. `align`: 0 = pos is left, 0.5 = centre, 1 = right.
void draw_text(const Ui& ui, ImVec2 pos, std::string_view text, TextStyle style, float align = 0);

/// Where a line of text begins so that it stands in the middle of a row.
inline float centred_y(float row_y, float row_height, float size = kBodyText) {
    // A line's digits and small letters lie a little above the middle of its box.
    return row_y + (row_height - size) / 2 - 1;
}

/// In the layout, wrapped at the window's edge.
void paragraph(const Ui& ui, std::string_view text, TextStyle style);
inline void paragraph(const Ui& ui, std::string_view text) { paragraph(ui, text, {ui.theme.text}); }
inline void small_paragraph(const Ui& ui, std::string_view text) { paragraph(ui, text, {ui.theme.muted, kSmallText}); }
/// The same without wrapping, for hints.
void line(const Ui& ui, std::string_view text, TextStyle style);
/// The small semibold title of a group.
void heading(const Ui& ui, std::string_view text);

/// Shown while the last item is under the pointer. Several lines are one string.
void hint(const Ui& ui, std::string_view text);
/// For hints with more than text in them. True: draw, then end_hint().
bool begin_hint(const Ui& ui);
void end_hint();

}  // namespace threewall::web
