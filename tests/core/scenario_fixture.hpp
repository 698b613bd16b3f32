// Scenarios built by hand for tests of the physics: no catalog, every number visible.
#pragma once

#include "core/scenario/scenario.hpp"

namespace threewall::test {

/// GPT-3 175B as Korthikanti 2022 trains it: 96 layers, hidden 12288, 96 heads, sequence 2048, dropout on.
inline Model gpt3_175b() {
    Model m;
    m.id = "gpt3-175b";
    m.layers = 96;
    m.hidden = 12288;
    m.ffn = 4 * 12288;
    m.vocab = 51200;
    m.max_sequence = 2048;
    m.gated_mlp = false;
    m.tied_embeddings = true;
    m.qkv_bias = true;
    m.linear_bias = true;
    m.dropout = true;
    m.norm = Norm::layer_norm;
    m.position = Position::learned;
    m.attention.heads = 96;
    m.attention.kv_heads = 96;
    m.attention.head_dim = 128;
    return m;
}

inline Device a100_80() {
    Device d;
    d.id = "a100-sxm-80";
    d.family = "a100";
    d.peak.fp32 = FlopPerSecond(19.5e12);
    d.peak.tf32 = FlopPerSecond(156e12);
    d.peak.bf16 = FlopPerSecond(312e12);
    d.peak.fp16 = FlopPerSecond(312e12);
    d.memory = Bytes(79.15 * kGibi);
    d.memory_bandwidth = BytesPerSecond(2039e9);
    d.compute_units = 108;
    d.board_power = Watts(400);
    return d;
}

/// `devices` A100 in nodes of eight, NVLink 3 inside and one 200 Gb/s port a device outside.
inline Cluster a100_cluster(std::int64_t devices) {
    Cluster c;
    c.device = a100_80();
    c.devices = devices;
    c.devices_per_node = 8;
    c.scale_up = {"nvlink3", "NVLink 3", BytesPerSecond(300e9), Seconds(2e-6), 1.0};
    c.scale_up_domain = 8;
    c.scale_out = {"hdr", "HDR", BytesPerSecond(25e9), Seconds(5e-6), 1.0};
    c.host_link = BytesPerSecond(25e9);
    return c;
}

/// 1 024 devices, TP 8, PP 16, DP 8: the setting of Megatron's 175 B runs.
inline Scenario gpt3_on_a100() {
    Scenario s;
    s.model = gpt3_175b();
    s.cluster = a100_cluster(1024);
    s.plan.tensor_parallel = 8;
    s.plan.pipeline_parallel = 16;
    s.plan.global_batch_size = 512;
    s.workload.sequence_length = 2048;
    s.stack.id = "megatron-core";
    s.stack.name = "Megatron-Core";
    return s;
}

}  // namespace threewall::test
