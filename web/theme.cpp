#include "web/theme.hpp"

namespace threewall::web {
namespace {

constexpr ImU32 hex(unsigned rgb) { return IM_COL32((rgb >> 16) & 0xFF, (rgb >> 8) & 0xFF, rgb & 0xFF, 0xFF); }

// Meaning by colour is the same in both themes. Order as in Wall and MemoryPart.
constexpr std::array<ImU32, kWalls> kWallColours = {hex(0x4c9be8), hex(0xe8a33d), hex(0x9b7fe6),
                                                    hex(0xe0607e), hex(0x7d8794), hex(0x4bb39a)};
constexpr std::array<ImU32, kMemoryParts> kPartColours = {hex(0x4c9be8), hex(0x84c1f7), hex(0x9b7fe6), hex(0x4bb39a),
                                                          hex(0xe8a33d), hex(0xe0607e), hex(0x7d8794), hex(0xa9b1bc)};

constexpr Theme kDark = {
    .ground = hex(0x0e1115),
    .surface = hex(0x161a20),
    .raised = hex(0x20262e),
    .hover = hex(0x2a313b),
    .border = hex(0x262c35),
    .grid = hex(0x252b34),
    .text = hex(0xe7eaef),
    .muted = hex(0x98a2b0),
    .accent = hex(0x5aa9ff),
    .on_accent = hex(0x08111c),
    .knob = hex(0xe7eaef),
    .good = hex(0x45b97c),
    .warning = hex(0xe8a33d),
    .bad = hex(0xf0708c),
    .walls = kWallColours,
    .wall_texts = kWallColours,
    .parts = kPartColours,
};

constexpr Theme kLight = {
    .ground = hex(0xf4f6f8),
    .surface = hex(0xffffff),
    .raised = hex(0xeef1f5),
    .hover = hex(0xe2e7ee),
    .border = hex(0xdfe4ea),
    .grid = hex(0xe6eaef),
    .text = hex(0x1b2027),
    .muted = hex(0x5d6875),
    .accent = hex(0x1f6fd6),
    .on_accent = hex(0xffffff),
    .knob = hex(0x1b2027),
    .good = hex(0x15824a),
    .warning = hex(0x9a5b00),
    .bad = hex(0xc42f54),
    .walls = kWallColours,
    .wall_texts = {hex(0x1f6fb8), hex(0x9a5b00), hex(0x6d4ec2), hex(0xb8375a), hex(0x59636f), hex(0x1f7f68)},
    .parts = kPartColours,
};

void set_sizes(ImGuiStyle& s) {
    s.WindowPadding = {2 * kGrid, 1.5f * kGrid};
    s.FramePadding = {kGrid, 0.5f * kGrid};
    s.ItemSpacing = {kGrid, 0.5f * kGrid};
    s.ItemInnerSpacing = {0.5f * kGrid, 0.5f * kGrid};
    s.WindowBorderSize = 0;
    s.ChildBorderSize = 1;
    s.PopupBorderSize = 1;
    s.FrameBorderSize = 0;
    s.WindowRounding = 0;
    s.ChildRounding = kRadius;
    s.PopupRounding = kRadius;
    s.FrameRounding = kSmallRadius;
    s.ScrollbarSize = 10;
    s.ScrollbarRounding = kSmallRadius;
}

}  // namespace

const Theme& theme(bool dark) { return dark ? kDark : kLight; }

void apply_style(const Theme& t) {
    ImGuiStyle& s = ImGui::GetStyle();
    set_sizes(s);
    const auto set = [&](ImGuiCol role, ImU32 colour) { s.Colors[role] = rgba(colour); };
    set(ImGuiCol_Text, t.text);
    set(ImGuiCol_TextDisabled, t.muted);
    set(ImGuiCol_WindowBg, t.ground);
    set(ImGuiCol_ChildBg, t.surface);
    set(ImGuiCol_PopupBg, t.surface);
    set(ImGuiCol_Border, t.border);
    set(ImGuiCol_FrameBg, t.raised);
    set(ImGuiCol_FrameBgHovered, t.hover);
    set(ImGuiCol_FrameBgActive, t.hover);
    set(ImGuiCol_Header, t.raised);
    set(ImGuiCol_HeaderHovered, t.hover);
    set(ImGuiCol_HeaderActive, t.hover);
    set(ImGuiCol_ScrollbarBg, faded(t.surface, 0));
    set(ImGuiCol_ScrollbarGrab, t.hover);
    set(ImGuiCol_ScrollbarGrabHovered, t.muted);
    set(ImGuiCol_ScrollbarGrabActive, t.muted);
    set(ImGuiCol_TextSelectedBg, faded(t.accent, 0.35f));
    set(ImGuiCol_InputTextCursor, t.text);
    set(ImGuiCol_NavCursor, t.accent);
}

ImU32 faded(ImU32 colour, float share) {
    const auto alpha = static_cast<float>(colour >> IM_COL32_A_SHIFT & 0xFF) * share;
    return (colour & ~IM_COL32_A_MASK) | (static_cast<ImU32>(alpha + 0.5f) << IM_COL32_A_SHIFT);
}

}  // namespace threewall::web
