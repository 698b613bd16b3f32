#include "web/browser/browser.hpp"

#include <emscripten/emscripten.h>

#include <cstddef>
#include <cstdlib>
#include <map>
#include <utility>

// Implemented in browser.js.
extern "C" {
void tw_start();
void tw_request_frames(int count);
char* tw_hash();
void tw_set_hash(const char* hash);
void tw_copy(const char* text);
void tw_copy_link();
char* tw_pasted();
void tw_announce(const char* text);
void tw_fetch(const char* path, int id);
bool tw_prefers_dark();
double tw_pixel_ratio();
int tw_canvas_width();
int tw_canvas_height();
bool tw_has_webgl2();
void tw_show_missing_webgl2();
}

namespace threewall::browser {
namespace {

// What the page asked to be told. Lives as long as the page, as JavaScript may call at any time.
struct Callbacks {
    std::function<void()> frame;
    std::function<void()> context_restored;
    std::function<void(std::string_view)> hash_changed;
    std::function<void(std::string_view, std::string_view)> file_dropped;
    std::function<void(std::string_view)> pasted;
    std::function<std::string()> state;
    std::map<int, std::function<void(std::string_view)>> fetches;
    int last_fetch = 0;
};

Callbacks& callbacks() {
    static Callbacks all;
    return all;
}

std::string take(char* text) {
    std::string copy = text;
    std::free(text);
    return copy;
}

}  // namespace

void run(std::function<void()> frame) {
    callbacks().frame = std::move(frame);
    tw_start();
}

void request_frame(int count) { tw_request_frames(count); }

std::string hash() { return take(tw_hash()); }
void set_hash(std::string_view hash) {
    if (hash.starts_with('#')) hash.remove_prefix(1);
    tw_set_hash(std::string(hash).c_str());
}
void on_hash_change(std::function<void(std::string_view)> changed) { callbacks().hash_changed = std::move(changed); }

void on_file(std::function<void(std::string_view, std::string_view)> dropped) {
    callbacks().file_dropped = std::move(dropped);
}

void on_paste(std::function<void(std::string_view)> pasted) { callbacks().pasted = std::move(pasted); }

void fetch(std::string_view path, std::function<void(std::string_view)> done) {
    Callbacks& all = callbacks();
    all.fetches[++all.last_fetch] = std::move(done);
    tw_fetch(std::string(path).c_str(), all.last_fetch);
}

void copy_text(std::string_view text) { tw_copy(std::string(text).c_str()); }
void copy_link() { tw_copy_link(); }
std::string pasted_text() { return take(tw_pasted()); }

void announce(std::string_view text) { tw_announce(std::string(text).c_str()); }

bool prefers_dark() { return tw_prefers_dark(); }
double pixel_ratio() { return tw_pixel_ratio(); }
CanvasSize canvas_size() { return {tw_canvas_width(), tw_canvas_height()}; }

bool has_webgl2() { return tw_has_webgl2(); }
void show_missing_webgl2() { tw_show_missing_webgl2(); }
void on_context_restored(std::function<void()> restored) { callbacks().context_restored = std::move(restored); }

void provide_state(std::function<std::string()> state) { callbacks().state = std::move(state); }

// Called from browser.js.
extern "C" {

EMSCRIPTEN_KEEPALIVE void tw_frame() { callbacks().frame(); }

EMSCRIPTEN_KEEPALIVE void tw_context_restored() {
    if (callbacks().context_restored) callbacks().context_restored();
}

EMSCRIPTEN_KEEPALIVE void tw_hash_changed(const char* hash) {
    if (callbacks().hash_changed) callbacks().hash_changed(hash);
}

EMSCRIPTEN_KEEPALIVE void tw_file(const char* name, const char* text) {
    if (callbacks().file_dropped) callbacks().file_dropped(name, text);
}

EMSCRIPTEN_KEEPALIVE void tw_paste(const char* text) {
    if (callbacks().pasted) callbacks().pasted(text);
}

EMSCRIPTEN_KEEPALIVE void tw_fetched(int id, const char* bytes, std::size_t size) {
    auto fetched = callbacks().fetches.extract(id);
    if (!fetched.empty()) fetched.mapped()({bytes, size});
}

EMSCRIPTEN_KEEPALIVE const char* tw_state() {
    static std::string json;
    json = callbacks().state ? callbacks().state() : "{}";
    return json.c_str();
}

}  // extern "C"

}  // namespace threewall::browser
