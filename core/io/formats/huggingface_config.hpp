// Access to the keys of a config.json under their many spellings, with a note for each that cannot be used.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/formats/huggingface.hpp"
#include "core/io/formats/huggingface_families.hpp"
#include "core/io/json_document.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall::huggingface {

using Keys = std::initializer_list<std::string_view>;

/// The model while it is being read, and what there is to say about it.
class Config {
public:
    Config(const JsonNode& object, const JsonNode& outer) : object_(object), outer_(outer) {}

    const Family* family = nullptr;
    Scenario scenario;  ///< only its model is used: the field table checks ranges
    std::vector<InputProblem> problems;
    std::vector<std::string> missing;

    Model& model() { return scenario.model; }

    /// The first of the keys that is there and not null. "a.b" is a key within an object.
    const JsonNode* find(Keys keys) const;
    bool has(Keys keys) const { return find(keys) != nullptr; }
    std::optional<double> number(Keys keys) const;
    std::optional<bool> flag(Keys keys) const;
    std::string text(Keys keys) const;
    /// As flag, but also where a multi-modal file keeps it, outside the text part.
    std::optional<bool> flag_anywhere(std::string_view key) const;

    /// Writes the first of the keys into a field, checked against its range. False: not there or not usable, the
    /// latter with a problem.
    bool take(std::string_view field, Keys keys);
    /// As `take`; a model cannot do without it.
    void need(std::string_view field, Keys keys);
    void set(std::string_view field, double value);
    void note(std::string message, std::string fix = {});

private:
    const JsonNode& object_;
    const JsonNode& outer_;
};

void read_mixture(Config& c);
void read_spans(Config& c);

}  // namespace threewall::huggingface
