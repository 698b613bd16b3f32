#include "core/io/formats/huggingface_families.hpp"

namespace threewall::huggingface {
namespace {

using enum Biases;
using enum Sliding;
constexpr Norm ln = Norm::layer_norm;

constexpr std::string_view kLinearLayers = "linear-attention layers are counted with the projections of full attention";
constexpr std::string_view kUnweightedNorm = "its norms have no weights; they are counted with weights (under 0.01 %)";

// clang-format off
constexpr Family kFamilies[] = {
    {.model_type = "llama"},
    {.model_type = "mistral", .sliding = all_layers},
    {.model_type = "ministral", .sliding = all_layers},
    {.model_type = "ministral3"},
    {.model_type = "mixtral", .sliding = all_layers, .intermediate_is_expert = true},
    {.model_type = "llama4_text", .note = "every fourth layer sees all tokens, the others chunks"},
    {.model_type = "qwen2", .biases = qkv, .sliding = from_max_window_layers},
    {.model_type = "qwen2_vl", .biases = qkv, .sliding = from_max_window_layers},
    {.model_type = "qwen2_5_vl", .biases = qkv, .sliding = from_max_window_layers},
    {.model_type = "qwen2_5_vl_text", .biases = qkv, .sliding = from_max_window_layers},
    {.model_type = "qwen2_moe", .biases = qkv, .sliding = from_max_window_layers},
    {.model_type = "qwen3", .qk_norm = true, .sliding = from_max_window_layers},
    {.model_type = "qwen3_vl_text", .qk_norm = true, .sliding = from_max_window_layers},
    {.model_type = "qwen3_vl_moe_text", .qk_norm = true, .sliding = from_max_window_layers},
    {.model_type = "qwen3_moe", .qk_norm = true, .sliding = from_max_window_layers},
    {.model_type = "qwen3_next", .qk_norm = true, .note = kLinearLayers},
    {.model_type = "qwen3_5_text", .qk_norm = true, .note = kLinearLayers},
    {.model_type = "qwen3_5_moe_text", .qk_norm = true, .note = kLinearLayers},
    {.model_type = "gemma", .tied = true},
    {.model_type = "gemma2", .tied = true, .norms_per_layer = 4, .sliding = every_second},
    {.model_type = "gemma3_text", .tied = true, .qk_norm = true, .norms_per_layer = 4, .sliding = five_of_six},
    {.model_type = "deepseek"},
    {.model_type = "deepseek_v2"},
    {.model_type = "deepseek_v3"},
    {.model_type = "deepseek_v32", .note = "the indexer of sparse attention is not counted (0.1 %)"},
    {.model_type = "kimi_k2"},
    {.model_type = "dots1", .qk_norm = true},
    {.model_type = "gpt_oss", .biases = all, .sliding = every_second, .intermediate_is_expert = true, .note = "experts' biases and attention sinks are not counted (under 0.1 %)"},
    {.model_type = "glm"},
    {.model_type = "glm4", .norms_per_layer = 4},
    {.model_type = "glm4_moe"},
    {.model_type = "glm4_moe_lite"},
    {.model_type = "chatglm", .biases = qkv},
    {.model_type = "minimax_m2", .qk_norm = true, .intermediate_is_expert = true},
    {.model_type = "minimax_text_01", .intermediate_is_expert = true, .note = kLinearLayers},
    {.model_type = "minimax", .intermediate_is_expert = true, .note = kLinearLayers},
    {.model_type = "olmo", .norm = ln, .note = kUnweightedNorm},
    {.model_type = "olmo2", .qk_norm = true},
    {.model_type = "olmo3", .qk_norm = true, .sliding = three_of_four},
    {.model_type = "olmoe", .qk_norm = true, .intermediate_is_expert = true},
    {.model_type = "granite"},
    {.model_type = "granitemoe", .intermediate_is_expert = true},
    {.model_type = "granitemoeshared", .intermediate_is_expert = true},
    {.model_type = "cohere", .norm = ln, .tied = true, .parallel_block = true, .norms_per_layer = 1},
    {.model_type = "cohere2", .norm = ln, .tied = true, .parallel_block = true, .norms_per_layer = 1, .sliding = three_of_four},
    {.model_type = "phi", .norm = ln, .gated = false, .biases = all, .parallel_block = true, .norms_per_layer = 1},
    {.model_type = "phi3", .sliding = all_layers},
    {.model_type = "phimoe", .norm = ln, .biases = all, .sliding = all_layers, .intermediate_is_expert = true},
    {.model_type = "stablelm", .norm = ln},
    {.model_type = "starcoder2", .norm = ln, .gated = false, .tied = true, .biases = all, .sliding = all_layers},
    {.model_type = "gpt_bigcode", .norm = ln, .position = Position::learned, .gated = false, .tied = true, .biases = all, .dropout = true},
    {.model_type = "gpt2", .norm = ln, .position = Position::learned, .gated = false, .tied = true, .biases = all, .dropout = true},
    {.model_type = "gptj", .norm = ln, .gated = false, .biases = none, .parallel_block = true, .norms_per_layer = 1, .note = "biases of the MLP and of the output layer are not counted (under 0.01 %)"},
    {.model_type = "gpt_neo", .norm = ln, .position = Position::learned, .gated = false, .tied = true, .biases = none, .sliding = every_second, .note = "biases of the MLP are not counted (under 0.1 %)"},
    {.model_type = "gpt_neox", .norm = ln, .gated = false, .biases = all, .parallel_block = true},
    {.model_type = "opt", .norm = ln, .position = Position::learned, .gated = false, .tied = true, .biases = all, .dropout = true},
    {.model_type = "bloom", .norm = ln, .position = Position::alibi, .gated = false, .tied = true, .biases = all},
    {.model_type = "mpt", .norm = ln, .position = Position::alibi, .gated = false, .tied = true},
    {.model_type = "falcon", .norm = ln, .gated = false, .tied = true, .parallel_block = true, .norms_per_layer = 1},
    {.model_type = "RefinedWeb", .norm = ln, .gated = false, .tied = true, .parallel_block = true, .norms_per_layer = 1},
    {.model_type = "RefinedWebModel", .norm = ln, .gated = false, .tied = true, .parallel_block = true, .norms_per_layer = 1},
    {.model_type = "dbrx", .norm = ln},
    {.model_type = "nemotron", .norm = ln, .gated = false},
    {.model_type = "internlm2"},
    {.model_type = "internlm3"},
    {.model_type = "baichuan"},
    {.model_type = "exaone"},
    {.model_type = "exaone4", .qk_norm = true, .sliding = three_of_four},
    {.model_type = "ernie4_5", .tied = true},
    {.model_type = "ernie4_5_moe", .tied = true},
    {.model_type = "hunyuan_v1_dense", .qk_norm = true},
    {.model_type = "hunyuan_v1_moe", .qk_norm = true},
    {.model_type = "bailing_moe"},
    {.model_type = "seed_oss", .biases = qkv},
    {.model_type = "smollm3", .tied = true},
    {.model_type = "arcee", .gated = false},
    {.model_type = "PanguProMoE", .biases = qkv},
    {.model_type = "yi"},
};
// clang-format on

struct Refusal {
    std::string_view model_type;
    std::string_view reason;
};

constexpr std::string_view kVision = "it is a vision model";
constexpr std::string_view kSpeech = "it is a speech model";
constexpr std::string_view kEncoder = "it is an encoder";
constexpr std::string_view kEncoderDecoder = "it has an encoder and a decoder";
constexpr std::string_view kStateSpace = "it is built of state-space or recurrent layers";

// clang-format off
constexpr Refusal kRefusals[] = {
    {"vit", kVision}, {"vit_mae", kVision}, {"deit", kVision}, {"beit", kVision}, {"swin", kVision}, {"swinv2", kVision},
    {"convnext", kVision}, {"convnextv2", kVision}, {"resnet", kVision}, {"regnet", kVision}, {"efficientnet", kVision},
    {"dinov2", kVision}, {"dinov3_vit", kVision}, {"clip", kVision}, {"clip_vision_model", kVision}, {"chinese_clip", kVision},
    {"siglip", kVision}, {"siglip2", kVision}, {"siglip_vision_model", kVision}, {"intern_vit_6b", kVision},
    {"detr", kVision}, {"yolos", kVision}, {"segformer", kVision}, {"mask2former", kVision}, {"sam", kVision},
    {"sam2", kVision}, {"dpt", kVision}, {"depth_anything", kVision}, {"vitdet", kVision}, {"videomae", kVision},
    {"whisper", kSpeech}, {"wav2vec2", kSpeech}, {"hubert", kSpeech}, {"wavlm", kSpeech}, {"audio-spectrogram-transformer", kSpeech},
    {"bert", kEncoder}, {"roberta", kEncoder}, {"xlm-roberta", kEncoder}, {"deberta", kEncoder}, {"deberta-v2", kEncoder},
    {"distilbert", kEncoder}, {"electra", kEncoder}, {"albert", kEncoder}, {"modernbert", kEncoder}, {"nomic_bert", kEncoder},
    {"t5", kEncoderDecoder}, {"mt5", kEncoderDecoder}, {"umt5", kEncoderDecoder}, {"bart", kEncoderDecoder}, {"mbart", kEncoderDecoder},
    {"pegasus", kEncoderDecoder}, {"marian", kEncoderDecoder}, {"m2m_100", kEncoderDecoder}, {"t5gemma", kEncoderDecoder},
    {"mamba", kStateSpace}, {"mamba2", kStateSpace}, {"falcon_mamba", kStateSpace}, {"jamba", kStateSpace}, {"bamba", kStateSpace},
    {"zamba", kStateSpace}, {"zamba2", kStateSpace}, {"nemotron_h", kStateSpace}, {"rwkv", kStateSpace}, {"rwkv5", kStateSpace},
    {"recurrent_gemma", kStateSpace}, {"falcon_h1", kStateSpace}, {"granitemoehybrid", kStateSpace},
};
// clang-format on

}  // namespace

const Family* find_family(std::string_view model_type) {
    for (const Family& family : kFamilies) {
        if (family.model_type == model_type) return &family;
    }
    return nullptr;
}

const Family& llama_like() { return kFamilies[0]; }

std::string_view reason_to_refuse(std::string_view model_type) {
    for (const Refusal& refusal : kRefusals) {
        if (refusal.model_type == model_type) return refusal.reason;
    }
    return {};
}

}  // namespace threewall::huggingface
