#include "core/io/formats/huggingface.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <fstream>
#include <sstream>

#include "core/io/json_document.hpp"
#include "core/physics/parameters.hpp"

using namespace threewall;

namespace {

std::string fixture(const std::string& name) {
    std::ifstream file(std::string(THREEWALL_TEST_DATA) + "/formats/fixtures/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

Model model_of(const std::string& config) {
    const ModelReadResult read = model_from_huggingface(config);
    for (const InputProblem& p : read.problems) UNSCOPED_INFO(p.line << " " << p.where << ": " << p.message);
    REQUIRE(read.usable);
    return read.model;
}

/// Computed parameters over the published figure, less 1.
double error(const Model& m, double published) { return std::fabs(count_parameters(m).total / published - 1); }

}  // namespace

TEST_CASE("Llama 3.1 405B's own config.json") {
    const Model m = model_of(fixture("llama-3.1-405b.json"));
    CHECK(m.layers == 126);
    CHECK(m.hidden == 16384);
    CHECK(m.ffn == 53248);
    CHECK(m.vocab == 128256);
    CHECK(m.max_sequence == 131072);
    CHECK(m.attention.heads == 128);
    CHECK(m.attention.kv_heads == 8);
    CHECK(m.attention.head_dim == 128);
    CHECK(m.gated_mlp);
    CHECK_FALSE(m.tied_embeddings);
    CHECK_FALSE(m.qkv_bias);
    CHECK_FALSE(m.dropout);
    CHECK(m.spans.empty());
    CHECK_FALSE(m.moe);
    CHECK(error(m, 405.85e9) < 0.001);  // Meta states 405B; the checkpoint holds 405 853 388 800
}

TEST_CASE("DeepSeek V3's own config.json") {
    const Model m = model_of(fixture("deepseek-v3.json"));
    CHECK(m.layers == 61);
    CHECK(m.ffn == 18432);
    CHECK(m.attention.kind == AttentionKind::latent);
    CHECK(m.attention.q_lora_rank == 1536);
    CHECK(m.attention.kv_lora_rank == 512);
    CHECK(m.attention.qk_nope_head_dim == 128);
    CHECK(m.attention.qk_rope_head_dim == 64);
    CHECK(m.attention.v_head_dim == 128);
    REQUIRE(m.moe);
    CHECK(m.moe->experts == 256);
    CHECK(m.moe->top_k == 8);
    CHECK(m.moe->expert_ffn == 2048);
    CHECK(m.moe->shared_experts == 1);
    CHECK(m.moe->shared_ffn == 2048);
    CHECK(m.moe->dense_layers == 3);
    CHECK(m.moe->node_limit == 4);  // §2.1.2 of its report: at most four nodes
    CHECK(m.mtp_layers == 1);
    CHECK(error(m, 671e9) < 0.005);
    CHECK(std::fabs(count_parameters(m).active / 37e9 - 1) < 0.02);
}

TEST_CASE("Mixtral's intermediate_size is the width of one expert") {
    const Model m =
        model_of(R"({"model_type":"mixtral","hidden_size":4096,"intermediate_size":14336,"num_attention_heads":32,
        "num_key_value_heads":8,"num_hidden_layers":32,"num_local_experts":8,"num_experts_per_tok":2,"vocab_size":32000,
        "max_position_embeddings":32768,"sliding_window":null,"tie_word_embeddings":false,"hidden_act":"silu"})");
    REQUIRE(m.moe);
    CHECK(m.moe->expert_ffn == 14336);
    CHECK(m.moe->dense_layers == 0);
    CHECK(m.ffn == 0);
    CHECK(m.spans.empty());
    CHECK(error(m, 46.7e9) < 0.001);
}

TEST_CASE("Qwen3 MoE: head_dim is its own and intermediate_size belongs to dense layers") {
    const Model m = model_of(
        R"({"model_type":"qwen3_moe","hidden_size":2048,"intermediate_size":6144,"moe_intermediate_size":768,"head_dim":128,
        "num_attention_heads":32,"num_key_value_heads":4,"num_hidden_layers":48,"num_experts":128,"num_experts_per_tok":8,"decoder_sparse_step":1,
        "mlp_only_layers":[],"vocab_size":151936,"max_position_embeddings":40960,"tie_word_embeddings":false,"sliding_window":null,
        "use_sliding_window":false,"max_window_layers":48})");
    CHECK(m.attention.head_dim == 128);
    CHECK(m.qk_norm);
    REQUIRE(m.moe);
    CHECK(m.moe->expert_ffn == 768);
    CHECK(m.moe->dense_layers == 0);
    CHECK(error(m, 30.5e9) < 0.005);
    CHECK(std::fabs(count_parameters(m).active / 3.3e9 - 1) < 0.02);
}

