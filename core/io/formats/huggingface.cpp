// Hugging Face config.json, as transformers 4.x and 5.x and the models' own pages write it.
#include "core/io/formats/huggingface.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/io/catalog.hpp"
#include "core/io/formats/huggingface_config.hpp"
#include "core/scenario/fields.hpp"

namespace threewall {
namespace huggingface {
namespace {

/// The part of a multi-modal file that describes the language model.
const JsonNode& text_part(const JsonNode& root) {
    const JsonNode* part = &root;
    // Qwen-Omni keeps its text model two levels down.
    for (std::string_view key : {"thinker_config", "text_config", "language_config", "llm_config"}) {
        const JsonNode* inner = part->find(key);
        if (inner && inner->is_object()) part = inner;
    }
    return *part;
}

void read_attention(Config& c) {
    Model& m = c.model();
    c.need("model.attention.heads", {"num_attention_heads", "n_head", "n_heads", "num_heads"});
    m.attention.kv_heads = m.attention.heads;
    const std::string_view type = c.family->model_type;
    const bool falcon = type == "falcon" || type.starts_with("RefinedWeb");
    const bool one_head = (falcon || type == "gpt_bigcode") && c.flag({"multi_query"}).value_or(true) &&
                          !c.flag({"new_decoder_architecture"}).value_or(false);
    if (one_head) {
        m.attention.kv_heads = 1;
    } else {
        c.take("model.attention.kv_heads",
               {"num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "attn_config.kv_n_heads"});
    }
    if (c.take("model.attention.head_dim", {"head_dim", "kv_channels", "attention_head_dim"})) return;
    if (m.attention.heads <= 0 || m.hidden <= 0) return;
    if (m.hidden % m.attention.heads != 0 && !c.has({"kv_lora_rank"})) {
        c.note(fmt::format("hidden size {} is not divisible by {} heads and the file names no head_dim", m.hidden,
                           m.attention.heads),
               fmt::format("{} was taken", m.hidden / m.attention.heads));
    }
    m.attention.head_dim = m.hidden / m.attention.heads;
}

/// Multi-head latent attention, told by its key/value rank (DeepSeek-V2 §2.1).
void read_latent_attention(Config& c) {
    if (!c.take("model.attention.kv_lora_rank", {"kv_lora_rank"})) return;
    Attention& a = c.model().attention;
    a.kind = AttentionKind::latent;
    c.take("model.attention.q_lora_rank", {"q_lora_rank"});
    c.need("model.attention.qk_nope_head_dim", {"qk_nope_head_dim"});
    c.need("model.attention.qk_rope_head_dim", {"qk_rope_head_dim"});
    c.need("model.attention.v_head_dim", {"v_head_dim"});
    a.kv_heads = a.heads;
    a.head_dim = a.qk_nope_head_dim + a.qk_rope_head_dim;
}

/// Families whose class gives the MLP four times the hidden width when the file is silent.
bool defaults_to_four_times(std::string_view type) {
    constexpr std::array<std::string_view, 9> kTypes = {
        "gpt2", "gptj", "gpt_neo", "gpt_bigcode", "bloom", "falcon", "RefinedWeb", "RefinedWebModel", "mpt"};
    return std::ranges::find(kTypes, type) != kTypes.end();
}

void read_mlp(Config& c) {
    Model& m = c.model();
    const bool read = c.family->model_type == "llama4_text"
                          ? c.take("model.ffn", {"intermediate_size_mlp"})
                          : c.take("model.ffn", {"intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size",
                                                 "ffn_config.ffn_hidden_size"});
    if (read) return;
    if (defaults_to_four_times(c.family->model_type)) {
        c.set("model.ffn", c.number({"expansion_ratio"}).value_or(4) * static_cast<double>(m.hidden));
    } else if (!c.has({"num_local_experts", "num_experts", "n_routed_experts", "moe_num_experts"})) {
        c.missing.emplace_back("intermediate_size");
    }
}

void read_biases(Config& c) {
    Model& m = c.model();
    m.qkv_bias = c.family->biases != Biases::none;
    m.linear_bias = c.family->biases == Biases::all;
    if (const auto all = c.flag({"bias", "use_bias"})) m.qkv_bias = m.linear_bias = *all;
    if (const auto qkv = c.flag({"attention_bias", "use_qkv_bias", "qkv_bias", "add_qkv_bias"})) m.qkv_bias = *qkv;
    if (const auto mlp = c.flag({"mlp_bias", "add_bias_linear"})) m.linear_bias = *mlp;
}

void read_position(Config& c) {
    Model& m = c.model();
    m.position = c.family->position;
    if (c.flag({"alibi", "attn_config.alibi"}).value_or(false)) m.position = Position::alibi;
    c.take("model.max_sequence", {"max_position_embeddings", "n_positions", "max_seq_len", "seq_length", "n_ctx"});
    // OPT's position table has two rows that stand for padding.
    if (c.family->model_type == "opt") m.max_sequence += 2;
}

void read_block(Config& c) {
    Model& m = c.model();
    m.norm = c.family->norm;
    m.norms_per_layer = c.family->norms_per_layer;
    m.gated_mlp = c.family->gated;
    m.qk_norm = c.flag({"use_qk_norm", "qk_layernorm"}).value_or(c.family->qk_norm);
    // Llama 4 normalises queries and keys without weights.
    if (c.family->model_type == "llama4_text") m.qk_norm = false;
    m.parallel_block = c.flag({"use_parallel_residual", "parallel_attn"}).value_or(c.family->parallel_block);
    const bool falcon = c.family->model_type == "falcon" || c.family->model_type.starts_with("RefinedWeb");
    const bool two_norms =
        c.flag({"new_decoder_architecture"}).value_or(false) && c.number({"num_ln_in_parallel_attn"}).value_or(2) == 2;
    if (falcon) m.norms_per_layer = two_norms || !m.parallel_block ? 2 : 1;
    m.tied_embeddings = c.flag_anywhere("tie_word_embeddings").value_or(c.family->tied);
}

void read_dropout(Config& c) {
    bool stated = false;
    for (std::string_view key : {"resid_pdrop", "attn_pdrop", "hidden_dropout", "attention_dropout", "dropout",
                                 "resid_dropout", "residual_dropout"}) {
        const auto share = c.number({key});
        if (!share) continue;
        stated = true;
        if (*share > 0) c.model().dropout = true;
    }
    if (!stated) c.model().dropout = c.family->dropout;
}

void read_name(Config& c) {
    Model& m = c.model();
    m.id = "custom";
    const std::string path = c.text({"_name_or_path", "name_or_path"});
    const std::string name = path.substr(path.find_last_of('/') + 1);
    const Field& f = *find_field("model.name");
    if (name.empty() || !f.set_text(c.scenario, name)) f.set_text(c.scenario, c.text({"model_type"}));
    if (m.name.empty()) m.name = "custom";
}

void read_model(Config& c) {
    read_name(c);
    c.need("model.layers", {"num_hidden_layers", "n_layer", "num_layers", "n_layers"});
    c.need("model.hidden", {"hidden_size", "n_embd", "d_model", "n_embed"});
    c.need("model.vocab", {"vocab_size", "padded_vocab_size"});
    read_attention(c);
    read_latent_attention(c);
    read_mlp(c);
    read_biases(c);
    read_position(c);
    read_block(c);
    read_dropout(c);
    if (!c.missing.empty()) return;
    if (c.flag({"use_mtp"}).value_or(true))
        c.take("model.mtp_layers", {"num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers"});
    read_mixture(c);
    read_spans(c);
    if (!c.family->note.empty()) c.note(fmt::format("{}: {}", c.family->model_type, c.family->note));
}

/// Why the file is no language model that this program can plan; empty if it may be one.
std::string reason_against(const JsonNode& root, const Config& c, std::string_view type) {
    const JsonNode* outer = root.find("model_type");
    if (outer && !reason_to_refuse(outer->text).empty()) return std::string(reason_to_refuse(outer->text));
    if (!reason_to_refuse(type).empty()) return std::string(reason_to_refuse(type));
    if (c.flag({"is_encoder_decoder"}).value_or(false)) return "it has an encoder and a decoder";
    if (!c.has({"vocab_size", "padded_vocab_size"}) && c.has({"image_size", "patch_size", "num_channels"}))
        return "it is a vision model";
    return {};
}

/// V4's compressed attention and grouped output projection have no keys that the fields above could hold, so its
/// two published models are taken from the catalog.
bool read_from_catalog(Config& c) {
    const double layers = c.number({"num_hidden_layers"}).value_or(0), hidden = c.number({"hidden_size"}).value_or(0);
    const double experts = c.number({"n_routed_experts"}).value_or(0);
    for (const ModelEntry& entry : catalog().models) {
        const Model& m = entry.model;
        if (!m.id.starts_with("deepseek-v4") || !m.moe) continue;
        if (static_cast<double>(m.layers) != layers || static_cast<double>(m.hidden) != hidden ||
            static_cast<double>(m.moe->experts) != experts)
            continue;
        c.model() = m;
        c.note(fmt::format("the catalog's \"{}\" has these dimensions and was taken", m.id));
        return true;
    }
    return false;
}

void choose_family(Config& c, std::string_view type) {
    c.family = find_family(type);
    if (c.family) return;
    c.family = &llama_like();
    c.note(fmt::format("model_type \"{}\" is not known; it was read as a Llama with other numbers", type.substr(0, 40)),
           "compare the parameter count with the published one");
}

void note_ignored_towers(Config& c, const JsonNode& root) {
    for (std::string_view key : {"vision_config", "audio_config", "visual", "vision_tower", "mm_vision_tower"}) {
        const JsonNode* tower = root.find(key);
        if (!tower || tower->kind == JsonNode::Kind::null) continue;
        c.note(fmt::format("only the language model was read; {} is ignored", key),
               "add the tower's memory and time by hand");
        c.problems.back().line = tower->line;
        c.problems.back().where = key;
        return;
    }
}

ModelReadResult failed(std::vector<InputProblem> problems, std::string message, std::string fix) {
    problems.push_back({0, "", std::move(message), std::move(fix)});
    return {{}, std::move(problems), false};
}

ModelReadResult read_root(JsonDocument& document) {
    const JsonNode& root = document.root;
    const JsonNode& part = text_part(root);
    Config c(part, root);
    c.problems = std::move(document.problems);
    std::string type = c.text({"model_type"});
    if (type.empty() && root.find("model_type")) type = root.find("model_type")->text;
    const std::string reason = reason_against(root, c, type);
    if (!reason.empty()) {
        return failed(std::move(c.problems),
                      fmt::format("this config.json describes no decoder-only language model: {}{}", reason,
                                  type.empty() ? "" : fmt::format(" (model_type \"{}\")", type.substr(0, 40))),
                      "give the config.json of a text model");
    }
    note_ignored_towers(c, root);
    if (type == "deepseek_v4") {
        if (read_from_catalog(c)) return {std::move(c.model()), std::move(c.problems), true};
        return failed(std::move(c.problems),
                      "DeepSeek V4's attention cannot be read from config.json unless it is V4-Pro or V4-Flash",
                      "choose one of them in the catalog and change its fields");
    }
    choose_family(c, type);
    read_model(c);
    if (!c.missing.empty()) {
        std::string keys;
        for (const std::string& key : c.missing) keys += (keys.empty() ? "" : ", ") + key;
        return failed(std::move(c.problems), "config.json lacks what a model needs: " + keys,
                      "give the whole file as it is on the model's page");
    }
    return {std::move(c.model()), std::move(c.problems), true};
}

}  // namespace
}  // namespace huggingface

ModelReadResult model_from_huggingface(std::string_view config_json) {
    JsonDocument document = parse_json(config_json);
    if (!document.complete || !document.root.is_object()) {
        if (document.complete) {
            document.problems.push_back({1, "", describe(document.root) + " stands where a configuration belongs",
                                         "give a model's config.json"});
        }
        return {{}, std::move(document.problems), false};
    }
    return huggingface::read_root(document);
}

bool looks_like_huggingface(std::string_view text) {
    if (text.size() > kLargestInput) return false;
    const JsonDocument document = parse_json(text);
    return document.root.find("model_type") != nullptr || document.root.find("architectures") != nullptr;
}

}  // namespace threewall
