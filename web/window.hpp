#pragma once

struct GLFWwindow;
struct ImFont;

namespace threewall::web {

// The page's typefaces. Sizes are given where text is drawn: ImGui::PushFont(font, size).
struct Fonts {
    ImFont* regular = nullptr;
    ImFont* semibold = nullptr;
};

// The canvas as a window that ImGui draws in, sharp at every device scale. There is one.
class Window {
public:
    Window();

    void begin_frame();
    // Draws the frame onto the canvas, over `background` (red, green, blue of 0 to 1).
    void end_frame(const float (&background)[3]);

    const Fonts& fonts() const { return fonts_; }

private:
    void load_fonts();

    GLFWwindow* window_ = nullptr;
    Fonts fonts_;
};

}  // namespace threewall::web
