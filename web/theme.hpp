// The page's colours by role, its spacing grid and its text sizes. Nothing else names a colour or a size.
#pragma once

#include <array>

#include <imgui.h>

#include "core/physics/memory.hpp"
#include "core/physics/terms.hpp"

namespace threewall::web {

/// All distances are multiples of half a grid step, in CSS pixels.
inline constexpr float kGrid = 8;
inline constexpr float kRadius = 8;
inline constexpr float kSmallRadius = 5;

inline constexpr float kSmallText = 12;
inline constexpr float kBodyText = 13;
inline constexpr float kFigureText = 21;

struct Theme {
    ImU32 ground = 0;   ///< behind everything
    ImU32 surface = 0;  ///< panels
    ImU32 raised = 0;   ///< inputs, buttons and code on a panel
    ImU32 hover = 0;    ///< the same under the pointer
    ImU32 border = 0;
    ImU32 grid = 0;  ///< lines of a chart
    ImU32 text = 0;
    ImU32 muted = 0;
    ImU32 accent = 0;
    ImU32 on_accent = 0;
    ImU32 knob = 0;  ///< handle of a slider or switch
    ImU32 good = 0;
    ImU32 warning = 0;
    ImU32 bad = 0;
    std::array<ImU32, kWalls> walls{};
    std::array<ImU32, kWalls> wall_texts{};  ///< the same, readable as text on a surface
    std::array<ImU32, kMemoryParts> parts{};
};

const Theme& theme(bool dark);
/// Makes ImGui's own widgets (popups, text inputs, scroll bars) look alike.
void apply_style(const Theme& t);

/// The colour with its opacity multiplied by `share`.
ImU32 faded(ImU32 colour, float share);
/// As ImGui and OpenGL take it.
inline ImVec4 rgba(ImU32 colour) { return ImGui::ColorConvertU32ToFloat4(colour); }

}  // namespace threewall::web
