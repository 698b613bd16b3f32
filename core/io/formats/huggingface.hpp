// A model from a Hugging Face config.json.
#pragma once

#include <string_view>
#include <vector>

#include "core/io/scenario_io.hpp"
#include "core/scenario/model.hpp"

namespace threewall {

struct ModelReadResult {
    Model model;
    std::vector<InputProblem> problems;  ///< notes on what was assumed or ignored
    bool usable = false;                 ///< false: not a text model, or a needed key is missing; problems say why
};

ModelReadResult model_from_huggingface(std::string_view config_json);
/// True if the JSON looks like a Hugging Face config (has model_type or architectures).
bool looks_like_huggingface(std::string_view text);

}  // namespace threewall
