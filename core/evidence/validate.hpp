// Predicted beside measured for published runs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/published_run.hpp"
#include "core/evaluate/result.hpp"

namespace threewall {

struct Prediction {
    const PublishedRun* run = nullptr;
    std::optional<double> step_time_s;
    std::optional<double> peak_memory_bytes;  ///< in the row's own definition
    std::optional<bool> fits;
};

/// Absolute relative errors |predicted/measured − 1|.
struct ErrorSummary {
    std::size_t n = 0;
    double median = 0;
    double p90 = 0;
};

struct VerdictSummary {
    std::size_t n = 0;
    double right = 0;                ///< share of all verdicts
    double does_not_fit_recall = 0;  ///< share of published out-of-memory rows that we refuse
    double does_not_fit_precision = 0;
};

struct Validation {
    std::vector<Prediction> rows;
    ErrorSummary step_time;
    ErrorSummary peak_memory;
    VerdictSummary verdicts;
    std::map<std::string, ErrorSummary> step_time_by_family;
    std::map<std::string, ErrorSummary> step_time_by_group;
    std::map<std::string, ErrorSummary> peak_memory_by_group;
};

Prediction predict(const PublishedRun& run);
/// `runs` must outlive the result.
Validation validate(const std::vector<PublishedRun>& runs);
ErrorSummary summarise(std::vector<double> absolute_errors);

/// The contract of `threewall validate --json`.
std::string validation_to_json(const Validation& v);
/// A table for people: by family, by group, the worst ten.
std::string validation_to_text(const Validation& v);
/// The section "How accurate is it?" of the README.
std::string validation_to_markdown(const Validation& v);

}  // namespace threewall
