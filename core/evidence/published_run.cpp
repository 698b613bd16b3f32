#include "core/evidence/published_run.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/evidence/run_model.hpp"
#include "core/evidence/run_plan.hpp"
#include "core/io/catalog.hpp"
#include "core/io/json_number.hpp"

namespace threewall {
namespace {

using nlohmann::json;

/// Sources that print the allocator's figures; the others read the device's management tool.
MemoryDefinition memory_definition(std::string_view group, std::string_view framework) {
    if (group == "simumax" || group == "skywork" || group == "zero-bubble") return MemoryDefinition::allocated;
    if (framework.find("Paddle") != std::string_view::npos) return MemoryDefinition::allocated;
    if (group == "torchtitan") return MemoryDefinition::reserved;
    return MemoryDefinition::device;
}

const DeviceEntry* find_device(std::string_view accelerator) {
    for (const DeviceEntry& d : catalog().devices)
        if (std::find(d.aliases.begin(), d.aliases.end(), accelerator) != d.aliases.end()) return &d;
    return nullptr;
}

const StackEntry* find_stack(std::string_view framework) {
    for (const StackEntry& t : catalog().stacks)
        if (std::find(t.aliases.begin(), t.aliases.end(), framework) != t.aliases.end()) return &t;
    return nullptr;
}

void read_measured(const json& row, PublishedRun& run) {
    const json measured = row.value("measured", json::object());
    if (measured.contains("oom")) run.fits = false;
    const double step = number_or(measured, "step_s", 0), rate = number_or(measured, "tokens_per_s_per_device", 0);
    const json plan = row.value("plan", json::object()), model = row.value("model", json::object());
    const double tokens = number_or(plan, "gbs", 0) * number_or(model, "seq", 0), devices = number_or(row, "devices", 0);
    if (step > 0) run.step_time_s = step;
    else if (rate > 0 && tokens > 0 && devices > 0) run.step_time_s = tokens / (rate * devices);
    const double memory = number_or(measured, "peak_mem_gb", 0);
    if (memory > 0) run.peak_memory_bytes = memory * kGibi;
    if (!run.fits && (run.step_time_s || run.peak_memory_bytes || measured.contains("mfu") || measured.contains("tflops_per_device")))
        run.fits = true;
}

PublishedRun read_run(const json& row) {
    PublishedRun run;
    run.id = text_or(row, "id");
    run.group = text_or(row, "group");
    run.accelerator = text_or(row, "accelerator");
    run.framework = text_or(row, "framework");
    run.source = text_or(row, "source");
    run.memory_definition = memory_definition(run.group, run.framework);
    read_measured(row, run);
    const DeviceEntry* device = find_device(run.accelerator);
    if (!device) {
        run.excluded = "accelerator \"" + run.accelerator + "\" is not in the catalog";
        return run;
    }
    run.family = device->device.family;
    use_device(run.scenario, *device);
    if (const StackEntry* stack = find_stack(run.framework)) use_stack(run.scenario, *stack);
    run.excluded = read_run_model(row.value("model", json::object()), run.scenario);
    if (run.excluded.empty()) run.excluded = read_run_plan(row, *device, run);
    return run;
}

}  // namespace

std::vector<PublishedRun> read_runs(std::string_view json_lines) {
    std::vector<PublishedRun> runs;
    while (!json_lines.empty()) {
        const std::size_t end = std::min(json_lines.find('\n'), json_lines.size());
        const std::string_view line = json_lines.substr(0, end);
        json_lines.remove_prefix(std::min(end + 1, json_lines.size()));
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const json row = json::parse(line, nullptr, false);
        if (row.is_object()) {
            runs.push_back(read_run(row));
        } else {
            runs.emplace_back();
            runs.back().excluded = "not a JSON object";
        }
    }
    return runs;
}

}  // namespace threewall
