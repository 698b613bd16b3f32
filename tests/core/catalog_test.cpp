#include <cmath>
#include <set>
#include <string>

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "core/io/assets.hpp"
#include "core/io/catalog.hpp"
#include "core/io/scenario_io.hpp"
#include "core/physics/parameters.hpp"

using namespace threewall;

namespace {

const DeviceEntry& device(std::string_view id) {
    const DeviceEntry* d = catalog().device(id);
    REQUIRE(d != nullptr);
    return *d;
}

const StackEntry& stack(std::string_view id) {
    const StackEntry* t = catalog().stack(id);
    REQUIRE(t != nullptr);
    return *t;
}

/// Each id once.
template <class List, class Id>
void check_ids(const List& list, Id id_of) {
    std::set<std::string> seen;
    for (const auto& entry : list) {
        const std::string id = id_of(entry);
        INFO(id);
        CHECK_FALSE(id.empty());
        CHECK(seen.insert(id).second);
    }
}

template <class List, class Id>
void check_sources(const List& list, Id id_of) {
    for (const auto& entry : list) {
        INFO(id_of(entry));
        CHECK_FALSE(entry.provenance.source.empty());
        // What nobody looked up is named in `unverified`, never hidden in the source.
        CHECK(entry.provenance.source.find("general knowledge") == std::string::npos);
    }
}

constexpr auto model_id = [](const ModelEntry& e) { return e.model.id; };
constexpr auto device_id = [](const DeviceEntry& e) { return e.device.id; };
constexpr auto fabric_id = [](const FabricEntry& e) { return e.link.id; };
constexpr auto stack_id = [](const StackEntry& e) { return e.stack.id; };
constexpr auto preset_id = [](const PresetEntry& e) { return e.id; };

/// The values of one key over all published runs; empty where the evidence is not compiled in.
std::set<std::string> stated_in_runs(const char* key) {
    std::set<std::string> values;
    std::string_view rest = asset("evidence/runs.jsonl");
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const auto row = nlohmann::json::parse(rest.substr(0, end), nullptr, false);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (row.is_object() && row.contains(key) && row[key].is_string()) values.insert(row[key].get<std::string>());
    }
    return values;
}

template <class List, class Id>
std::set<std::string> aliases(const List& list, Id id_of) {
    std::set<std::string> all;
    for (const auto& entry : list) {
        for (const std::string& alias : entry.aliases) {
            INFO(id_of(entry) << " " << alias);
            CHECK(all.insert(alias).second);  // a name that two entries claim has no meaning
        }
    }
    return all;
}

}  // namespace

TEST_CASE("the catalog reads without problems") {
    for (const std::string& problem : catalog().problems) FAIL_CHECK(problem);
    CHECK(catalog().models.size() >= 60);
    CHECK(catalog().devices.size() >= 40);
    CHECK(catalog().fabrics.size() >= 30);
    CHECK(catalog().stacks.size() >= 15);
    CHECK(catalog().presets.size() >= 8);
}

TEST_CASE("catalog ids are unique") {
    check_ids(catalog().models, model_id);
    check_ids(catalog().devices, device_id);
    check_ids(catalog().fabrics, fabric_id);
    check_ids(catalog().stacks, stack_id);
    check_ids(catalog().presets, preset_id);
}

TEST_CASE("every catalog entry names its source") {
    check_sources(catalog().models, model_id);
    check_sources(catalog().devices, device_id);
    check_sources(catalog().fabrics, fabric_id);
    check_sources(catalog().stacks, stack_id);
}

TEST_CASE("every model has the published number of parameters") {
    constexpr double kTolerance = 0.005;
    for (const ModelEntry& e : catalog().models) {
        INFO(e.model.id);
        if (e.stated_parameters <= 0) {
            CHECK(e.provenance.unverified == "every figure");
            continue;
        }
        CHECK(std::fabs(count_parameters(e.model).total / e.stated_parameters - 1) <= kTolerance);
    }
}

TEST_CASE("published counts of checkpoints are met to the parameter") {
    const auto total = [](std::string_view id) {
        const ModelEntry* e = catalog().model(id);
        REQUIRE(e != nullptr);
        return count_parameters(e->model).total;
    };
    CHECK(total("gpt2-1.5b") == 1557611200);
    CHECK(total("llama2-7b") == 6738415616);
    CHECK(total("llama3.1-405b") == 405853388800);
    CHECK(total("mixtral-8x7b") == 46702792704);
    CHECK(total("qwen2.5-72b") == 72706203648);
    CHECK(total("qwen3-235b-a22b") == 235093634560);
    CHECK(total("gemma2-27b") == 27227128320);
}

TEST_CASE("the spans of a model add up to its layers") {
    for (const ModelEntry& e : catalog().models) {
        INFO(e.model.id);
        std::int64_t layers = 0;
        for (const AttentionSpan& s : e.model.spans) layers += s.layers;
        CHECK((e.model.spans.empty() || layers == e.model.layers));
    }
}

