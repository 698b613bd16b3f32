// The table of all rules, and one pass over it.
#include "core/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/rules/entry.hpp"

namespace threewall {
namespace rules {
namespace {

using Table = std::span<const RuleEntry>;

/// In the order in which a person would put things right: what the model and the cluster are, then the plan.
std::array<Table, 12> tables() {
    return {model_rules(), cluster_rules(),  world_rules(),  batch_rules(),    tensor_rules(),    sequence_rules(),
            stage_rules(), schedule_rules(), expert_rules(), sharding_rules(), precision_rules(), support_rules()};
}

}  // namespace

void Report::add(Severity severity, Advice a) {
    findings_.push_back({rule_->id, severity, a.field, std::move(a.message), std::move(a.fix), std::move(a.suggestion), rule_->source});
}

}  // namespace rules

std::vector<Finding> check(const Scenario& s) {
    std::vector<Finding> findings;
    rules::Report report(findings);
    rules::Facts facts{s};
    report.begin(rules::kRangeRule);
    rules::check_ranges(facts, report);
    report.begin(rules::kSpanRule);
    rules::check_spans(facts, report);
    rules::derive(facts);
    for (const rules::Table& table : rules::tables()) {
        for (const rules::RuleEntry& entry : table) {
            if (!facts.sane(entry.reads)) continue;
            report.begin(entry.rule);
            entry.run(facts, report);
        }
    }
    std::stable_partition(findings.begin(), findings.end(), [](const Finding& f) { return f.severity == Severity::error; });
    return findings;
}

std::vector<Rule> rule_table() {
    std::vector<Rule> all = {rules::kRangeRule, rules::kSpanRule};
    for (const rules::Table& table : rules::tables())
        for (const rules::RuleEntry& entry : table) all.push_back(entry.rule);
    return all;
}

bool has_error(const std::vector<Finding>& findings) {
    return std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.severity == Severity::error; });
}

}  // namespace threewall
