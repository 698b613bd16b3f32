#include "web/summary.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/io/scenario_io.hpp"
#include "web/verdicts.hpp"

namespace threewall::web {
namespace {

nlohmann::json banners_json(const Store& store) {
    auto list = nlohmann::json::array();
    for (const Banner& b : store.banners()) {
        std::string text = b.title;
        for (const std::string& line : b.lines) text += "\n" + line;
        list.push_back(text);
    }
    return list;
}

nlohmann::json findings_json(const Store& store) {
    auto list = nlohmann::json::array();
    for (const Finding& f : store.result().findings)
        list.push_back({{"rule", f.rule}, {"field", f.field}, {"message", f.message}, {"suggestion", f.suggestion}});
    return list;
}

nlohmann::json drafts_json(const Store& store) {
    auto list = nlohmann::json::object();
    for (const Field& f : fields())
        if (const Draft* d = store.draft(f)) list[std::string(f.path)] = {{"text", d->text}, {"error", d->error}};
    return list;
}

nlohmann::json places_json(const Places& places) {
    auto list = nlohmann::json::object();
    for (const auto& [name, b] : places) list[name] = {b.x, b.y, b.width, b.height};
    return list;
}

}  // namespace

std::string spoken_summary(const Store& store) {
    const Scenario& s = store.scenario();
    std::string text =
        fmt::format("{} on {} {}, {}.", s.model.name, s.cluster.devices, s.cluster.device.name, s.stack.name);
    for (const VerdictLine& line : verdict_lines(store)) {
        text += fmt::format(" {}: {}{}{}", line.label, line.lead, line.lead.empty() || line.value.empty() ? "" : " ",
                            line.value);
        if (!line.note.empty()) text += ", " + line.note;
        text += ".";
    }
    for (const Finding& f : store.result().findings) text += " " + f.message + ".";
    return text;
}

std::string state_json(const Store& store, const Places& places) {
    const Result& r = store.result();
    const Scenario& s = store.scenario();
    nlohmann::json state = {
        {"link", encode_link(s)},
        {"model", s.model.name},
        {"device", s.cluster.device.name},
        {"devices", s.cluster.devices},
        {"verdict", verdict_name(r)},
        {"valid", r.valid},
        {"step_time_s", r.valid ? nlohmann::json(r.step_time.value) : nlohmann::json()},
        {"peak_memory_bytes", r.valid ? nlohmann::json(r.peak_memory.value) : nlohmann::json()},
        {"banners", banners_json(store)},
        {"findings", findings_json(store)},
        {"drafts", drafts_json(store)},
        {"can_undo", store.can_undo()},
        {"places", places_json(places)},
        {"summary", spoken_summary(store)},
    };
    return state.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace threewall::web
