#include "core/io/catalog.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/io/assets.hpp"
#include "core/io/catalog_json.hpp"
#include "core/io/scenario_io.hpp"
#include "core/scenario/fields.hpp"

namespace threewall {
namespace {

using nlohmann::json;

std::string who(std::string_view kind, const json& entry) {
    const json* inner = entry.is_object() && entry.contains(kind) ? &entry[std::string(kind)] : &entry;
    const bool named = inner->is_object() && inner->contains("id") && (*inner)["id"].is_string();
    return fmt::format("{} {}", kind, named ? (*inner)["id"].get<std::string>() : "without id");
}

/// The choice of an enum that the field table names.
template <class Enum>
Enum choice(std::string_view path, Members& m, std::string_view key, Enum fallback) {
    const std::string name = m.text(key, false);
    if (name.empty()) return fallback;
    const Field* field = find_field(path);
    for (std::size_t i = 0; field && i < field->choices.size(); ++i) {
        if (field->choices[i] == name) return static_cast<Enum>(i);
    }
    m.report(fmt::format("{} \"{}\" is not known", key, name));
    return fallback;
}

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

ModelEntry read_model(const json& entry, CatalogProblems& problems) {
    Members m(entry, who("model", entry), problems);
    Scenario s;
    m.fields("model", "model", s);
    ModelEntry e;
    e.model = std::move(s.model);
    e.provenance = m.provenance();
    e.stated_parameters = m.number("stated_parameters", false);
    e.stated_active_parameters = m.number("stated_active_parameters", false);
    e.stated_as = m.text("stated_as", false);
    e.training_tokens = m.number("training_tokens", false);
    m.finish();
    return e;
}

FabricEntry read_fabric(const json& entry, CatalogProblems& problems) {
    Members m(entry, who("link", entry), problems);
    Scenario s;
    m.fields("link", "cluster.scale_out", s);
    FabricEntry e;
    e.link = std::move(s.cluster.scale_out);
    e.provenance = m.provenance();
    e.congestion_per_doubling = m.number("congestion_per_doubling", false);
    e.kind = m.text("kind");
    m.finish();
    return e;
}

DeviceEntry read_device(const json& entry, const Catalog& c, CatalogProblems& problems) {
    Members m(entry, who("device", entry), problems);
    Scenario s;
    m.fields("device", "cluster.device", s);
    DeviceEntry e;
    e.device = std::move(s.cluster.device);
    e.provenance = m.provenance();
    e.devices_per_node = whole(m.number("devices_per_node"));
    const std::string scale_up = m.text("scale_up");
    if (const FabricEntry* f = c.fabric(scale_up)) e.scale_up = f->link;
    else m.report(fmt::format("scale_up \"{}\" is no fabric", scale_up));
    e.scale_up_domain = whole(m.number("scale_up_domain"));
    e.scale_up_topology = choice("cluster.scale_up_topology", m, "scale_up_topology", Topology::switched);
    e.default_scale_out = m.text("default_scale_out");
    if (!c.fabric(e.default_scale_out))
        m.report(fmt::format("default_scale_out \"{}\" is no fabric", e.default_scale_out));
    e.default_stack = m.text("default_stack");
    if (!c.stack(e.default_stack)) m.report(fmt::format("default_stack \"{}\" is no stack", e.default_stack));
    e.host_link = BytesPerSecond(m.number("host_link_bytes_per_s"));
    e.node_overhead = Watts(m.number("node_overhead_w", false));
    e.dollars_per_device_hour = m.number("dollars_per_device_hour", false);
    e.vendor = m.text("vendor");
    e.quoted = m.text("quoted", false);
    e.aliases = m.texts("aliases");
    m.finish();
    return e;
}

StackEntry read_stack(const json& entry, CatalogProblems& problems) {
    Members m(entry, who("stack", entry), problems);
    Scenario s;
    m.fields("stack", "stack", s);
    StackEntry e;
    e.stack = std::move(s.stack);
    e.provenance = m.provenance();
    e.runs_on = m.text("runs_on", false);
    e.aliases = m.texts("aliases");
    m.finish();
    return e;
}

PresetEntry read_preset(const json& entry, CatalogProblems& problems) {
    Members m(entry, who("preset", entry), problems);
    PresetEntry e;
    e.id = m.text("id");
    e.name = m.text("name");
    e.description = m.text("description");
    const json& scenario = m.any("scenario");
    ReadResult read = scenario_from_json(scenario.dump());
    for (const InputProblem& p : read.problems) m.report(fmt::format("{}: {}: {}", p.where, p.message, p.fix));
    e.scenario = std::move(read.scenario);
    m.finish();
    return e;
}

/// Everything but the presets, which are scenarios and name the entries of this.
const Catalog& parts() {
    static const Catalog whole_catalog = [] {
        Catalog c;
        for (const json& e : catalog_list("catalog/models.json", "models", c.problems))
            c.models.push_back(read_model(e, c.problems));
        for (const json& e : catalog_list("catalog/fabrics.json", "fabrics", c.problems))
            c.fabrics.push_back(read_fabric(e, c.problems));
        for (const json& e : catalog_list("catalog/stacks.json", "stacks", c.problems))
            c.stacks.push_back(read_stack(e, c.problems));
        for (const json& e : catalog_list("catalog/devices.json", "devices", c.problems))
            c.devices.push_back(read_device(e, c, c.problems));
        return c;
    }();
    return whole_catalog;
}

struct Calibration {
    std::string family;
    std::string stack;
    Efficiency efficiency;
    double rows = 0;
    double median_error = 0;
};

std::vector<Calibration> read_calibration() {
    CatalogProblems problems;  // an unreadable set is a missing one: the default says so on screen
    std::vector<Calibration> sets;
    for (const json& entry : catalog_list("calibration/calibration.json", "sets", problems)) {
        Members m(entry, "calibration", problems);
        Scenario s;
        m.fields("efficiency", "stack.efficiency", s);
        sets.push_back({m.text("family"), m.text("stack"), s.stack.efficiency, m.number("rows", false),
                        m.number("median_error", false)});
    }
    return sets;
}

const Calibration* find_calibration(std::string_view family, std::string_view stack) {
    static const std::vector<Calibration> sets = read_calibration();
    const auto found = std::find_if(sets.begin(), sets.end(),
                                    [&](const Calibration& c) { return c.family == family && c.stack == stack; });
    return found == sets.end() ? nullptr : &*found;
}

/// "h100 with torchtitan: 25 runs, median error 4.1 %".
std::string describe(const Calibration& c, std::string_view family) {
    std::string what = c.family.empty() ? "all devices" : c.family;
    if (!c.stack.empty()) what += " with " + c.stack;
    if (c.rows > 0) what += fmt::format(": {:.0f} runs, median error {:.1f} %", c.rows, 100 * c.median_error);
    else what += ": not fitted";
    if (c.family.empty() && !family.empty()) what += fmt::format("; none of {}", family);
    return what;
}

template <class List, class Id>
auto find(const List& list, Id id_of, std::string_view id) -> decltype(&list.front()) {
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& e) { return id_of(e) == id; });
    return found == list.end() ? nullptr : &*found;
}

}  // namespace

