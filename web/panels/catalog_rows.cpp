#include "web/panels/catalog_rows.hpp"

#include <string>
#include <vector>

#include "web/layout.hpp"
#include "web/panels/input_row.hpp"
#include "web/texts.hpp"
#include "web/widgets/picker.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr float kBoxMargin = 2;
constexpr std::string_view kScaleOut = "scale-out";

struct Row {
    std::string_view label;
    std::string_view id_path;  ///< the field that holds the catalog's id: findings about it are shown here
    std::string_view shown;
    const Provenance* provenance = nullptr;  ///< nullptr: not from the catalog
};

std::string source_text(const Row& row) {
    if (!row.provenance) return "Not from the catalog.";
    std::string text = "Source: " + row.provenance->source;
    if (!row.provenance->unverified.empty()) text += "\nNot verified: " + row.provenance->unverified;
    if (!row.provenance->note.empty()) text += "\n" + row.provenance->note;
    return text;
}

template <class MakeItems>
std::optional<std::size_t> choose(const Ui& ui, const Row& row, MakeItems items) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    Box box{at.x, at.y, width, ui.row};
    const Box label = box.cut_left(row_label_width(width), kGrid);
    const Finding* finding = ui.store.finding(*find_field(row.id_path));
    const bool bad = finding && finding->severity == Severity::error;

    draw_text(ui, {label.x, centred_y(label.y, label.height)}, row.label, {bad ? ui.theme.bad : ui.theme.text});
    ImGui::Dummy(label.size());
    hint(ui, std::string(row.shown) + "\n" + source_text(row));
    ImGui::SetCursorScreenPos({box.x, box.y + kBoxMargin});
    const std::string id(row.id_path);
    ui.mark(row.id_path, "choice", box);
    const auto chosen = picker(ui, id.c_str(), {box.width, box.height - 2 * kBoxMargin},
                               {.shown = row.shown, .bad = bad, .searchable = true}, items);
    ImGui::SetCursorScreenPos(at);
    ImGui::Dummy({width, ui.row});
    if (bad) paragraph(ui, finding->message, {ui.theme.bad, kSmallText});
    return chosen;
}

template <class Entry>
const Provenance* provenance_of(const Entry* entry) {
    return entry ? &entry->provenance : nullptr;
}

}  // namespace

void model_row(const Ui& ui) {
    const Model& now = ui.store.scenario().model;
    const auto chosen = choose(ui, {"Model", "model.id", now.name, provenance_of(catalog().model(now.id))}, [] {
        std::vector<PickerItem> items;
        for (const ModelEntry& m : catalog().models)
            items.push_back({m.model.name, m.stated_as, m.model.id, !m.provenance.unverified.empty()});
        return items;
    });
    if (chosen) ui.emit(UseModel{&catalog().models[*chosen]});
}

void device_row(const Ui& ui) {
    const Device& now = ui.store.scenario().cluster.device;
    const auto chosen =
        choose(ui, {"Device", "cluster.device.id", now.name, provenance_of(catalog().device(now.id))}, [] {
            std::vector<PickerItem> items;
            for (const DeviceEntry& d : catalog().devices)
                items.push_back({d.device.name, bytes_text(d.device.memory),
                                 d.device.id + ' ' + d.vendor + ' ' + d.quoted, !d.provenance.unverified.empty()});
            return items;
        });
    if (chosen) ui.emit(UseDevice{&catalog().devices[*chosen]});
}

void network_row(const Ui& ui) {
    const Link& now = ui.store.scenario().cluster.scale_out;
    std::vector<const FabricEntry*> networks;
    for (const FabricEntry& f : catalog().fabrics)
        if (f.kind == kScaleOut) networks.push_back(&f);
    const auto chosen =
        choose(ui, {"Network", "cluster.scale_out.id", now.name, provenance_of(catalog().fabric(now.id))}, [&] {
            std::vector<PickerItem> items;
            for (const FabricEntry* f : networks)
                items.push_back({f->link.name, format_number(f->link.bandwidth.value, UnitKind::bytes_per_second),
                                 f->link.id, !f->provenance.unverified.empty()});
            return items;
        });
    if (chosen) ui.emit(UseFabric{networks[*chosen]});
}

void stack_row(const Ui& ui) {
    const Stack& now = ui.store.scenario().stack;
    const auto chosen = choose(ui, {"Stack", "stack.id", now.name, provenance_of(catalog().stack(now.id))}, [] {
        std::vector<PickerItem> items;
        for (const StackEntry& t : catalog().stacks)
            items.push_back({t.stack.name, t.runs_on.empty() ? "any device" : t.runs_on, t.stack.id,
                             !t.provenance.unverified.empty()});
        return items;
    });
    if (chosen) ui.emit(UseStack{&catalog().stacks[*chosen]});
}

}  // namespace threewall::web