TEST_CASE("a device's usual network and stack exist and work on it") {
    for (const DeviceEntry& d : catalog().devices) {
        INFO(d.device.id);
        const FabricEntry* network = catalog().fabric(d.default_scale_out);
        REQUIRE(network != nullptr);
        CHECK(network->kind == "scale-out");
        const FabricEntry* inside = catalog().fabric(d.scale_up.id);
        REQUIRE(inside != nullptr);
        CHECK(inside->kind == "scale-up");
        const StackEntry* t = catalog().stack(d.default_stack);
        REQUIRE(t != nullptr);
        CHECK(runs_on(*t, d.device.family));
        // The stack trains in a format that the device has.
        const PeakRates& p = d.device.peak;
        const StackSupport& s = t->stack.support;
        CHECK(((s.bf16 && p.bf16.value > 0) || (s.fp16 && p.fp16.value > 0)));
        CHECK(d.device.memory.value > 0);
        CHECK(d.device.memory_bandwidth.value > 0);
        CHECK(d.scale_up.bandwidth.value > 0);
        CHECK(d.host_link.value > 0);
        CHECK(d.scale_up_domain >= 1);
        CHECK(d.devices_per_node >= 1);
    }
}

TEST_CASE("efficiencies and congestion of links are shares") {
    for (const FabricEntry& f : catalog().fabrics) {
        INFO(f.link.id);
        CHECK((f.kind == "scale-up" || f.kind == "scale-out"));
        CHECK(f.link.bandwidth.value > 0);
        CHECK(f.link.latency.value > 0);
        CHECK((f.link.efficiency > 0 && f.link.efficiency <= 1));
        CHECK((f.congestion_per_doubling >= 0 && f.congestion_per_doubling < 0.2));
    }
}

TEST_CASE("every accelerator and framework of the published runs is in the catalog") {
    const std::set<std::string> devices = aliases(catalog().devices, device_id);
    for (const std::string& name : stated_in_runs("accelerator")) {
        INFO(name);
        CHECK(devices.contains(name));
    }
    const std::set<std::string> stacks = aliases(catalog().stacks, stack_id);
    for (const std::string& name : stated_in_runs("framework")) {
        INFO(name);
        CHECK(stacks.contains(name));
    }
}

TEST_CASE("a device brings its node and network, and leaves plan and workload alone") {
    Scenario s = default_scenario();
    s.cluster.devices = 333;
    s.plan.tensor_parallel = 7;
    s.workload.sequence_length = 12345;
    const Plan plan = s.plan;
    const Workload workload = s.workload;

    use_device(s, device("gb200-nvl72"));
    CHECK(s.cluster.device.id == "gb200-nvl72");
    CHECK(s.cluster.devices == 333);
    CHECK(s.cluster.devices_per_node == 4);
    CHECK(s.cluster.scale_up_domain == 72);
    CHECK(s.cluster.scale_out.id == device("gb200-nvl72").default_scale_out);
    CHECK(s.plan == plan);
    CHECK(s.workload == workload);
}

TEST_CASE("a stack stays where it runs and gives way where it does not") {
    Scenario s = default_scenario();
    use_device(s, device("h100-sxm"));
    use_stack(s, stack("torchtitan"));
    use_device(s, device("b200-sxm"));
    CHECK(s.stack.id == "torchtitan");
    use_device(s, device("ascend-910b2"));
    CHECK(s.stack.id == "mindspeed");
    s.stack.id = "of-my-own";
    use_device(s, device("h100-sxm"));
    CHECK(s.stack.id == "of-my-own");
}

TEST_CASE("models, networks and stacks replace only their own part") {
    const Scenario before = default_scenario();
    Scenario s = before;
    use_model(s, *catalog().model("deepseek-v3"));
    CHECK(s.model == catalog().model("deepseek-v3")->model);
    CHECK(s.cluster == before.cluster);
    use_fabric(s, *catalog().fabric("roce-100"));
    CHECK(s.cluster.scale_out == catalog().fabric("roce-100")->link);
    CHECK(s.cluster.scale_up == before.cluster.scale_up);
    CHECK(s.plan == before.plan);
    use_stack(s, stack("nemo"));
    CHECK(s.stack.id == "nemo");
    CHECK(s.plan == before.plan);
}

TEST_CASE("an unknown family falls back to the calibration of everything, and says so") {
    Scenario s = default_scenario();
    s.cluster.device.family = "nobody-has-it";
    apply_calibration(s);
    CHECK(s.stack.efficiency_source.find("all devices") != std::string::npos);
    CHECK(s.stack.efficiency_source.find("nobody-has-it") != std::string::npos);
    for (const DeviceEntry& d : catalog().devices) {
        use_device(s, d);
        INFO(d.device.id << ": " << s.stack.efficiency_source);
        CHECK_FALSE(s.stack.efficiency_source.empty());
        CHECK(s.stack.efficiency_source.size() <= 80);  // it is a field of a link
    }
}

TEST_CASE("ready scenarios survive JSON and links") {
    for (const PresetEntry& p : catalog().presets) {
        INFO(p.id);
        CHECK_FALSE(p.name.empty());
        CHECK_FALSE(p.description.empty());
        CHECK(scenario_from_json(scenario_to_json(p.scenario)).scenario == p.scenario);
        CHECK(decode_link(encode_link(p.scenario)).scenario == p.scenario);
    }
}