const ModelEntry* Catalog::model(std::string_view id) const {
    return find(
        models, [](const ModelEntry& e) -> std::string_view { return e.model.id; }, id);
}
const DeviceEntry* Catalog::device(std::string_view id) const {
    return find(
        devices, [](const DeviceEntry& e) -> std::string_view { return e.device.id; }, id);
}
const FabricEntry* Catalog::fabric(std::string_view id) const {
    return find(
        fabrics, [](const FabricEntry& e) -> std::string_view { return e.link.id; }, id);
}
const StackEntry* Catalog::stack(std::string_view id) const {
    return find(
        stacks, [](const StackEntry& e) -> std::string_view { return e.stack.id; }, id);
}
const PresetEntry* Catalog::preset(std::string_view id) const {
    return find(
        presets, [](const PresetEntry& e) -> std::string_view { return e.id; }, id);
}

const Catalog& catalog() {
    // Reading a preset asks for the catalog: it sees the one without presets.
    static thread_local bool reading_presets = false;
    if (reading_presets) return parts();
    static const Catalog whole_catalog = [] {
        Catalog c = parts();
        reading_presets = true;
        for (const json& e : catalog_list("catalog/presets.json", "presets", c.problems))
            c.presets.push_back(read_preset(e, c.problems));
        reading_presets = false;
        return c;
    }();
    return whole_catalog;
}

bool runs_on(const StackEntry& t, std::string_view family) {
    std::string_view rest = t.runs_on;
    if (rest.empty() || family.empty() || family == "custom") return true;
    while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        std::string_view name = rest.substr(0, comma);
        while (name.starts_with(' ')) name.remove_prefix(1);
        if (name == family) return true;
        rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    }
    return false;
}

void use_model(Scenario& s, const ModelEntry& m) { s.model = m.model; }

void use_fabric(Scenario& s, const FabricEntry& f) {
    s.cluster.scale_out = f.link;
    s.cluster.congestion_per_doubling = f.congestion_per_doubling;
}

void use_stack(Scenario& s, const StackEntry& t) {
    s.stack = t.stack;
    apply_calibration(s);
}

void use_device(Scenario& s, const DeviceEntry& d) {
    Cluster& c = s.cluster;
    c.device = d.device;
    c.devices_per_node = d.devices_per_node;
    c.scale_up = d.scale_up;
    c.scale_up_domain = d.scale_up_domain;
    c.scale_up_topology = d.scale_up_topology;
    c.host_link = d.host_link;
    if (const FabricEntry* f = parts().fabric(d.default_scale_out)) use_fabric(s, *f);
    s.operation.node_overhead = d.node_overhead;
    s.operation.dollars_per_device_hour = d.dollars_per_device_hour;
    const StackEntry* present = parts().stack(s.stack.id);
    const bool fits = present ? runs_on(*present, d.device.family) : !s.stack.id.empty();
    if (!fits) {
        if (const StackEntry* t = parts().stack(d.default_stack)) s.stack = t->stack;
    }
    apply_calibration(s);
}

void apply_calibration(Scenario& s) {
    const std::string& family = s.cluster.device.family;
    const Calibration* set = find_calibration(family, s.stack.id);
    if (!set) set = find_calibration(family, "");
    if (!set) set = find_calibration("", "");
    s.stack.efficiency = set ? set->efficiency : Efficiency{};
    s.stack.efficiency_source = set ? describe(*set, family) : "built-in guess";
}

}  // namespace threewall
