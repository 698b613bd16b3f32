#include "core/io/catalog_places.hpp"

#include <fmt/format.h>

#include "core/io/catalog.hpp"
#include "core/io/field_input.hpp"

namespace threewall {
namespace {

std::vector<std::string_view> model_ids() {
    std::vector<std::string_view> ids;
    for (const ModelEntry& entry : catalog().models) ids.push_back(entry.model.id);
    return ids;
}

std::vector<std::string_view> device_ids() {
    std::vector<std::string_view> ids;
    for (const DeviceEntry& entry : catalog().devices) ids.push_back(entry.device.id);
    return ids;
}

std::vector<std::string_view> fabric_ids() {
    std::vector<std::string_view> ids;
    for (const FabricEntry& entry : catalog().fabrics) ids.push_back(entry.link.id);
    return ids;
}

std::vector<std::string_view> stack_ids() {
    std::vector<std::string_view> ids;
    for (const StackEntry& entry : catalog().stacks) ids.push_back(entry.stack.id);
    return ids;
}

bool place_model(Scenario& s, std::string_view id) {
    const ModelEntry* entry = catalog().model(id);
    if (entry) use_model(s, *entry);
    return entry != nullptr;
}

bool place_device(Scenario& s, std::string_view id) {
    const DeviceEntry* entry = catalog().device(id);
    if (entry) use_device(s, *entry);
    return entry != nullptr;
}

bool place_scale_up(Scenario& s, std::string_view id) {
    const FabricEntry* entry = catalog().fabric(id);
    if (entry) s.cluster.scale_up = entry->link;
    return entry != nullptr;
}

bool place_scale_out(Scenario& s, std::string_view id) {
    const FabricEntry* entry = catalog().fabric(id);
    if (entry) use_fabric(s, *entry);
    return entry != nullptr;
}

bool place_stack(Scenario& s, std::string_view id) {
    const StackEntry* entry = catalog().stack(id);
    if (entry) use_stack(s, *entry);
    return entry != nullptr;
}

void blank_model(Scenario& s) {
    s.model = {};
    s.model.id = s.model.name = "custom";
}

/// Without an id: "custom" is a catalog device with round figures.
void blank_device(Scenario& s) {
    s.cluster.device = {};
    s.cluster.device.name = "custom";
}

/// Links and stacks are mostly an edited copy of the one before.
void keep(Scenario&) {}

constexpr CatalogPlace kPlaces[] = {
    {"model", "model", model_ids, place_model, blank_model},
    {"cluster.device", "device", device_ids, place_device, blank_device},
    {"cluster.scale_up", "scale-up link", fabric_ids, place_scale_up, keep},
    {"cluster.scale_out", "network", fabric_ids, place_scale_out, keep},
    {"stack", "stack", stack_ids, place_stack, keep},
};

}  // namespace

std::span<const CatalogPlace> catalog_places() { return kPlaces; }

const CatalogPlace* find_catalog_place(std::string_view path) {
    for (const CatalogPlace& place : kPlaces) {
        if (place.path == path) return &place;
    }
    return nullptr;
}

InputProblem unknown_entry(const CatalogPlace& place, std::string_view id) {
    const std::string near = nearest(id, place.ids());
    return {0, std::string(place.path), fmt::format("no {} is called \"{}\"", place.what, id.substr(0, 60)),
            near.empty() ? "take a name that `threewall catalog` lists, or give all figures of your own"
                         : "did you mean " + near + "?"};
}

}  // namespace threewall
