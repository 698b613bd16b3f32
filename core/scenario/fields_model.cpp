// The model's inputs.
#include <charconv>
#include <utility>

#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

using enum UnitKind;
using table::text;
using table::value;
constexpr auto model = &Scenario::model;
constexpr auto att = &Model::attention;

/// A field of the mixture of experts, absent in a dense model. Writing one makes the model a mixture;
/// taking away the number of experts makes it dense again.
template <auto Member>
Field expert_field(const table::Caption& c, UnitKind unit = none, table::Range range = {}) {
    using T = std::remove_cvref_t<decltype(std::declval<MixtureOfExperts&>().*Member)>;
    Field f = table::described<T>(c, unit, range);
    f.optional = true;
    f.get = [](const Scenario& s) -> std::optional<double> {
        return s.model.moe ? table::read((*s.model.moe).*Member) : std::nullopt;
    };
    f.set = [](Scenario& s, std::optional<double> v) {
        constexpr bool decides = requires { requires Member == &MixtureOfExperts::experts; };
        if (!v) {
            if (decides) s.model.moe.reset();
            return;
        }
        if (!s.model.moe) s.model.moe.emplace();
        table::write((*s.model.moe).*Member, v);
    };
    return f;
}

std::string spans_text(const Scenario& s) {
    std::string out;
    for (const AttentionSpan& span : s.model.spans) {
        if (!out.empty()) out += ',';
        out += choice_names<SpanKind>()[static_cast<std::size_t>(span.kind)];
        out += ':' + std::to_string(span.layers);
        if (span.window != 0) out += ':' + std::to_string(span.window);
    }
    return out;
}

constexpr std::int64_t kLargestSpanNumber = 1'000'000'000;
constexpr std::size_t kMostSpans = 1024;

std::optional<std::int64_t> span_number(std::string_view digits) {
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole && n >= 0 && n <= kLargestSpanNumber ? std::optional(n) : std::nullopt;
}

/// Cuts off and returns what stands before the separator.
std::string_view take(std::string_view& rest, char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return part;
}

/// One of "kind:layers" and "kind:layers:window".
std::optional<AttentionSpan> parse_span(std::string_view text) {
    const std::string_view name = take(text, ':');
    const auto names = choice_names<SpanKind>();
    std::size_t kind = 0;
    while (kind < names.size() && names[kind] != name) ++kind;
    const auto layers = span_number(take(text, ':'));
    const auto window = text.empty() ? std::optional<std::int64_t>(0) : span_number(text);
    if (kind == names.size() || !layers || !window) return std::nullopt;
    return AttentionSpan{static_cast<SpanKind>(kind), *layers, *window};
}

bool set_spans(Scenario& s, std::string_view text) {
    std::vector<AttentionSpan> spans;
    while (!text.empty()) {
        const auto span = parse_span(take(text, ','));
        if (!span || spans.size() == kMostSpans) return false;
        spans.push_back(*span);
    }
    s.model.spans = std::move(spans);
    return true;
}

Field spans_field() {
    Field f;
    f.path = "model.spans";
    f.link_key = "as";
    f.label = "Attention spans";
    f.help = "How many layers see which tokens, as kind:layers:window, for example \"sliding_window:24:4096,full:8\"; "
             "empty: all layers see everything.";
    f.group = FieldGroup::model;
    f.type = FieldType::text;
    f.get_text = spans_text;
    f.set_text = set_spans;
    return f;
}

constexpr double kWidth = 1 << 24;  // no layer is wider than this
constexpr double kLayers = 10'000;

}  // namespace