TEST_CASE("dense layers come from whichever pattern a family uses") {
    const std::string head =
        R"({"model_type":"qwen2_moe","hidden_size":1024,"intermediate_size":4096,"moe_intermediate_size":512,
        "num_attention_heads":8,"num_hidden_layers":24,"num_experts":16,"num_experts_per_tok":2,"vocab_size":1000,)";
    CHECK(model_of(head + R"("decoder_sparse_step":2})").moe->dense_layers == 12);
    CHECK(model_of(head + R"("mlp_only_layers":[0,1,2]})").moe->dense_layers == 3);
    CHECK(model_of(head + R"("first_k_dense_replace":1,"moe_layer_freq":1})").moe->dense_layers == 1);
    CHECK(model_of(head + R"("mlp_layer_types":["dense","sparse","dense"]})").moe->dense_layers == 2);
    const Model shared = model_of(head + R"("shared_expert_intermediate_size":2048})");
    CHECK(shared.moe->shared_ffn == 2048);
    CHECK(shared.moe->shared_gate);
    CHECK(shared.qkv_bias);
}

TEST_CASE("Llama 4 Maverick: text part of a multi-modal file, every second layer a mixture, chunks of 8192") {
    const ModelReadResult read = model_from_huggingface(
        R"({"model_type":"llama4","architectures":["Llama4ForConditionalGeneration"],"text_config":{
        "model_type":"llama4_text","attention_bias":false,"attention_chunk_size":8192,"head_dim":128,"hidden_size":5120,"interleave_moe_layer_step":2,
        "intermediate_size":8192,"intermediate_size_mlp":16384,"max_position_embeddings":1048576,"num_attention_heads":40,"num_experts_per_tok":1,
        "num_hidden_layers":48,"num_key_value_heads":8,"num_local_experts":128,"use_qk_norm":false,"vocab_size":202048},
        "vision_config":{"hidden_size":1408,"image_size":336,"model_type":"llama4_vision_model"}})");
    REQUIRE(read.usable);
    const Model& m = read.model;
    CHECK(m.ffn == 16384);
    CHECK(m.moe->expert_ffn == 8192);
    CHECK(m.moe->shared_ffn == 8192);
    CHECK(m.moe->dense_layers == 24);
    CHECK(m.spans == std::vector<AttentionSpan>{{SpanKind::chunked, 36, 8192}, {SpanKind::full, 12, 0}});
    CHECK(error(m, 400e9) < 0.005);
    CHECK(std::fabs(count_parameters(m).active / 17e9 - 1) < 0.02);
    CHECK(std::ranges::any_of(read.problems, [](const InputProblem& p) { return p.where == "vision_config"; }));
}

TEST_CASE("GPT-2 takes what its file leaves out from its class") {
    const Model m = model_of(
        R"({"model_type":"gpt2","n_layer":48,"n_embd":1600,"n_head":25,"n_positions":1024,"vocab_size":50257,"n_inner":null,
        "activation_function":"gelu_new","resid_pdrop":0.1,"attn_pdrop":0.1})");
    CHECK(m.ffn == 6400);
    CHECK(m.tied_embeddings);
    CHECK_FALSE(m.gated_mlp);
    CHECK(m.position == Position::learned);
    CHECK(m.norm == Norm::layer_norm);
    CHECK(m.dropout);
    CHECK(error(m, 1557611200) < 1e-4);  // 1 557 611 200 in the published checkpoint
}

TEST_CASE("Gemma 2 27B: tied, four norms, every second layer slides, wide heads of its own") {
    const Model m = model_of(
        R"({"model_type":"gemma2","hidden_size":4608,"intermediate_size":36864,"num_attention_heads":32,"num_key_value_heads":16,
        "head_dim":128,"num_hidden_layers":46,"vocab_size":256000,"max_position_embeddings":8192,"sliding_window":4096,"hidden_activation":"gelu_pytorch_tanh"})");
    CHECK(m.tied_embeddings);
    CHECK(m.norms_per_layer == 4);
    CHECK(m.spans == std::vector<AttentionSpan>{{SpanKind::sliding_window, 23, 4096}, {SpanKind::full, 23, 0}});
    CHECK(error(m, 27.2e9) < 0.005);
}

