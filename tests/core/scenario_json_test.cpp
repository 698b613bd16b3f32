#include "core/io/scenario_io.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "core/io/json_document.hpp"
#include "tests/core/random_scenario.hpp"

using namespace threewall;

namespace {

const InputProblem* find_problem(const ReadResult& read, std::string_view where) {
    const auto found = std::ranges::find(read.problems, where, &InputProblem::where);
    return found == read.problems.end() ? nullptr : &*found;
}

/// A readable scenario with one line of its plan replaced.
std::string with_plan(std::string_view line) {
    const Catalog& c = catalog();
    return "{\n\"version\": 1,\n\"model\": \"" + c.models.front().model.id + "\",\n\"cluster\": {\"device\": \"" +
           c.devices.front().device.id + "\", \"devices\": 64},\n\"plan\": {\n" + std::string(line) + "\n}\n}\n";
}

}  // namespace

TEST_CASE("a scenario written as JSON reads back bit for bit") {
    test::Random random(11);
    for (int i = 0; i < 300; ++i) {
        const Scenario s = test::random_scenario(random);
        const std::string text = scenario_to_json(s);
        const ReadResult read = scenario_from_json(text);
        INFO(text);
        REQUIRE(read.usable);
        for (const InputProblem& p : read.problems) INFO(p.where << ": " << p.message);
        REQUIRE(read.problems.empty());
        REQUIRE(read.scenario == s);
    }
}

TEST_CASE("catalog names stand for whole entries and an object lists what differs") {
    const Catalog& c = catalog();
    const ModelEntry& model = c.models.front();
    const DeviceEntry& device = c.devices.front();
    const ReadResult read = scenario_from_json("{\"model\": {\"preset\": \"" + model.model.id +
                                               "\", \"layers\": 7}, \"cluster\": {\"device\": \"" + device.device.id +
                                               "\", \"devices\": 64}}");
    CHECK(read.problems.empty());
    CHECK(read.scenario.model.layers == 7);
    CHECK(read.scenario.model.hidden == model.model.hidden);
    CHECK(read.scenario.cluster.device == device.device);
    CHECK(read.scenario.cluster.devices_per_node == device.devices_per_node);
    CHECK(read.scenario.plan == Plan{});
}

TEST_CASE("every fault names its line, the field and what would be right") {
    struct Case {
        const char* line;
        const char* where;
        const char* fix;
    };
    const Case cases[] = {
        {"\"tensor_parallel\": 0", "plan.tensor_parallel", "a whole number from 1"},
        {"\"tensor_parallel\": -8", "plan.tensor_parallel", "a whole number from 1"},
        {"\"tensor_parallel\": 8.5", "plan.tensor_parallel", "a whole number from 1"},
        {"\"tensor_parallel\": 1e308", "plan.tensor_parallel", "a whole number from 1"},
        {"\"tensor_parallel\": \"8\"", "plan.tensor_parallel", "write 8 without quotes"},
        {"\"tensor_parallel\": true", "plan.tensor_parallel", "a whole number from 1"},
        {"\"tensor_parallel\": null", "plan.tensor_parallel", "a whole number from 1"},
        {"\"tensor_parallel\": [8]", "plan.tensor_parallel", "a whole number from 1"},
        {"\"sequence_parallel\": 1", "plan.sequence_parallel", "true or false"},
        {"\"recompute\": \"some\"", "plan.recompute", "one of none, selective"},
        {"\"tensor_paralel\": 8", "plan.tensor_paralel", "did you mean tensor_parallel"},
        {"\"tp\": 8", "plan.tp", ""},
    };
    for (const Case& c : cases) {
        const ReadResult read = scenario_from_json(with_plan(c.line));
        INFO(c.line);
        CHECK(read.usable);
        REQUIRE(read.problems.size() == 1);
        CHECK(read.problems[0].line == 6);
        CHECK(read.problems[0].where == c.where);
        CHECK(read.problems[0].fix.find(c.fix) != std::string::npos);
        CHECK(read.scenario.plan == Plan{});
    }
}

TEST_CASE("what is wrong takes nothing else away") {
    const ReadResult read =
        scenario_from_json(with_plan("\"tensor_parallel\": 0,\n\"pipeline_parallel\": 4,\n\"tensor_parallel\": 8"));
    CHECK(read.scenario.plan.pipeline_parallel == 4);
    CHECK(read.problems.size() == 2);  // out of range, and given twice
    CHECK(std::ranges::any_of(read.problems, [](const InputProblem& p) {
        return p.message.find("given twice") != std::string::npos && p.line == 8;
    }));
}

TEST_CASE("a name that the catalog lacks is answered with the nearest") {
    std::string id = catalog().models.front().model.id;
    id.back() = id.back() == 'x' ? 'y' : 'x';
    const ReadResult read = scenario_from_json("{\"model\": \"" + id +
                                               "\",\n\"cluster\": {\"device\": \"nothing-like-it\", \"devices\": 8}}");
    REQUIRE(find_problem(read, "model"));
    CHECK(find_problem(read, "model")->fix.find("did you mean") != std::string::npos);
    REQUIRE(find_problem(read, "cluster.device"));
    CHECK(find_problem(read, "cluster.device")->line == 2);
    CHECK(read.scenario.cluster.devices == 8);
    CHECK(read.scenario.model == default_scenario().model);
}

TEST_CASE("text that is no scenario is refused with a reason") {
    for (const char* text : {"", "{}", "[1,2]", "42", "null", "\"m\"", "{\"model\"", "\xFF\xFE"}) {
        INFO(text);
        const ReadResult read = scenario_from_json(text);
        CHECK_FALSE(read.usable);
        CHECK((std::string_view(text) == "{}" || !read.problems.empty()));
        CHECK(read.scenario == default_scenario());
    }
    const ReadResult nan = scenario_from_json(with_plan("\"expert_imbalance\": NaN"));
    REQUIRE_FALSE(nan.problems.empty());
    CHECK(nan.problems[0].line == 6);
    CHECK(nan.problems[0].message.find("NaN") != std::string::npos);
    CHECK_FALSE(scenario_from_json(std::string(kLargestInput + 1, ' ')).usable);
    CHECK_FALSE(scenario_from_json(std::string(100000, '[')).usable);
    CHECK_FALSE(scenario_from_text(std::string(10'000'000, 'x')).usable);
}

TEST_CASE("no cut and no flipped byte of a scenario file brings the reader down") {
    test::Random random(5);
    const std::string text = scenario_to_json(test::random_scenario(random));
    for (std::size_t n = 0; n <= text.size(); n += 7) scenario_from_json(text.substr(0, n));
    for (int i = 0; i < 500; ++i) {
        std::string broken = text;
        for (int k = 0; k < 3; ++k) broken[test::below(random, broken.size())] = static_cast<char>(random());
        const ReadResult read = scenario_from_json(broken);
        CHECK(read.scenario.plan.tensor_parallel >= 1);
    }
}
