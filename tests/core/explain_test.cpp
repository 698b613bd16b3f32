// Every explained number can be re-evaluated from what is printed.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>
#include <cstdlib>

#include "core/evaluate/evaluate.hpp"
#include "core/explain/explain.hpp"
#include "core/io/catalog.hpp"

using namespace threewall;
using Catch::Matchers::WithinRel;

namespace {

/// An independent reader of the printed arithmetic: + - * / and parentheses.
class Arithmetic {
public:
    explicit Arithmetic(const std::string& text) : at_(text.c_str()) {}
    double value() { return sum(); }

private:
    char next() {
        while (*at_ == ' ') ++at_;
        return *at_;
    }
    double sum() {
        double v = product();
        for (char c = next(); c == '+' || c == '-'; c = next()) {
            ++at_;
            const double right = product();
            v = c == '+' ? v + right : v - right;
        }
        return v;
    }
    double product() {
        double v = atom();
        for (char c = next(); c == '*' || c == '/'; c = next()) {
            ++at_;
            const double right = atom();
            v = c == '*' ? v * right : v / right;
        }
        return v;
    }
    double atom() {
        if (next() == '(') {
            ++at_;
            const double v = sum();
            if (next() == ')') ++at_;
            return v;
        }
        char* end = nullptr;
        const double v = std::strtod(at_, &end);
        at_ = end;
        return v;
    }
    const char* at_;
};

}  // namespace

TEST_CASE("the printed arithmetic gives the shown number, for every quantity of every preset") {
    for (const PresetEntry& p : catalog().presets) {
        Trace trace;
        REQUIRE(evaluate(p.scenario, &trace).valid);
        for (const TraceStep& step : trace.steps()) {
            INFO(p.id << ": " << step.quantity << " = " << substituted(step));
            CHECK_THAT(Arithmetic(substituted(step)).value(), WithinRel(step.value, 0.005) || Catch::Matchers::WithinAbs(step.value, 1e-12));
            CHECK_FALSE(step.source.empty());
        }
    }
}

TEST_CASE("tracing changes no number") {
    for (const PresetEntry& p : catalog().presets) {
        Trace trace;
        CHECK(evaluate(p.scenario, &trace).step_time.value == evaluate(p.scenario).step_time.value);
    }
}

TEST_CASE("the step time is explained down to its pipeline and stage") {
    Trace trace;
    REQUIRE(evaluate(catalog().presets.front().scenario, &trace).valid);
    const auto steps = steps_behind(trace, "step_time_s");
    REQUIRE(steps.size() >= 3);
    CHECK(steps[0]->quantity == "step_time_s");
    CHECK(steps[1]->quantity == "pipeline_time_s");
    CHECK(steps_behind(trace, "no such quantity").empty());
}
