// Everything between the browser and the core: takes events in, keeps the store, draws the page.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "web/store.hpp"
#include "web/ui.hpp"
#include "web/window.hpp"

namespace threewall::web {

class App {
public:
    explicit App(const Fonts& fonts) : fonts_(fonts) {}

    /// One frame, between Window::begin_frame and end_frame.
    void draw();
    /// The address's fragment at the start, before the first frame.
    void start(std::string_view hash);
    /// The fragment, changed by a person.
    void on_hash(std::string_view hash);
    void on_file(std::string_view name, std::string_view text);
    /// Text pasted while no text box has the focus.
    void on_paste(std::string_view text);

    /// Colour behind everything, as OpenGL takes it.
    const float (&ground() const)[3] { return ground_; }
    /// What tests may look at, as JSON.
    std::string state() const;

private:
    bool dark() const;
    void style(bool dark);
    void carry_out();
    void read_shortcuts();
    void publish();
    void settle();

    Fonts fonts_;
    Store store_;
    Edits edits_;
    Places places_;
    std::optional<bool> chosen_dark_;  ///< empty: as the system
    std::optional<bool> styled_dark_;  ///< what ImGui's style was last set to
    bool explanation_asked_ = false;
    int open_lists_ = 0;  ///< in the last frame
    float ground_[3] = {};
    unsigned published_ = 0;  ///< revision of the store that the address shows
};

}  // namespace threewall::web
