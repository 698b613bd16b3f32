// Catalog files: objects whose keys are the inputs of a scenario (models, devices, links, stacks, calibrated
// efficiencies) are read through the same field table as scenario files, so that a figure is checked alike in both.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/catalog.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall {

using CatalogProblems = std::vector<std::string>;

/// Puts the members of `object` into the fields below `path` ("model", "cluster.device"). Members that are absent
/// keep what the scenario has; those that are unknown, of the wrong type or out of range are reported after `who`.
void read_fields(const nlohmann::json& object, std::string_view path, std::string_view who, Scenario& s,
                 CatalogProblems& problems);

/// The members of one object, each asked for by name; what nobody asked for is reported by `finish`.
class Members {
public:
    Members(const nlohmann::json& object, std::string who, CatalogProblems& problems);

    /// The member, or null; required ones are reported when they are missing.
    const nlohmann::json& any(std::string_view key, bool required = true);
    std::string text(std::string_view key, bool required = true);
    double number(std::string_view key, bool required = true);
    std::vector<std::string> texts(std::string_view key);
    /// Reads the member with read_fields.
    void fields(std::string_view key, std::string_view path, Scenario& s);
    Provenance provenance();
    void report(std::string_view what);
    /// To be called last.
    void finish();

private:
    const nlohmann::json& object_;
    std::string who_;
    CatalogProblems& problems_;
    std::vector<std::string> asked_;
};

/// The array `key` of an embedded file; empty, with a problem, if there is none.
nlohmann::json catalog_list(std::string_view file, std::string_view key, CatalogProblems& problems);

}  // namespace threewall
