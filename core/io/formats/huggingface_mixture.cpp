// The mixture of experts and the attention spans of a config.json. The same facts go under a different key in
// nearly every family: number of experts, width of one, which layers have them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/io/formats/huggingface_config.hpp"

namespace threewall::huggingface {
namespace {

std::int64_t whole(double v) { return static_cast<std::int64_t>(v); }

/// Layers with a plain MLP, from whichever of the patterns the file uses.
std::int64_t dense_layers(const Config& c, std::int64_t layers) {
    if (const JsonNode* types = c.find({"mlp_layer_types"})) {
        return std::ranges::count_if(types->items, [](const JsonNode& t) { return t.text == "dense"; });
    }
    if (const JsonNode* list = c.find({"moe_layers"}); list && list->kind == JsonNode::Kind::array) {
        return layers - static_cast<std::int64_t>(list->items.size());
    }
    if (const JsonNode* list = c.find({"moe_layer_freq"}); list && list->kind == JsonNode::Kind::array) {
        return std::ranges::count_if(list->items, [](const JsonNode& n) { return n.number == 0; });
    }
    const std::int64_t first = whole(c.number({"first_k_dense_replace", "moe_layer_start_index"}).value_or(0));
    const std::int64_t step = std::max<std::int64_t>(
        1, whole(c.number({"decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_freq"}).value_or(1)));
    std::vector<std::int64_t> plain;
    if (const JsonNode* list = c.find({"mlp_only_layers"})) {
        for (const JsonNode& item : list->items) plain.push_back(whole(item.number));
    }
    std::int64_t dense = 0;
    // DeepSeek counts its step from layer 0, Qwen and Llama 4 from layer 1.
    const bool from_zero = c.has({"moe_layer_freq"});
    for (std::int64_t i = 0; i < layers; ++i) {
        const bool on_step = (i + (from_zero ? 0 : 1)) % step == 0;
        if (i < first || !on_step || std::ranges::count(plain, i) > 0) ++dense;
    }
    return dense;
}

void read_shared_experts(Config& c) {
    MixtureOfExperts& moe = *c.model().moe;
    if (c.family->model_type == "llama4_text") {
        c.set("model.moe.shared_experts", 1);
        moe.shared_ffn = moe.expert_ffn;
        return;
    }
    const auto count =
        c.number({"n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"});
    const auto width = c.number(
        {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"});
    if (width && *width > 0) {
        c.set("model.moe.shared_experts", count.value_or(1));
        c.take("model.moe.shared_ffn",
               {"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"});
        moe.shared_gate = c.family->model_type == "qwen2_moe" || c.family->model_type == "qwen3_next";
    } else if (count) {
        c.set("model.moe.shared_experts", *count);
        c.set("model.moe.shared_ffn", *count * static_cast<double>(moe.expert_ffn));
    }
}

/// DeepSeek's groups of experts are placed on nodes, so a limit of groups is a limit of nodes (V3 §2.1.2).
void read_node_limit(Config& c) {
    const double groups = c.number({"n_group"}).value_or(1), chosen = c.number({"topk_group"}).value_or(1);
    if (groups > 1 && chosen < groups) c.take("model.moe.node_limit", {"topk_group"});
}

}  // namespace

void read_mixture(Config& c) {
    const Keys expert_count = {"num_local_experts", "num_experts",        "n_routed_experts",
                               "moe_num_experts",   "num_routed_experts", "ffn_config.moe_num_experts"};
    const auto experts = c.number(expert_count);
    const std::int64_t layers = c.model().layers;
    if (!experts || *experts <= 1) return;
    if (!c.take("model.moe.experts", expert_count)) return;
    c.need("model.moe.top_k", {"num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_topk",
                               "moe_top_k", "moe_k", "num_selected_experts", "ffn_config.moe_top_k"});
    const bool mixtral_style = c.family->intermediate_is_expert || !c.has({"moe_intermediate_size"});
    if (mixtral_style) {
        c.need("model.moe.expert_ffn", {"intermediate_size", "ffn_config.ffn_hidden_size"});
    } else {
        c.need("model.moe.expert_ffn", {"moe_intermediate_size"});
    }
    if (!c.model().moe) return;
    const std::int64_t dense = c.family->intermediate_is_expert ? 0 : dense_layers(c, layers);
    c.set("model.moe.dense_layers", static_cast<double>(dense));
    read_shared_experts(c);
    read_node_limit(c);
    // Without dense layers the dense width is a leftover that no matrix has.
    if (dense == 0) c.model().ffn = 0;
}

namespace {

void add_span(Model& m, SpanKind kind, std::int64_t layers, double window) {
    if (layers > 0) m.spans.push_back({kind, layers, whole(window)});
}

/// transformers ≥ 4.53 lists what each layer does.
bool read_layer_types(Config& c, const JsonNode& types) {
    const auto count = [&](std::string_view name) {
        return static_cast<std::int64_t>(
            std::ranges::count_if(types.items, [&](const JsonNode& t) { return t.text == name; }));
    };
    const std::int64_t sliding = count("sliding_attention"), chunked = count("chunked_attention");
    const std::int64_t linear = count("linear_attention"), full = count("full_attention");
    const std::int64_t layers = c.model().layers;
    if (sliding + chunked + linear + full != layers) {
        c.note(fmt::format("layer_types names {} layers that are known here, the model has {}",
                           sliding + chunked + linear + full, layers),
               "all layers were taken as full attention");
        return true;
    }
    Model& m = c.model();
    add_span(m, SpanKind::sliding_window, sliding, c.number({"sliding_window"}).value_or(0));
    add_span(m, SpanKind::chunked, chunked, c.number({"attention_chunk_size"}).value_or(0));
    add_span(m, SpanKind::linear, linear, c.number({"linear_value_head_dim", "head_dim"}).value_or(128));
    add_span(m, SpanKind::full, full, 0);
    return true;
}

/// MiniMax: 1 for softmax attention, 0 for lightning attention.
bool read_attention_list(Config& c, const JsonNode& list) {
    const std::int64_t linear = std::ranges::count_if(list.items, [](const JsonNode& n) { return n.number == 0; });
    add_span(c.model(), SpanKind::linear, linear, c.number({"head_dim"}).value_or(128));
    add_span(c.model(), SpanKind::full, c.model().layers - linear, 0);
    return true;
}

std::int64_t sliding_layers(const Config& c, std::int64_t layers) {
    const std::int64_t pattern = whole(c.number({"sliding_window_pattern", "_sliding_window_pattern"}).value_or(0));
    if (pattern > 1) return layers - layers / pattern;
    switch (c.family->sliding) {
    case Sliding::no_layers: return 0;
    case Sliding::all_layers: return layers;
    case Sliding::every_second: return (layers + 1) / 2;
    case Sliding::five_of_six: return layers - layers / 6;
    case Sliding::three_of_four: return layers - layers / 4;
    case Sliding::from_max_window_layers: break;
    }
    const bool used = c.flag({"use_sliding_window"}).value_or(false);
    const std::int64_t first = whole(c.number({"max_window_layers"}).value_or(static_cast<double>(layers)));
    return used ? std::max<std::int64_t>(0, layers - first) : 0;
}

}  // namespace

void read_spans(Config& c) {
    Model& m = c.model();
    const JsonNode* types = c.find({"layer_types"});
    const JsonNode* list = c.find({"attn_type_list"});
    if (types && types->kind == JsonNode::Kind::array && read_layer_types(c, *types)) {
        // read
    } else if (list && list->kind == JsonNode::Kind::array) {
        read_attention_list(c, *list);
    } else if (const auto selected = c.number({"index_topk"})) {
        add_span(m, SpanKind::sparse, m.layers, *selected);
    } else if (const auto chunk = c.number({"attention_chunk_size"})) {
        const auto interval = std::max(1.0, c.number({"no_rope_layer_interval"}).value_or(4));
        const std::int64_t full = whole(static_cast<double>(m.layers) / interval);
        add_span(m, SpanKind::chunked, m.layers - full, *chunk);
        add_span(m, SpanKind::full, full, 0);
    } else if (const auto window = c.number({"sliding_window", "window_size"}); window && *window > 0) {
        const std::int64_t sliding = sliding_layers(c, m.layers);
        add_span(m, SpanKind::sliding_window, sliding, *window);
        if (sliding > 0) add_span(m, SpanKind::full, m.layers - sliding, 0);
    }
    // None given means that all layers see everything: no need to say so.
    if (m.spans.size() == 1 && m.spans[0].kind == SpanKind::full) m.spans.clear();
}

}  // namespace threewall::huggingface
