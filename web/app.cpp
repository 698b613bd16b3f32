#include "web/app.hpp"

#include <utility>

#include <imgui.h>
#include <imgui_internal.h>

#include "core/io/scenario_io.hpp"
#include "web/browser/browser.hpp"
#include "web/loading.hpp"
#include "web/page.hpp"
#include "web/summary.hpp"

namespace threewall::web {
namespace {

constexpr float kRow = 26;
constexpr float kTouchRow = 36;
constexpr std::string_view kClipboard = "The pasted text";

}  // namespace

void App::start(std::string_view hash) { start_with_link(store_, hash); }

void App::on_hash(std::string_view hash) { load_link(store_, hash); }

void App::on_file(std::string_view name, std::string_view text) { load_text(store_, name, text); }

void App::on_paste(std::string_view text) {
    if (!ImGui::GetIO().WantTextInput) load_text(store_, kClipboard, text);
}

std::string App::state() const { return state_json(store_, places_); }

bool App::dark() const { return chosen_dark_.value_or(browser::prefers_dark()); }

void App::style(bool dark) {
    if (styled_dark_ == dark) return;
    styled_dark_ = dark;
    apply_style(theme(dark));
    const ImVec4 ground = rgba(theme(dark).ground);
    ground_[0] = ground.x;
    ground_[1] = ground.y;
    ground_[2] = ground.z;
}

void App::draw() {
    style(dark());
    read_shortcuts();
    carry_out();
    places_.clear();
    const Columns columns = columns_for(ImGui::GetIO().DisplaySize.x);
    const Ui ui{.theme = theme(dark()),
                .fonts = fonts_,
                .store = store_,
                .edits = edits_,
                .places = places_,
                .columns = columns,
                .show_explanation = std::exchange(explanation_asked_, false),
                .row = columns == Columns::one ? kTouchRow : kRow};
    {
        Page page(ui);
        page.draw_inputs();
        carry_out();
        page.draw_results();
    }
    carry_out();
    publish();
    settle();
}

void App::settle() {
    // ImGui takes in one press or release of a button a frame; those that wait must not wait for the next event. A list
    // that has just been opened appears in the next frame and takes the keyboard in the one after it.
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const int lists = context.OpenPopupStack.Size;
    if (context.InputEventsQueue.Size > 0 || lists != open_lists_) browser::request_frame();
    open_lists_ = lists;
}

void App::read_shortcuts() {
    if (ImGui::GetIO().WantTextInput) return;
    if (ImGui::Shortcut(ImGuiMod_Ctrl | ImGuiKey_Z, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_Repeat))
        edits_.push_back(Undo{});
    for (ImGuiKeyChord redo : {ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiKey_Y})
        if (ImGui::Shortcut(redo, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_Repeat)) edits_.push_back(Redo{});
}

void App::carry_out() {
    for (const Edit& edit : edits_) {
        if (std::holds_alternative<CopyLink>(edit)) browser::copy_link();
        if (std::holds_alternative<SwitchTheme>(edit)) chosen_dark_ = !dark();
        if (std::holds_alternative<Explain>(edit)) explanation_asked_ = true;
        store_.apply(edit);
    }
    if (!edits_.empty()) browser::request_frame();
    edits_.clear();
}

void App::publish() {
    // Not during a drag: browsers allow only some changes of the address a second.
    if (published_ == store_.revision() || ImGui::IsMouseDown(ImGuiMouseButton_Left)) return;
    published_ = store_.revision();
    browser::set_hash(encode_link(store_.scenario()));
    browser::announce(spoken_summary(store_));
}

}  // namespace threewall::web
