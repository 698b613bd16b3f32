// What a config.json does not say because the model's class says it: one line for each model_type. From the
// configuration and modelling classes of transformers 4.5x and from the models' own files on their pages.
#pragma once

#include <optional>
#include <string_view>

#include "core/scenario/model.hpp"

namespace threewall::huggingface {

/// Biases on the attention's and the MLP's linear layers, unless the file says otherwise.
enum class Biases { none, qkv, all };

/// Which layers slide when the file has a window and no layer_types.
enum class Sliding { no_layers, all_layers, every_second, five_of_six, three_of_four, from_max_window_layers };

struct Family {
    std::string_view model_type;
    Norm norm = Norm::rms_norm;
    Position position = Position::rope;
    bool gated = true;
    bool tied = false;
    Biases biases = Biases::none;
    bool qk_norm = false;
    bool parallel_block = false;
    int norms_per_layer = 2;
    Sliding sliding = Sliding::no_layers;
    /// intermediate_size is the width of one expert and there is no dense MLP (Mixtral's convention).
    bool intermediate_is_expert = false;
    bool dropout = false;
    std::string_view note = {};  ///< what the model has beyond what is counted
};

/// nullptr: a model_type that is not in the table.
const Family* find_family(std::string_view model_type);
/// The one to fall back on: most new models are a Llama with other numbers.
const Family& llama_like();

/// Why a model of this type is no decoder-only transformer; empty when it may be one.
std::string_view reason_to_refuse(std::string_view model_type);

}  // namespace threewall::huggingface
