// The published runs judge the physics: these are the accuracies that the product promises.
#include <catch2/catch_test_macros.hpp>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "core/evidence/calibrate.hpp"
#include "core/evidence/validate.hpp"
#include "core/io/assets.hpp"

using namespace threewall;

namespace {

std::string published_runs() {
    std::ifstream file(std::string(THREEWALL_TEST_DATA) + "/../assets/evidence/runs.jsonl");
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

const std::vector<PublishedRun>& runs() {
    static const std::vector<PublishedRun> all = read_runs(published_runs());
    return all;
}

const Validation& validation() {
    static const Validation v = validate(runs());
    return v;
}

}  // namespace

TEST_CASE("every line of the published runs is read, and those left out say why") {
    REQUIRE(runs().size() == 1593);
    for (const PublishedRun& r : runs()) {
        CHECK_FALSE(r.id.empty());
        if (r.scenario.plan.global_batch_size < 1) CHECK_FALSE(r.excluded.empty());
    }
}

TEST_CASE("step times are right to 10 % in the median and 25 % in nine of ten") {
    REQUIRE(validation().step_time.n > 900);
    CHECK(validation().step_time.median <= 0.10);
    CHECK(validation().step_time.p90 <= 0.25);
}

TEST_CASE("peak memories are right to 8 % in the median") {
    REQUIRE(validation().peak_memory.n > 120);
    CHECK(validation().peak_memory.median <= 0.08);
}

TEST_CASE("92 % of the published fits and out-of-memory verdicts are right, and 85 % of the failures are foreseen") {
    REQUIRE(validation().verdicts.n > 1300);
    CHECK(validation().verdicts.right >= 0.92);
    CHECK(validation().verdicts.does_not_fit_recall >= 0.85);
    CHECK(validation().verdicts.does_not_fit_precision >= 0.85);
}

TEST_CASE("validate --json follows its contract") {
    const nlohmann::json out = nlohmann::json::parse(validation_to_json(validation()));
    REQUIRE(out["rows"].size() == runs().size());
    const nlohmann::json& row = out["rows"][0];
    for (const char* key : {"id", "step_time_s", "peak_memory_bytes", "fits", "excluded"}) CHECK(row.contains(key));
    CHECK(row["step_time_s"].contains("measured"));
    CHECK(row["step_time_s"].contains("predicted"));
    const nlohmann::json& summary = out["summary"]["step_time"];
    for (const char* key : {"n", "median_abs_error", "p90_abs_error", "by_family"}) CHECK(summary.contains(key));
    CHECK(out["summary"]["peak_memory"].contains("median_abs_error"));
}

TEST_CASE("a line that is no JSON is kept and says so") {
    const std::vector<PublishedRun> broken = read_runs("{\"id\":\"x\"}\nnot json\n");
    REQUIRE(broken.size() == 2);
    CHECK(broken[0].excluded.find("accelerator") != std::string::npos);
    CHECK(broken[1].excluded == "not a JSON object");
}

#if !defined(__SANITIZE_ADDRESS__)  // minutes under the sanitizers; its parts run there in the cases above
TEST_CASE("threewall calibrate reproduces the shipped constants from the shipped runs") {
    const nlohmann::json made = nlohmann::json::parse(calibration_to_json(calibrate(runs())));
    const nlohmann::json shipped = nlohmann::json::parse(asset("calibration/calibration.json"));
    REQUIRE(made["sets"].size() == shipped["sets"].size());
    for (std::size_t i = 0; i < made["sets"].size(); ++i) CHECK(made["sets"][i] == shipped["sets"][i]);
}

TEST_CASE("every calibrated constant is a share of a roof, and every set names its rows") {
    const nlohmann::json shipped = nlohmann::json::parse(asset("calibration/calibration.json"));
    for (const nlohmann::json& set : shipped["sets"]) {
        CHECK(set["rows"].get<int>() >= 4);
        for (const char* name : {"gemm", "attention", "memory", "scale_up", "scale_out", "exposed_data_parallel"}) {
            CHECK(set["efficiency"][name].get<double>() > 0.0);
            CHECK(set["efficiency"][name].get<double>() <= 1.0);
        }
    }
}
#endif
