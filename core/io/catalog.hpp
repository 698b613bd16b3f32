// The catalog that ships with the product: models, devices, links, stacks and ready scenarios, each with
// its sources. Read from assets/catalog.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/scenario.hpp"

namespace threewall {

/// Where an entry's figures come from. `unverified` names the fields that nobody looked up: the page
/// marks them.
struct Provenance {
    std::string source;
    std::string unverified;  ///< empty: every figure was read in the source
    std::string note;
};

struct ModelEntry {
    Model model;
    Provenance provenance;
    double stated_parameters = 0;  ///< as published; 0 = not stated
    double stated_active_parameters = 0;
    std::string stated_as;  ///< the published figure as written ("671B", "6.7B")
    double training_tokens = 0;
};

struct DeviceEntry {
    Device device;
    Provenance provenance;
    // The node this device is usually sold in.
    std::int64_t devices_per_node = 8;
    Link scale_up;
    std::int64_t scale_up_domain = 8;
    Topology scale_up_topology = Topology::switched;
    std::string default_scale_out;  ///< id of a fabric
    std::string default_stack;      ///< id of a stack
    BytesPerSecond host_link;
    Watts node_overhead;
    double dollars_per_device_hour = 0;  ///< middle of the published range; 0 = unknown
    std::string vendor;
    std::string quoted;                ///< what the vendor's sheet says (both ways, with sparsity), for recognition
    std::vector<std::string> aliases;  ///< how published runs call it (`accelerator` in assets/evidence)
};

struct FabricEntry {
    Link link;
    Provenance provenance;
    double congestion_per_doubling = 0;
    std::string kind;  ///< "scale-up" or "scale-out"
};

struct StackEntry {
    Stack stack;
    Provenance provenance;
    std::string runs_on;               ///< device families, comma-separated; empty = any
    std::vector<std::string> aliases;  ///< how published runs call it (`framework` in assets/evidence)
};

struct PresetEntry {
    std::string id;
    std::string name;
    std::string description;
    Scenario scenario;
};

struct Catalog {
    std::vector<ModelEntry> models;
    std::vector<DeviceEntry> devices;
    std::vector<FabricEntry> fabrics;
    std::vector<StackEntry> stacks;
    std::vector<PresetEntry> presets;   ///< the first is what a first visitor sees
    std::vector<std::string> problems;  ///< entries that could not be read; empty in a shipped build

    const ModelEntry* model(std::string_view id) const;
    const DeviceEntry* device(std::string_view id) const;
    const FabricEntry* fabric(std::string_view id) const;
    const StackEntry* stack(std::string_view id) const;
    const PresetEntry* preset(std::string_view id) const;
};

/// True where the stack is known to run on devices of the family.
bool runs_on(const StackEntry& t, std::string_view family);

/// Parsed once from the embedded assets; immutable.
const Catalog& catalog();

/// Puts a catalog device into a scenario with the node, links, host link and prices it is sold with;
/// the count of devices, the plan and the workload stay. The stack becomes the device's default
/// where the present one does not run on its family; the stack's efficiency is taken from the
/// calibration for (family, stack).
void use_device(Scenario& s, const DeviceEntry& d);
void use_model(Scenario& s, const ModelEntry& m);
void use_fabric(Scenario& s, const FabricEntry& f);
void use_stack(Scenario& s, const StackEntry& t);

/// Calibrated constants for a device family and a stack; falls back from (family, stack) to (family) to
/// the default, and says in `efficiency_source` which was used.
void apply_calibration(Scenario& s);

}  // namespace threewall
