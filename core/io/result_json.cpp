#include "core/io/result_json.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

namespace threewall {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

/// Whole numbers without ".0"; what is not finite has no JSON number.
Json number(double value) {
    if (!std::isfinite(value)) return nullptr;
    if (value == std::floor(value) && std::fabs(value) < 1e15) return static_cast<std::int64_t>(value);
    return value;
}

Json findings_json(const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& f : findings) {
        Json item;
        item["rule"] = f.rule;
        item["severity"] = f.severity == Severity::error ? "error" : "warning";
        item["field"] = f.field;
        item["message"] = f.message;
        item["fix"] = f.fix;
        if (!f.suggestion.empty()) item["suggestion"] = f.suggestion;
        item["source"] = f.source;
        list.push_back(std::move(item));
    }
    return list;
}

Json problems_json(const std::vector<InputProblem>& problems) {
    Json list = Json::array();
    for (const InputProblem& p : problems) {
        list.push_back({{"line", p.line}, {"where", p.where}, {"message", p.message}, {"fix", p.fix}});
    }
    return list;
}

Json layout_json(const Result& r) {
    Json out;
    out["data_parallel"] = r.data_parallel;
    out["micro_batches"] = r.micro_batches;
    out["used_devices"] = r.used_devices;
    out["idle_devices"] = r.idle_devices;
    out["tokens_per_step"] = number(r.tokens_per_step);
    return out;
}

Json parameters_json(const ParameterCount& p) {
    Json out;
    out["total"] = number(p.total);
    out["active"] = number(p.active);
    out["embedding"] = number(p.embedding);
    out["head"] = number(p.head);
    out["attention"] = number(p.attention);
    out["dense_mlp"] = number(p.dense_mlp);
    out["routed_experts"] = number(p.routed_experts);
    out["shared_experts"] = number(p.shared_experts);
    out["router"] = number(p.router);
    out["norms"] = number(p.norms);
    out["mtp"] = number(p.mtp);
    return out;
}

Json flop_json(const StepFlop& f) {
    Json out;
    out["model_causal_flop"] = number(f.model_causal.value);
    out["model_full_flop"] = number(f.model_full.value);
    out["hardware_causal_flop"] = number(f.hardware_causal.value);
    out["hardware_full_flop"] = number(f.hardware_full.value);
    out["six_n_flop"] = number(f.six_n.value);
    return out;
}

Json rank_json(const RankMemory& rank) {
    Json parts;
    for (std::size_t i = 0; i < kMemoryParts; ++i) {
        parts[std::string(name_of(static_cast<MemoryPart>(i))) + "_bytes"] = number(rank.parts[i].value);
    }
    Json out;
    out["pipeline_rank"] = rank.pipeline_rank;
    out["layers"] = number(rank.layers);
    out["micro_batches_in_flight"] = number(rank.micro_batches_in_flight);
    out["peak_moment"] = name_of(rank.moment);
    out["parts"] = std::move(parts);
    out["allocated_bytes"] = number(rank.allocated.value);
    out["reserved_bytes"] = number(rank.reserved.value);
    out["total_bytes"] = number(rank.total.value);
    return out;
}

Json memory_json(const Result& r) {
    Json out;
    out["capacity_bytes"] = number(r.memory_capacity.value);
    out["worst_rank"] = r.worst_rank;
    out["ranks"] = Json::array();
    for (const RankMemory& rank : r.ranks) out["ranks"].push_back(rank_json(rank));
    return out;
}

Json time_json(const Result& r) {
    Json out;
    out["binding_wall"] = name_of(r.binding_wall);
    for (std::size_t i = 0; i < kWalls; ++i) {
        out["by_wall"][std::string(name_of(static_cast<Wall>(i))) + "_s"] = number(r.by_wall[i].value);
    }
    out["stage_time_s"] = number(r.stage_time.value);
    out["bubble_ratio"] = number(r.bubble_ratio);
    out["bubble_share"] = number(r.bubble_share);
    out["terms"] = Json::array();
    for (const TimeTerm& t : r.terms) {
        out["terms"].push_back({{"id", t.id},
                                {"name", t.name},
                                {"wall", name_of(t.wall)},
                                {"busy_s", number(t.busy.value)},
                                {"exposed_s", number(t.exposed.value)}});
    }
    out["operators"] = Json::array();
    for (const OperatorPoint& o : r.operators) {
        out["operators"].push_back({{"name", o.name},
                                    {"flop", number(o.flop.value)},
                                    {"memory_bytes", number(o.bytes.value)},
                                    {"time_s", number(o.time.value)}});
    }
    return out;
}

Json throughput_json(const Result& r) {
    Json out;
    out["tokens_per_s"] = number(r.tokens_per_second);
    out["tokens_per_s_per_device"] = number(r.tokens_per_second_per_device);
    out["model_causal_flop_per_s_per_device"] = number(r.model_flop_per_device.value);
    out["mfu_causal"] = number(r.mfu_causal);
    out["mfu_full"] = number(r.mfu_full);
    out["hfu_full"] = number(r.hfu_full);
    out["memory_bandwidth_utilisation"] = number(r.memory_bandwidth_utilisation);
    return out;
}

Json run_json(const Result& r) {
    Json out;
    out["run_time_s"] = number(r.run_time.value);
    out["device_hours"] = number(r.device_hours);
    out["energy_j"] = number(r.run_energy.value);
    out["energy_cost_usd"] = number(r.run_energy_cost.value);
    out["cost_usd"] = number(r.run_cost.value);
    out["usd_per_million_tokens"] = number(r.dollars_per_million_tokens);
    return out;
}

}  // namespace

std::string_view name_of(Wall w) {
    switch (w) {
    case Wall::compute: return "compute";
    case Wall::memory_bandwidth: return "memory_bandwidth";
    case Wall::scale_up: return "scale_up";
    case Wall::network: return "network";
    case Wall::bubble: return "bubble";
    case Wall::host: break;
    }
    return "host";
}

std::string_view name_of(MemoryPart p) {
    switch (p) {
    case MemoryPart::weights: return "weights";
    case MemoryPart::gradients: return "gradients";
    case MemoryPart::optimizer: return "optimizer";
    case MemoryPart::gathered: return "gathered";
    case MemoryPart::activations: return "activations";
    case MemoryPart::logits: return "logits";
    case MemoryPart::buffers: return "buffers";
    case MemoryPart::context: break;
    }
    return "context";
}

std::string_view name_of(PeakMoment m) {
    switch (m) {
    case PeakMoment::loss: return "loss";
    case PeakMoment::backward: return "backward";
    case PeakMoment::optimizer: break;
    }
    return "optimizer";
}

std::string_view name_of(Verdict v) {
    switch (v) {
    case Verdict::fits: return "fits";
    case Verdict::tight: return "tight";
    case Verdict::does_not_fit: break;
    }
    return "does_not_fit";
}

std::string result_to_json(const Result& r, const std::vector<InputProblem>& problems) {
    Json root;
    root["version"] = kVersion;
    root["valid"] = r.valid;
    root["problems"] = problems_json(problems);
    root["findings"] = findings_json(r.findings);
    if (r.valid) {
        root["verdict"] = name_of(r.verdict);
        root["step_time_s"] = number(r.step_time.value);
        root["peak_memory_bytes"] = number(r.peak_memory.value);
        root["layout"] = layout_json(r);
        root["parameters"] = parameters_json(r.parameters);
        root["flop"] = flop_json(r.flop);
        root["memory"] = memory_json(r);
        root["time"] = time_json(r);
        root["throughput"] = throughput_json(r);
        root["run"] = run_json(r);
    }
    return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace threewall
