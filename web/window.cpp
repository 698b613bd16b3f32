#include "web/window.hpp"

#include "web/browser/browser.hpp"
#include "web/fonts_data.hpp"

#include <algorithm>

#define GLFW_INCLUDE_ES3
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

namespace threewall::web {
namespace {

constexpr float text_size = 13;
constexpr const char* shader_version = "#version 300 es";

// GLFW's clipboard is a stub in the browser.
void use_browser_clipboard() {
    ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) { browser::copy_text(text); };
    platform.Platform_GetClipboardTextFn = [](ImGuiContext*) {
        static std::string text;
        text = browser::pasted_text();
        return text.c_str();
    };
}

ImFont* add_font(std::span<const unsigned char> data) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // ImGui takes the data as mutable because it may own it; here it only reads.
    void* bytes = const_cast<unsigned char*>(data.data());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes, static_cast<int>(data.size()), text_size, &config);
}

}  // namespace

Window::Window() {
    glfwInit();
    // The framebuffer follows the device's pixels, so text stays sharp.
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    const browser::CanvasSize size = browser::canvas_size();
    window_ = glfwCreateWindow(std::max(size.width, 1), std::max(size.height, 1), "Threewall", nullptr, nullptr);
    glfwMakeContextCurrent(window_);

    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    // A blinking cursor would draw frames while nothing happens.
    io.ConfigInputTextCursorBlink = false;
    ImGui_ImplGlfw_InitForOpenGL(window_, true);
    // The element whose size the canvas follows.
    ImGui_ImplGlfw_InstallEmscriptenCallbacks(window_, "#stage");
    ImGui_ImplOpenGL3_Init(shader_version);
    use_browser_clipboard();
    load_fonts();
    browser::on_context_restored([] {
        ImGui_ImplOpenGL3_DestroyDeviceObjects();
        ImGui_ImplOpenGL3_CreateDeviceObjects();
    });
}

void Window::load_fonts() {
    fonts_.regular = add_font(inter_regular());
    fonts_.semibold = add_font(inter_semibold());
}

void Window::begin_frame() {
    glfwPollEvents();
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void Window::end_frame(const float (&background)[3]) {
    ImGui::Render();
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    glViewport(0, 0, width, height);
    glClearColor(background[0], background[1], background[2], 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

}  // namespace threewall::web
