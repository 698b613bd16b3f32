#include "core/evidence/run_model.hpp"

#include <array>
#include <cstdlib>

#include "core/io/catalog.hpp"
#include "core/io/json_number.hpp"

namespace threewall {
namespace {

using nlohmann::json;

std::int64_t integer(const json& o, const char* key, std::int64_t fallback = 0) {
    return static_cast<std::int64_t>(number_or(o, key, static_cast<double>(fallback)));
}

/// The number that follows `key` in text such as "q_lora 1536" or "kv_lora512"; 0 if the key is not there.
std::int64_t number_after(std::string_view text, std::string_view key) {
    std::size_t at = text.find(key);
    if (at == std::string_view::npos) return 0;
    at += key.size();
    while (at < text.size() && (text[at] < '0' || text[at] > '9')) ++at;
    return std::strtoll(std::string(text.substr(at)).c_str(), nullptr, 10);
}

/// DeepSeek's widths, which every published latent-attention row uses; the text states them wholly or in part.
Attention latent_attention(std::string_view text, std::int64_t heads) {
    Attention a;
    a.kind = AttentionKind::latent;
    a.heads = heads;
    a.kv_heads = heads;
    a.head_dim = 128;
    a.q_lora_rank = number_after(text, "q_lora");
    a.kv_lora_rank = std::max<std::int64_t>(number_after(text, "kv_lora"), 512);
    a.qk_nope_head_dim = 128;
    a.qk_rope_head_dim = 64;
    a.v_head_dim = 128;
    return a;
}

Attention grouped_attention(const json& model, std::int64_t heads, std::int64_t hidden) {
    Attention a;
    a.heads = heads;
    a.kv_heads = integer(model, "kv_heads", heads);
    a.head_dim = integer(model, "head_dim", heads > 0 ? hidden / heads : 0);
    return a;
}

/// "alternating sliding-window(128)/full", "5:1 sliding-window(1024):global".
void read_spans(std::string_view text, Model& m) {
    const std::int64_t window = number_after(text, "sliding-window");
    if (window <= 0) return;
    const std::int64_t local_of_six = text.find("5:1") != std::string_view::npos ? 5 : 3;
    const std::int64_t local = m.layers * local_of_six / 6;
    m.spans = {{SpanKind::sliding_window, local, window}, {SpanKind::full, m.layers - local, 0}};
}

void read_moe(const json& moe, Model& m) {
    MixtureOfExperts e;
    e.experts = integer(moe, "experts");
    e.top_k = integer(moe, "topk");
    e.expert_ffn = integer(moe, "expert_ffn", m.ffn);
    e.shared_experts = integer(moe, "shared");
    e.shared_ffn = e.shared_experts * e.expert_ffn;
    e.dense_layers = integer(moe, "dense_layers");
    if (m.name.find("DeepSeek-V3") != std::string::npos) e.node_limit = 4;  // its config: topk_group 4
    m.moe = e;
}

}  // namespace

std::string read_run_model(const json& model, Scenario& s) {
    Model& m = s.model;
    m = Model{};
    m.id = "custom";
    m.name = text_or(model, "name");
    m.layers = integer(model, "layers");
    m.hidden = integer(model, "hidden");
    m.ffn = integer(model, "ffn");
    m.vocab = integer(model, "vocab", 50304);
    m.gated_mlp = flag_or(model, "gated", true);
    const bool gpt = !m.gated_mlp;  // ungated rows are GPT-2/3, MPT, OPT and BLOOM shapes
    m.norm = gpt ? Norm::layer_norm : Norm::rms_norm;
    m.linear_bias = gpt && m.name.find("MPT") == std::string::npos;
    m.qkv_bias = m.linear_bias;
    m.position = Position::rope;
    const std::int64_t heads = integer(model, "heads");
    if (m.layers <= 0 || m.hidden <= 0 || heads <= 0) return "the row does not state layers, hidden size and heads";
    const std::string attention = text_or(model, "attention");
    const bool latent = attention.find("MLA") != std::string::npos;
    m.attention = latent ? latent_attention(attention, heads) : grouped_attention(model, heads, m.hidden);
    if (model.contains("moe") && model["moe"].is_object()) read_moe(model["moe"], m);
    if (m.ffn <= 0 && !m.moe) return "the row does not state the width of its MLP";
    read_spans(attention, m);
    s.workload.sequence_length = integer(model, "seq");
    if (s.workload.sequence_length <= 0) return "the row does not state a sequence length";
    return {};
}

}  // namespace threewall
