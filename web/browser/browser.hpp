#pragma once

#include <functional>
#include <string>
#include <string_view>

// The only door to the browser: everything that would need JavaScript. All text is UTF-8.
// Every callback is followed by a few frames, so it need not ask for one.
namespace threewall::browser {

// Starts calling `frame`, from now on and whenever an event or request_frame() asks for it, never otherwise.
void run(std::function<void()> frame);
// Asks for at least `count` more frames. Three: take an event in, settle the layout, finish hover effects.
void request_frame(int count = 3);

// The fragment of the address without its '#'; with one it may be set too. Setting it neither adds to the history nor calls on_hash_change.
std::string hash();
void set_hash(std::string_view hash);
void on_hash_change(std::function<void(std::string_view hash)> changed);

// A text file was dropped onto the page; called once per file.
void on_file(std::function<void(std::string_view name, std::string_view text)> dropped);

// Text was pasted with the browser's own shortcut.
void on_paste(std::function<void(std::string_view text)> pasted);

// Fetches a file beside the page, e.g. "fonts/chinese.otf"; `done` gets its bytes, or nothing if it can't be had.
void fetch(std::string_view path, std::function<void(std::string_view bytes)> done);

void copy_text(std::string_view text);
// The page's whole address.
void copy_link();
// The text last pasted with the browser's own shortcut, or copied by this page.
std::string pasted_text();

// Says something to screen readers, in the page's live region.
void announce(std::string_view text);

bool prefers_dark();
double pixel_ratio();
// In CSS pixels.
struct CanvasSize {
    int width = 0;
    int height = 0;
};
CanvasSize canvas_size();

bool has_webgl2();
// Shows the plain HTML message in place of the canvas.
void show_missing_webgl2();
// The graphics card was taken away and given back: all textures and buffers are gone.
void on_context_restored(std::function<void()> restored);

// What `threewall.state()` answers in the browser's console and in tests: JSON.
void provide_state(std::function<std::string()> state);

}  // namespace threewall::browser
