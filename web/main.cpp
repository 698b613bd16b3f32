// The page: a window, an app, and the browser's events between them.
#include "web/app.hpp"
#include "web/browser/browser.hpp"
#include "web/window.hpp"

using namespace threewall;

int main() {
    if (!browser::has_webgl2()) {
        browser::show_missing_webgl2();
        return 0;
    }
    // Static: the browser calls back long after main has returned.
    static web::Window window;
    static web::App app(window.fonts());

    app.start(browser::hash());
    browser::on_hash_change([](std::string_view hash) { app.on_hash(hash); });
    browser::on_file([](std::string_view name, std::string_view text) { app.on_file(name, text); });
    browser::on_paste([](std::string_view text) { app.on_paste(text); });
    browser::provide_state([] { return app.state(); });
    browser::run([] {
        window.begin_frame();
        app.draw();
        window.end_frame(app.ground());
    });
}
