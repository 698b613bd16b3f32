// No input is a dead knob: changing any one changes something that is shown, in at least one kind of scenario.
#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "core/evaluate/evaluate.hpp"
#include "core/io/catalog.hpp"
#include "core/io/result_json.hpp"
#include "core/scenario/fields.hpp"

using namespace threewall;

namespace {

/// Bases that between them use every mechanism.
std::vector<Scenario> bases() {
    std::vector<Scenario> all;
    for (const PresetEntry& p : catalog().presets) all.push_back(p.scenario);
    Scenario sharded = all.front();
    sharded.plan = Plan{};
    sharded.plan.zero_stage = 3;
    sharded.plan.shard_group = 8;
    sharded.plan.global_batch_size = sharded.cluster.devices;
    all.push_back(sharded);
    sharded.plan.offload_optimizer = true;
    sharded.plan.attention_kernel = AttentionKernel::plain;
    sharded.plan.precision = Precision::fp8;
    sharded.plan.recipe = Recipe::tensorwise;
    all.push_back(sharded);
    Scenario full_precision = all.front();
    full_precision.plan.precision = Precision::fp32;
    all.push_back(full_precision);
    full_precision.cluster.device.peak.tf32 = FlopPerSecond(0);
    all.push_back(full_precision);
    Scenario four_bit = all.front();
    use_device(four_bit, *catalog().device("b200-sxm"));
    use_stack(four_bit, *catalog().stack("nemo"));
    four_bit.plan.precision = Precision::fp4;
    four_bit.plan.recipe = Recipe::nvfp4;
    all.push_back(four_bit);
    Scenario torus = all.front();
    use_model(torus, *catalog().model("mixtral-8x7b"));
    use_device(torus, *catalog().device("tpu-v5p"));
    torus.cluster.devices = 64;
    torus.plan = Plan{};
    torus.plan.expert_parallel = 8;
    torus.plan.expert_tensor_parallel = 1;
    torus.plan.global_batch_size = 64;
    torus.cluster.scale_up_topology = Topology::torus_2d;
    torus.plan.expert_parallel = 64;
    torus.model.moe->experts = 64;
    all.push_back(torus);
    Scenario long_context = all.front();
    long_context.plan.context_parallel = 2;
    long_context.plan.pipeline_parallel = 2;
    all.push_back(long_context);
    return all;
}

std::string shown(const Scenario& s) { return result_to_json(evaluate(s)); }

bool changes_something(const Field& f, const Scenario& base, const std::string& before) {
    const std::optional<double> value = f.get(base);
    std::vector<std::optional<double>> trials;
    if (f.type == FieldType::boolean) trials = {1 - value.value_or(0)};
    if (f.type == FieldType::choice) {
        for (std::size_t i = 0; i < f.choices.size(); ++i) trials.push_back(static_cast<double>(i));
    } else if (f.type != FieldType::boolean) {
        const double v = value.value_or(f.min);
        for (double k : {v * 2, v / 2, v + 1, v * 0.9, f.min, f.max})
            if (k >= f.min && k <= f.max) trials.push_back(f.type == FieldType::integer ? std::floor(k) : k);
    }
    for (const std::optional<double>& t : trials) {
        Scenario s = base;
        f.set(s, t);
        if (shown(s) != before) return true;
    }
    return false;
}

}  // namespace

TEST_CASE("every number, choice and switch of a scenario changes a result somewhere") {
    const std::vector<Scenario> all = bases();
    std::vector<std::string> before;
    for (const Scenario& s : all) before.push_back(shown(s));
    for (const Field& f : fields()) {
        if (f.type == FieldType::text) continue;
        bool matters = false;
        for (std::size_t i = 0; i < all.size() && !matters; ++i) matters = changes_something(f, all[i], before[i]);
        INFO(f.path);
        CHECK(matters);
    }
}
