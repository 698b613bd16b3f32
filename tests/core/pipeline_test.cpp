// Bubbles: Narayanan 2021 §2.2, Qi 2023, and the corrections of published plans.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "core/physics/pipeline.hpp"
#include "core/physics/stages.hpp"
#include "tests/core/scenario_fixture.hpp"

using namespace threewall;
using Catch::Matchers::WithinRel;

namespace {

std::vector<StageTime> even(std::size_t stages) { return std::vector<StageTime>(stages, {Seconds(1), Seconds(2), Seconds(1)}); }

/// Share of the pipeline's time that is bubble.
double bubble_share(std::size_t stages, double m, double v = 1, Schedule schedule = Schedule::one_f_one_b) {
    const double total = pipeline_time(schedule, even(stages), m, v).value;
    return (total - 3 * m) / total;
}

}  // namespace

TEST_CASE("the 1F1B bubble is (p−1)/m of the ideal time") {
    const double total = pipeline_time(Schedule::one_f_one_b, even(8), 32, 1).value;
    CHECK_THAT((total - 96) / 96, WithinRel(7.0 / 32, 1e-12));
}

TEST_CASE("four stages and 32 micro-batches idle 8.6 %, two stages 3.0 %: fewer stages have less bubble") {
    CHECK_THAT(bubble_share(4, 32), WithinRel(3.0 / 35, 1e-12));
    CHECK_THAT(bubble_share(2, 32), WithinRel(1.0 / 33, 1e-12));
}

TEST_CASE("BLOOM's pipeline of 12 idles 91.7 % at one micro-batch, 25.6 % at 32, 7.9 % at 128") {
    CHECK_THAT(bubble_share(12, 1), WithinRel(0.917, 1e-3));
    CHECK_THAT(bubble_share(12, 32), WithinRel(0.256, 1e-3));
    CHECK_THAT(bubble_share(12, 128), WithinRel(0.079, 2e-3));
}

TEST_CASE("interleaving divides the bubble by the chunks") {
    const double total = pipeline_time(Schedule::interleaved, even(8), 32, 4).value;
    CHECK_THAT((total - 96) / 96, WithinRel(7.0 / (32 * 4), 1e-12));
}

TEST_CASE("ZB-H1 leaves a third of the 1F1B bubble when forward, input and weight gradient take the same") {
    const double plain = pipeline_time(Schedule::one_f_one_b, even(8), 32, 1).value - 96;
    const double zero_bubble = pipeline_time(Schedule::zb_h1, even(8), 32, 1).value - 96;
    CHECK_THAT(zero_bubble / plain, WithinRel(1.0 / 3, 1e-12));
}

TEST_CASE("uneven stages: the slowest sets the pace, the others are passed once") {
    std::vector<StageTime> stages = even(4);
    stages[3].backward = Seconds(4);
    CHECK_THAT(pipeline_time(Schedule::one_f_one_b, stages, 10, 1).value, WithinRel(5.0 * 10 + 3 * 3, 1e-12));
}

TEST_CASE("DeepSeek-V3's 61 layers on 16 ranks: four each but one on the last") {
    Scenario s = test::gpt3_on_a100();
    s.model.layers = 61;
    s.plan.last_stage_layers = 1;
    const std::vector<Stage> stages = make_stages(s);
    CHECK(stages.front().layers() == 4);
    CHECK(stages.back().layers() == 1);
}

TEST_CASE("126 layers on 16 ranks are 8 each when embedding and loss count as layers") {
    Scenario s = test::gpt3_on_a100();
    s.model.layers = 126;
    s.plan.embedding_counts_as_layer = true;
    s.plan.loss_counts_as_layer = true;
    const std::vector<Stage> stages = make_stages(s);
    CHECK(stages.front().layers() == 7);
    CHECK(stages[5].layers() == 8);
    CHECK(stages.back().layers() == 7);
}

TEST_CASE("a flexible layout gives every layer to somebody and never differs by more than one") {
    Scenario s = test::gpt3_on_a100();
    s.model.layers = 94;
    s.plan.flexible_layout = true;
    double sum = 0, least = 1e9, most = 0;
    for (const Stage& stage : make_stages(s)) {
        sum += stage.layers();
        least = std::min(least, stage.layers());
        most = std::max(most, stage.layers());
    }
    CHECK(sum == 94);
    CHECK(most - least == 1);
}
