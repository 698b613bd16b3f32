// The parts of a scenario that can come from the catalog by name, as one table for JSON, links and the command
// line. Adding a kind of catalog entry is one line in catalog_places.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/scenario_io.hpp"

namespace threewall {

struct CatalogPlace {
    std::string_view path;  ///< "cluster.device"; the field `path`.id holds the name
    std::string_view what;  ///< "device", for messages
    std::vector<std::string_view> (*ids)();
    /// Puts the catalog's entry there, with all that follows from it; false: unknown, scenario unchanged.
    bool (*use)(Scenario& s, std::string_view id);
    /// Starts an entry that is described in full by its own fields.
    void (*use_custom)(Scenario& s);
};

/// In the order in which they must be used: a device brings links and a stack, which can then be replaced.
std::span<const CatalogPlace> catalog_places();
const CatalogPlace* find_catalog_place(std::string_view path);

/// What to say about a name that the catalog does not have, with the nearest ones.
InputProblem unknown_entry(const CatalogPlace& place, std::string_view id);

}  // namespace threewall
