#include "web/panels/pictures.hpp"

#include "web/widgets/panel.hpp"

namespace threewall::web {

Picture begin_picture(const Ui& ui, std::string_view title, std::string_view note) {
    constexpr float kStale = 0.35f;
    const bool current = ui.store.result().valid;
    panel_title(ui, title, current ? note : std::string_view("the last possible plan"));
    return {ui.store.last_valid(), ImGui::GetContentRegionAvail(), current ? 1 : kStale};
}

}  // namespace threewall::web