TEST_CASE("published parameter counts follow from the file for other families") {
    struct Case {
        const char* config;
        double parameters;
    };
    const Case cases[] = {
        {R"({"model_type":"opt","hidden_size":4096,"num_attention_heads":32,"num_hidden_layers":32,"ffn_dim":16384,"vocab_size":50272,
            "max_position_embeddings":2048,"dropout":0.1,"word_embed_proj_dim":4096})",
         6658473984.0},
        {R"({"model_type":"bloom","hidden_size":14336,"n_head":112,"n_layer":70,"vocab_size":250880,"seq_length":2048,"hidden_dropout":0.0})",
         176247271424.0},
        {R"({"model_type":"gpt_neox","hidden_size":6144,"intermediate_size":24576,"num_attention_heads":64,"num_hidden_layers":44,"vocab_size":50432,
            "max_position_embeddings":2048,"tie_word_embeddings":false})",
         20554567680.0},
        {R"({"model_type":"falcon","hidden_size":8192,"num_attention_heads":128,"num_hidden_layers":60,"num_kv_heads":8,"new_decoder_architecture":true,
            "vocab_size":65024,"bias":false,"alibi":false,"parallel_attn":true})",
         41303293952.0},
        {R"({"model_type":"falcon","hidden_size":4544,"num_attention_heads":71,"num_hidden_layers":32,"multi_query":true,"num_kv_heads":71,
            "vocab_size":65024,"bias":false,"alibi":false,"parallel_attn":true,"new_decoder_architecture":false})",
         6921720704.0},
        {R"({"model_type":"gpt_oss","hidden_size":2880,"intermediate_size":2880,"num_attention_heads":64,"num_key_value_heads":8,"head_dim":64,
            "num_hidden_layers":36,"num_local_experts":128,"num_experts_per_tok":4,"vocab_size":201088,"sliding_window":128,"attention_bias":true,
            "max_position_embeddings":131072,"tie_word_embeddings":false})",
         116.8e9},
        {R"({"model_type":"minimax_m2","vocab_size":200064,"hidden_size":3072,"intermediate_size":1536,"num_hidden_layers":62,"num_attention_heads":48,
            "num_key_value_heads":8,"head_dim":128,"num_local_experts":256,"num_experts_per_tok":8,"use_mtp":true,"num_mtp_modules":3,"use_qk_norm":true})",
         229e9},
        {R"({"model_type":"glm4_moe","hidden_size":5120,"intermediate_size":12288,"moe_intermediate_size":1536,"num_attention_heads":96,
            "num_key_value_heads":8,"head_dim":128,"num_hidden_layers":92,"n_routed_experts":160,"n_shared_experts":1,"num_experts_per_tok":8,
            "first_k_dense_replace":3,"vocab_size":151552,"attention_bias":true,"use_qk_norm":true,"num_nextn_predict_layers":1,
            "tie_word_embeddings":false})",
         353e9},
        {R"({"model_type":"qwen2","hidden_size":8192,"intermediate_size":29568,"num_attention_heads":64,"num_key_value_heads":8,"num_hidden_layers":80,
            "vocab_size":152064,"max_position_embeddings":32768,"sliding_window":131072,"use_sliding_window":false,"tie_word_embeddings":false})",
         72.71e9},
        {R"({"model_type":"phi","hidden_size":2560,"intermediate_size":10240,"num_attention_heads":32,"num_hidden_layers":32,"vocab_size":51200,
            "max_position_embeddings":2048,"tie_word_embeddings":false})",
         2779683840.0},
        {R"({"model_type":"cohere","hidden_size":12288,"intermediate_size":33792,"num_attention_heads":96,"num_key_value_heads":8,"num_hidden_layers":64,
            "vocab_size":256000,"use_qk_norm":true})",
         103.8e9},
        {R"({"model_type":"starcoder2","hidden_size":6144,"intermediate_size":24576,"num_attention_heads":48,"num_key_value_heads":4,
            "num_hidden_layers":40,"vocab_size":49152,"max_position_embeddings":16384,"sliding_window":4096,"use_bias":true,"tie_word_embeddings":false})",
         15.96e9},
        {R"({"model_type":"olmoe","hidden_size":2048,"intermediate_size":1024,"num_attention_heads":16,"num_key_value_heads":16,"num_hidden_layers":16,
            "num_experts":64,"num_experts_per_tok":8,"vocab_size":50304,"tie_word_embeddings":false})",
         6.92e9},
        {R"({"model_type":"deepseek_v2","hidden_size":2048,"intermediate_size":10944,"moe_intermediate_size":1408,"num_attention_heads":16,
            "num_hidden_layers":27,"n_routed_experts":64,"n_shared_experts":2,"num_experts_per_tok":6,"first_k_dense_replace":1,"moe_layer_freq":1,
            "q_lora_rank":null,"kv_lora_rank":512,"qk_nope_head_dim":128,"qk_rope_head_dim":64,"v_head_dim":128,"vocab_size":102400,
            "tie_word_embeddings":false})",
         15.7e9},
    };
    for (const Case& c : cases) {
        const Model m = model_of(c.config);
        INFO(m.name << " " << count_parameters(m).total);
        CHECK(error(m, c.parameters) < 0.005);
    }
}