std::span<const Field> model_fields() {
    using M = Model;
    using A = Attention;
    using E = MixtureOfExperts;
    // One line a field.
    // clang-format off
    static const Field list[] = {
        text<model, &M::id>({"model.id", "m", "Model", "Catalog name of the model, or \"custom\"."}),
        text<model, &M::name>({"model.name", "mn", "Model name", "What the model is called on screen."}),
        value<model, &M::layers>({"model.layers", "ml", "Layers", "Transformer layers, without multi-token-prediction modules."}, count, {1, kLayers}),
        value<model, &M::hidden>({"model.hidden", "mh", "Hidden size", "Width of the residual stream."}, count, {1, kWidth}),
        value<model, &M::ffn>({"model.ffn", "mf", "MLP width", "Inner width of the dense MLP; 0 where every layer is a mixture of experts."}, count, {0, kWidth}),
        value<model, &M::vocab>({"model.vocab", "mv", "Vocabulary", "Tokens of the vocabulary, before padding."}, count, {1, 1e8}),
        value<model, &M::max_sequence>({"model.max_sequence", "ms", "Longest sequence", "Tokens the positions allow; 0: not limited."}, tokens, {0, 1e9}),
        value<model, &M::gated_mlp>({"model.gated_mlp", "mg", "Gated MLP", "SwiGLU or GeGLU: three matrices instead of two."}),
        value<model, &M::tied_embeddings>({"model.tied_embeddings", "mt", "Tied embeddings", "The output projection shares the input embedding's weights."}),
        value<model, &M::qkv_bias>({"model.qkv_bias", "mqb", "QKV bias", "Biases on the query, key and value projections."}),
        value<model, &M::linear_bias>({"model.linear_bias", "mlb", "Linear bias", "Biases on the other linear layers."}),
        value<model, &M::qk_norm>({"model.qk_norm", "mqn", "QK norm", "Queries and keys are normalised per head."}),
        value<model, &M::dropout>({"model.dropout", "mdo", "Dropout", "Trained with dropout on residuals and attention, whose masks are kept for backward."}),
        value<model, &M::parallel_block>({"model.parallel_block", "mpb", "Parallel block", "Attention and MLP side by side on one norm, as in GPT-J and Falcon."}),
        value<model, &M::norms_per_layer>({"model.norms_per_layer", "mnl", "Norms per layer", "Two in most models, four in Gemma 2 and 3."}, count, {0, 16}),
        value<model, &M::norm>({"model.norm", "mno", "Norm", "RMSNorm or LayerNorm."}),
        value<model, &M::position>({"model.position", "mpo", "Positions", "How the model knows the order of tokens."}),
        value<model, att, &A::kind>({"model.attention.kind", "ak", "Attention", "Keys and values per head (grouped) or from a low-rank latent (MLA)."}),
        value<model, att, &A::heads>({"model.attention.heads", "ah", "Query heads", "Attention heads of a layer."}, count, {1, 65536}),
        value<model, att, &A::kv_heads>({"model.attention.kv_heads", "akv", "Key/value heads", "Equal to the query heads for plain multi-head attention, 1 for multi-query."}, count, {1, 65536}),
        value<model, att, &A::head_dim>({"model.attention.head_dim", "ahd", "Head width", "Width of a query, key or value head."}, count, {0, 65536}),
        value<model, att, &A::q_lora_rank>({"model.attention.q_lora_rank", "aq", "Query latent rank", "MLA: width of the query latent; 0: queries are projected directly."}, count, {0, kWidth}),
        value<model, att, &A::kv_lora_rank>({"model.attention.kv_lora_rank", "akr", "Key/value latent rank", "MLA: width of the shared key/value latent."}, count, {0, kWidth}),
        value<model, att, &A::qk_nope_head_dim>({"model.attention.qk_nope_head_dim", "anp", "QK width without position", "MLA: part of a query/key head without rotary positions."}, count, {0, 65536}),
        value<model, att, &A::qk_rope_head_dim>({"model.attention.qk_rope_head_dim", "arp", "QK width with position", "MLA: part of a query/key head with rotary positions."}, count, {0, 65536}),
        value<model, att, &A::v_head_dim>({"model.attention.v_head_dim", "avd", "Value head width", "MLA: width of a value head."}, count, {0, 65536}),
        spans_field(),
        expert_field<&E::experts>({"model.moe.experts", "ex", "Routed experts", "Routed experts of a layer; automatic: a dense model."}, count, {0, 1e6}),
        expert_field<&E::top_k>({"model.moe.top_k", "ek", "Experts per token", "Routed experts that a token visits."}, count, {0, 1e6}),
        expert_field<&E::expert_ffn>({"model.moe.expert_ffn", "ef", "Expert width", "Inner width of one routed expert."}, count, {0, kWidth}),
        expert_field<&E::shared_experts>({"model.moe.shared_experts", "es", "Shared experts", "Experts that every token visits."}, count, {0, 1e6}),
        expert_field<&E::shared_ffn>({"model.moe.shared_ffn", "esf", "Shared expert width", "Inner width of all shared experts together."}, count, {0, kWidth}),
        expert_field<&E::dense_layers>({"model.moe.dense_layers", "ed", "Dense layers", "Layers with a plain MLP instead of experts."}, count, {0, kLayers}),
        expert_field<&E::node_limit>({"model.moe.node_limit", "en", "Node limit", "A token's experts lie on at most this many nodes; 0: unlimited."}, count, {0, 1e6}),
        expert_field<&E::shared_gate>({"model.moe.shared_gate", "eg", "Shared expert gate", "A learned gate on the shared expert, as in Qwen-MoE."}),
        expert_field<&E::capacity_factor>({"model.moe.capacity_factor", "ec", "Capacity factor", "Tokens per expert are padded or cut to this times the mean; 0: dropless."}, none, {0, 1000}),
        value<model, &M::mtp_layers>({"model.mtp_layers", "mtp", "Prediction modules", "Multi-token-prediction modules behind the last layer."}, count, {0, 64}),
        value<model, &M::hyper_connections>({"model.hyper_connections", "mhc", "Residual streams", "Hyper-connections (DeepSeek V4); 0 or 1: the plain residual."}, count, {0, 64}),
        value<model, &M::extra_parameters_per_layer>({"model.extra_parameters_per_layer", "mx", "Extra parameters per layer", "Parameters that the other fields cannot express, for example an indexer's."}, count, {0, 1e12}),
    };
    // clang-format on
    return list;
}

}  // namespace threewall
