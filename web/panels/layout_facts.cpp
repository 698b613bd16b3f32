#include <string>

#include "web/panels/panels.hpp"
#include "web/texts.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

void fact(const Ui& ui, std::string_view name, std::string_view value, bool doubtful = false) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    draw_text(ui, at, name, {ui.theme.muted});
    draw_text(ui, {at.x + width, at.y}, value, {doubtful ? ui.theme.warning : ui.theme.text}, 1);
    ImGui::Dummy({width, kBodyText + 6});
}

std::string count_text(std::int64_t n) { return quantity_text(static_cast<double>(n)); }

}  // namespace

void layout_panel(const Ui& ui) {
    const Result& r = ui.store.result();
    if (!r.valid) return;
    heading(ui, "What follows from the plan");
    fact(ui, "Data parallel", count_text(r.data_parallel));
    fact(ui, "Micro-batches per step", count_text(r.micro_batches));
    fact(ui, "Devices used", count_text(r.used_devices));
    fact(ui, "Devices idle", count_text(r.idle_devices), r.idle_devices > 0);
    fact(ui, "Tokens per step", quantity_text(r.tokens_per_step));
    fact(ui, "Bubble over ideal time", percent_text(r.bubble_ratio));
    fact(ui, "Hidden communication", seconds_text(r.hidden_communication));
    fact(ui, "Model FLOP rate", format_number(r.model_flop_per_device.value, UnitKind::flop_per_second));
    fact(ui, "HFU, full attention", percent_text(r.hfu_full));
    if (r.run_energy.value > 0) fact(ui, "Energy of the run", energy_text(r.run_energy));
}

}  // namespace threewall::web
