// Korthikanti et al. 2022, arXiv 2205.05198, §4 and table 2: the closed forms must fall out of the sum of tensors.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "core/physics/activations.hpp"
#include "tests/core/scenario_fixture.hpp"

using namespace threewall;
using Catch::Matchers::WithinRel;

namespace {

constexpr double s = 2048, b = 1, h = 12288, a = 96;

Scenario one_device(AttentionKernel kernel) {
    Scenario scenario = test::gpt3_on_a100();
    scenario.plan = Plan{};
    scenario.plan.attention_kernel = kernel;
    return scenario;
}

double layer_bytes(const Scenario& scenario) {
    const Layout l = make_layout(scenario);
    return kept_activations(scenario, l, layer_activations(scenario, l, false)).value;
}

}  // namespace

TEST_CASE("a GPT layer without flash attention keeps sbh(34 + 5as/h) bytes") {
    CHECK_THAT(layer_bytes(one_device(AttentionKernel::plain)), WithinRel(s * b * h * (34 + 5 * a * s / h), 1e-12));
}

TEST_CASE("tensor parallelism leaves sbh(10 + 24/t + 5as/(ht))") {
    Scenario scenario = one_device(AttentionKernel::plain);
    scenario.plan.tensor_parallel = 8;
    CHECK_THAT(layer_bytes(scenario), WithinRel(s * b * h * (10 + 24.0 / 8 + 5 * a * s / (h * 8)), 1e-12));
}

TEST_CASE("sequence parallelism leaves sbh/t(34 + 5as/h)") {
    Scenario scenario = one_device(AttentionKernel::plain);
    scenario.plan.tensor_parallel = 8;
    scenario.plan.sequence_parallel = true;
    CHECK_THAT(layer_bytes(scenario), WithinRel(s * b * h / 8 * (34 + 5 * a * s / h), 1e-12));
}

TEST_CASE("selective recomputation with sequence parallelism leaves 34sbh/t") {
    Scenario scenario = one_device(AttentionKernel::plain);
    scenario.plan.tensor_parallel = 8;
    scenario.plan.sequence_parallel = true;
    scenario.plan.recompute = Recompute::selective;
    CHECK_THAT(layer_bytes(scenario), WithinRel(34 * s * b * h / 8, 1e-12));
}

TEST_CASE("full recomputation keeps the 2sbh input of a layer") {
    Scenario scenario = one_device(AttentionKernel::plain);
    scenario.plan.recompute = Recompute::full;
    CHECK_THAT(layer_bytes(scenario), WithinRel(2 * s * b * h, 1e-12));
}

TEST_CASE("Phi-3-mini without flash attention keeps 2 560 MiB of scores and 408 MiB of the rest a layer") {
    // Case A01 (Megatron-LM issue 965): 5·32·4096²  and 34·4096·3072 with ffn 8192 = 8/3 h: here the GPT form with 4h.
    Scenario scenario = one_device(AttentionKernel::plain);
    scenario.model.hidden = 3072;
    scenario.model.ffn = 4 * 3072;
    scenario.model.attention = {AttentionKind::grouped, 32, 32, 96, 0, 0, 0, 0, 0};
    scenario.workload.sequence_length = 4096;
    const Layout l = make_layout(scenario);
    const LayerActivations kept = layer_activations(scenario, l, false);
    CHECK_THAT(kept.scores.value / kMebi, WithinRel(2560.0, 1e-12));
    CHECK_THAT((kept.total() - kept.scores).value / kMebi, WithinRel(408.0, 1e-12));
}

TEST_CASE("flash attention replaces the scores by one fp32 number a row and head") {
    const double with = layer_bytes(one_device(AttentionKernel::flash));
    const double without = layer_bytes(one_device(AttentionKernel::plain));
    CHECK_THAT(without - with, WithinRel(5 * a * s * s * b - 4 * a * s * b, 1e-12));
}