TEST_CASE("layer_types says which layers see what") {
    const Model m = model_of(
        R"({"model_type":"gpt_oss","hidden_size":64,"intermediate_size":64,"num_attention_heads":4,"num_hidden_layers":4,"vocab_size":100,
        "sliding_window":128,"layer_types":["sliding_attention","full_attention","sliding_attention","full_attention"]})");
    CHECK(m.spans == std::vector<AttentionSpan>{{SpanKind::sliding_window, 2, 128}, {SpanKind::full, 2, 0}});
    const Model sparse = model_of(
        R"({"model_type":"deepseek_v32","hidden_size":64,"intermediate_size":64,"num_attention_heads":4,"num_hidden_layers":4,
        "vocab_size":100,"kv_lora_rank":8,"qk_nope_head_dim":8,"qk_rope_head_dim":8,"v_head_dim":8,"index_topk":2048})");
    CHECK(sparse.spans == std::vector<AttentionSpan>{{SpanKind::sparse, 4, 2048}});
}

TEST_CASE("what is no decoder-only language model is refused with the reason") {
    struct Case {
        const char* config;
        const char* reason;
    };
    const Case cases[] = {
        {R"({"model_type":"vit","hidden_size":768,"image_size":224,"patch_size":16,"num_hidden_layers":12})", "vision"},
        {R"({"model_type":"clip","text_config":{"vocab_size":49408,"hidden_size":512},"vision_config":{}})", "vision"},
        {R"({"model_type":"brand_new_vision","hidden_size":768,"image_size":224,"num_channels":3})", "vision"},
        {R"({"model_type":"convnext","depths":[3,3,9,3]})", "vision"},
        {R"({"model_type":"whisper","d_model":1280,"vocab_size":51865})", "speech"},
        {R"({"model_type":"t5","d_model":512,"vocab_size":32128})", "encoder and a decoder"},
        {R"({"model_type":"bert","hidden_size":768,"vocab_size":30522})", "encoder"},
        {R"({"model_type":"mamba","hidden_size":768,"vocab_size":50280})", "state-space"},
    };
    for (const Case& c : cases) {
        const ModelReadResult read = model_from_huggingface(c.config);
        INFO(c.config);
        CHECK_FALSE(read.usable);
        REQUIRE_FALSE(read.problems.empty());
        CHECK(read.problems.back().message.find(c.reason) != std::string::npos);
    }
}

TEST_CASE("missing and impossible keys are named, all at once, with their line") {
    const ModelReadResult missing = model_from_huggingface(R"({"model_type":"llama","hidden_size":4096})");
    CHECK_FALSE(missing.usable);
    CHECK(missing.problems.back().message.find(
              "num_hidden_layers, vocab_size, num_attention_heads, intermediate_size") != std::string::npos);
    const ModelReadResult wrong =
        model_from_huggingface("{\"model_type\":\"llama\",\n\"hidden_size\":4096,\n\"num_hidden_layers\":-3,\n\"num_"
                               "attention_heads\":32,\"intermediate_size\":\"big\",\"vocab_size\":1}");
    CHECK_FALSE(wrong.usable);
    REQUIRE(wrong.problems.size() >= 2);
    CHECK(wrong.problems[0].where == "num_hidden_layers");
    CHECK(wrong.problems[0].line == 3);
    CHECK(wrong.problems[0].message.find("-3") != std::string::npos);
}

TEST_CASE("an unknown model_type with a Llama's keys is read, and said to be") {
    const ModelReadResult read = model_from_huggingface(
        R"({"model_type":"brandnew","hidden_size":4096,"num_hidden_layers":32,"num_attention_heads":32,
        "intermediate_size":11008,"vocab_size":32000,"tie_word_embeddings":false})");
    CHECK(read.usable);
    REQUIRE(read.problems.size() == 1);
    CHECK(read.problems[0].message.find("brandnew") != std::string::npos);
    CHECK(looks_like_huggingface(R"({"architectures":["X"]})"));
    CHECK_FALSE(looks_like_huggingface(R"({"version":1,"model":"llama3-8b"})"));
}

TEST_CASE("broken and huge files are refused, and no cut of a real one brings the reader down") {
    const std::string text = fixture("deepseek-v3.json");
    REQUIRE(text.size() > 500);
    for (std::size_t n = 0; n < text.size(); ++n) model_from_huggingface(text.substr(0, n));
    for (const char* broken : {"", "[]", "3", "{", "{}", "{\"model_type\":3}", "{\"model_type\":{\"a\":1}}"}) {
        INFO(broken);
        const ModelReadResult read = model_from_huggingface(broken);
        CHECK_FALSE(read.usable);
        CHECK_FALSE(read.problems.empty());
    }
    CHECK_FALSE(model_from_huggingface("{\"model_type\":\"" + std::string(kLargestInput, 'x') + "\"}").usable);
}
