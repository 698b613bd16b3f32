// How a number came about, recorded by the very code that computed it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace threewall {

/// One symbol of a formula with the value that was put in.
struct Substitution {
    std::string_view symbol;
    double value = 0;
    std::string_view unit;
};

/// One evaluated formula. `formula` is arithmetic over the symbols with + - * / ^ ( ) max() min() ceil() floor(), so
/// that a reader (or a test) can re-evaluate it; the result is `value` in `unit`.
struct TraceStep {
    std::string_view quantity;  ///< stable name, e.g. "step_time_s"
    std::string_view formula;
    std::vector<Substitution> inputs;
    double value = 0;
    std::string_view unit;
    std::string_view source;
};

class Trace {
public:
    void record(std::string_view quantity, std::string_view formula, std::initializer_list<Substitution> inputs,
                double value, std::string_view unit, std::string_view source) {
        steps_.push_back({quantity, formula, inputs, value, unit, source});
    }
    const std::vector<TraceStep>& steps() const { return steps_; }

private:
    std::vector<TraceStep> steps_;
};

}  // namespace threewall
