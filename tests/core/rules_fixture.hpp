// Valid scenarios that the tests of the rules break one at a time, and words to ask about findings.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/rules.hpp"

namespace threewall::test {

inline Cluster h100_cluster(std::int64_t devices) {
    Cluster c;
    c.device.id = "h100-sxm";
    c.device.name = "H100 SXM";
    c.device.family = "h100";
    c.device.peak = {FlopPerSecond(67e12), FlopPerSecond(494.7e12), FlopPerSecond(989.4e12), FlopPerSecond(989.4e12), FlopPerSecond(1978.9e12), FlopPerSecond(0)};
    c.device.memory = Bytes(79.1 * kGibi);
    c.device.memory_bandwidth = BytesPerSecond(3352e9);
    c.device.compute_units = 132;
    c.device.board_power = Watts(700);
    c.devices = devices;
    c.devices_per_node = 8;
    c.scale_up = {"nvlink4", "NVLink 4", BytesPerSecond(450e9), Seconds(2e-6), 1.0};
    c.scale_up_domain = 8;
    c.scale_out = {"ndr", "NDR", BytesPerSecond(50e9), Seconds(5e-6), 1.0};
    c.host_link = BytesPerSecond(50e9);
    return c;
}

/// Llama 3 70B (arXiv 2407.21783 table 3) on 512 H100: TP 8, PP 4, DP 16, 32 micro-batches.
inline Scenario llama() {
    Scenario s;
    Model& m = s.model;
    m.id = "llama3-70b";
    m.layers = 80;
    m.hidden = 8192;
    m.ffn = 28672;
    m.vocab = 128256;
    m.max_sequence = 8192;
    m.attention = {.heads = 64, .kv_heads = 8, .head_dim = 128};
    s.cluster = h100_cluster(512);
    s.stack.id = "megatron-core";
    s.stack.name = "Megatron-Core";
    s.plan.tensor_parallel = 8;
    s.plan.sequence_parallel = true;
    s.plan.pipeline_parallel = 4;
    s.plan.zero_stage = 1;
    s.plan.global_batch_size = 512;
    s.workload.sequence_length = 8192;
    return s;
}

/// DeepSeek-V3 as trained (arXiv 2412.19437 §3.2, §4.2): 2048 devices, PP 16, EP 64, ZeRO 1, DualPipe, blockwise fp8.
inline Scenario deepseek() {
    Scenario s;
    Model& m = s.model;
    m.id = "deepseek-v3";
    m.layers = 61;
    m.hidden = 7168;
    m.ffn = 18432;
    m.vocab = 129280;
    m.max_sequence = 163840;
    m.mtp_layers = 1;
    m.attention = {.kind = AttentionKind::latent, .heads = 128, .kv_heads = 128, .q_lora_rank = 1536, .kv_lora_rank = 512, .qk_nope_head_dim = 128, .qk_rope_head_dim = 64, .v_head_dim = 128};
    m.moe = MixtureOfExperts{.experts = 256, .top_k = 8, .expert_ffn = 2048, .shared_experts = 1, .shared_ffn = 2048, .dense_layers = 3, .node_limit = 4};
    s.cluster = h100_cluster(2048);
    s.stack.id = "hai-llm";
    s.plan.pipeline_parallel = 16;
    s.plan.flexible_layout = true;
    s.plan.schedule = Schedule::dual_pipe;
    s.plan.expert_parallel = 64;
    s.plan.zero_stage = 1;
    s.plan.global_batch_size = 15360;
    s.plan.precision = Precision::fp8;
    s.plan.recipe = Recipe::blockwise;
    s.workload.sequence_length = 4096;
    return s;
}

inline const Finding* find_rule(const std::vector<Finding>& findings, std::string_view rule) {
    const auto at = std::find_if(findings.begin(), findings.end(), [rule](const Finding& f) { return f.rule == rule; });
    return at == findings.end() ? nullptr : &*at;
}

inline bool mentions(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

/// All findings as text, for the message of a failed test.
inline std::string report(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& f : findings)
        text += std::string(f.severity == Severity::error ? "error " : "warning ") + std::string(f.rule) + " [" + std::string(f.field) + "]: " + f.message + "\n    fix: " + f.fix +
                "\n    suggestion: " + f.suggestion + "\n";
    return text;
}

}  // namespace threewall::test
