// Scenarios with random values in every field, made over the field table: what is not in the table is not tested,
// and fields_test.cpp checks that everything is in the table.
#pragma once

#include <cmath>
#include <random>
#include <string>

#include "core/io/catalog.hpp"
#include "core/scenario/fields.hpp"

namespace threewall::test {

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t n) { return static_cast<std::size_t>(random() % n); }

inline std::string random_text(Random& random) {
    static const std::string_view kPieces[] = {"a", "Z",    "9",  " ",   ";", "=", "%",   "#", "&",
                                               "é", "模型", "\"", "<b>", "~", "+", "%3B", "\\"};
    std::string text;
    for (std::size_t n = below(random, 9); n > 0; --n) text += kPieces[below(random, std::size(kPieces))];
    return text;
}

/// Over all magnitudes of the range, ends included, with full mantissas.
inline double random_number(Random& random, const Field& f) {
    if (below(random, 10) == 0) return f.min;
    if (below(random, 10) == 0) return f.max;
    const double share = std::uniform_real_distribution<double>(0, 1)(random);
    const double low = f.min > 0 ? f.min : f.max * 1e-12;
    const double value = std::min(f.max, std::max(f.min, low * std::pow(f.max / low, share)));
    return f.type == FieldType::real ? value : std::min(f.max, std::max(f.min, std::floor(value)));
}

inline void randomise(Scenario& s, const Field& f, Random& random) {
    if (f.path == "model.spans") {
        static const std::string_view kSpans[] = {"", "full:32", "sliding_window:24:4096,full:8",
                                                  "chunked:3:8192,sparse:4:2048,linear:5:128"};
        f.set_text(s, kSpans[below(random, std::size(kSpans))]);
    } else if (f.type == FieldType::text) {
        f.set_text(s, random_text(random));
    } else if (f.optional && below(random, 3) == 0) {
        f.set(s, std::nullopt);
    } else {
        f.set(s, random_number(random, f));
    }
}

inline Scenario from_catalog(Random& random) {
    const Catalog& c = catalog();
    Scenario s;
    if (!c.models.empty()) use_model(s, c.models[below(random, c.models.size())]);
    if (!c.devices.empty()) use_device(s, c.devices[below(random, c.devices.size())]);
    if (!c.stacks.empty() && below(random, 3) == 0) use_stack(s, c.stacks[below(random, c.stacks.size())]);
    if (!c.fabrics.empty() && below(random, 3) == 0) use_fabric(s, c.fabrics[below(random, c.fabrics.size())]);
    s.cluster.devices = 512;
    return s;
}

inline Scenario random_scenario(Random& random) {
    Scenario s = from_catalog(random);
    const std::size_t changed = below(random, 4) == 0 ? 1 : below(random, 30);
    for (const Field& f : fields()) {
        if (below(random, 30) < changed) randomise(s, f, random);
    }
    return s;
}

}  // namespace threewall::test
