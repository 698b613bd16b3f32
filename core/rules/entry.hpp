// One line of the table of rules, and where its findings go. Adding a rule is one function and one line in the table
// of its file; a new file also needs a line here and one in rules.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/facts.hpp"
#include "core/rules/inputs.hpp"
#include "core/rules/rules.hpp"

namespace threewall::rules {

/// A finding without what the table already knows.
struct Advice {
    std::string_view field = {};
    std::string message = {};
    std::string fix = {};
    std::string suggestion = {};
};

class Report {
public:
    explicit Report(std::vector<Finding>& findings) : findings_(findings) {}

    void begin(const Rule& rule) { rule_ = &rule; }
    void error(Advice a) { add(Severity::error, std::move(a)); }
    void warning(Advice a) { add(Severity::warning, std::move(a)); }
    void add(Severity severity, Advice a);

private:
    std::vector<Finding>& findings_;
    const Rule* rule_ = nullptr;
};

struct RuleEntry {
    Rule rule;
    Inputs reads = reads::none;  ///< run only if all of these are in their range
    void (*run)(const Facts&, Report&) = nullptr;
};

// The first two say which inputs are out of range: they run before the others and fill Facts::broken.
extern const Rule kRangeRule;
extern const Rule kSpanRule;
void check_ranges(Facts& f, Report& report);
void check_spans(Facts& f, Report& report);

std::span<const RuleEntry> model_rules();
std::span<const RuleEntry> cluster_rules();
std::span<const RuleEntry> world_rules();
std::span<const RuleEntry> batch_rules();
std::span<const RuleEntry> tensor_rules();
std::span<const RuleEntry> sequence_rules();
std::span<const RuleEntry> stage_rules();
std::span<const RuleEntry> schedule_rules();
std::span<const RuleEntry> expert_rules();
std::span<const RuleEntry> sharding_rules();
std::span<const RuleEntry> precision_rules();
std::span<const RuleEntry> support_rules();

}  // namespace threewall::rules
