#include "core/evidence/run_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/evaluate/evaluate.hpp"
#include "core/io/json_number.hpp"

namespace threewall {
namespace {

using nlohmann::json;

std::int64_t degree(const json& plan, const char* key) {
    return std::max<std::int64_t>(1, std::llround(number_or(plan, key, 1)));
}

bool mentions(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// Network bandwidth that a row's own text states, in Gbit/s per device; the device's usual fabric otherwise.
struct FabricWords {
    std::string_view words;
    double gbit_per_device;
};
constexpr std::array<FabricWords, 7> kFabricWords = {{
    {"4x100", 50},
    {"1600 Gbps", 200},
    {"8x200Gb/s", 200},
    {"200Gb/s", 200},
    {"200Gb RoCE", 200},
    {"400Gb/s", 400},
    {"400 Gb/s", 400},
}};
constexpr double kBitsPerByte = 8;

void read_fabric(std::string_view text, Cluster& c) {
    for (const FabricWords& f : kFabricWords) {
        if (!mentions(text, f.words)) continue;
        c.scale_out.bandwidth = BytesPerSecond(f.gbit_per_device * kGiga / kBitsPerByte);
        return;
    }
}

/// "16 slice(s) of …": TPU slices are the scale-up domains, the data-center network joins them.
void read_slices(std::string_view text, Cluster& c) {
    const std::size_t at = text.find(" slice(s)");
    if (at == std::string_view::npos) {
        if (mentions(text, "ICI")) c.scale_up_domain = std::max(c.scale_up_domain, c.devices);
        return;
    }
    const std::int64_t slices = std::max(1, std::atoi(std::string(text.substr(0, at)).c_str()));
    c.scale_up_domain = std::max<std::int64_t>(1, c.devices / slices);
}

/// Trainium rows count NeuronCores, two to a chip.
void split_chips(const DeviceEntry& device, Cluster& c) {
    constexpr std::int64_t kCores = 2;
    if (device.device.family != "trainium") return;
    c.devices *= kCores;
    c.devices_per_node *= kCores;
    c.scale_up_domain *= kCores;
    const double share = 1.0 / static_cast<double>(kCores);
    for (FlopPerSecond* peak : {&c.device.peak.fp32, &c.device.peak.tf32, &c.device.peak.bf16, &c.device.peak.fp16, &c.device.peak.fp8})
        *peak *= share;
    c.device.memory *= share;
    c.device.memory_bandwidth *= share;
    c.scale_up.bandwidth *= share;
    c.scale_out.bandwidth *= share;
}

void read_cluster(const json& row, const DeviceEntry& device, Cluster& c) {
    c.devices = degree(row, "devices");
    const std::int64_t per_node = std::llround(number_or(row, "devices_per_node", static_cast<double>(c.devices_per_node)));
    c.devices_per_node = std::max<std::int64_t>(1, per_node);
    const std::string fabric = text_or(row, "fabric");
    read_fabric(fabric, c);
    read_slices(fabric, c);
    split_chips(device, c);
}

Precision precision_of(std::string_view text, bool has_fp4) {
    if (mentions(text, "fp4")) return has_fp4 ? Precision::fp4 : Precision::fp8;
    if (mentions(text, "fp8")) return Precision::fp8;
    if (text == "fp16") return Precision::fp16;
    if (text == "fp32") return Precision::fp32;
    return Precision::bf16;
}

Recipe recipe_of(std::string_view text, Precision p) {
    if (p == Precision::fp4) return Recipe::nvfp4;
    if (p != Precision::fp8) return Recipe::none;
    return mentions(text, "mx") ? Recipe::mxfp8 : Recipe::tensorwise;
}

/// DeepSpeed's fp16 optimizer keeps fp16 gradients, its BF16_Optimizer accumulates in fp32. BigScience's lines that state no
/// precision are from before its move to bf16.
void settle_deepspeed(std::string_view stated, std::string_view framework, Plan& p) {
    if (!mentions(framework, "Megatron-DeepSpeed")) return;
    if (stated.empty()) p.precision = Precision::fp16;
    if (p.precision == Precision::fp16) p.gradient_dtype = Precision::fp16;
}

/// Sources that say "selective" mean different things: Megatron repeats the core attention, torchtitan and
/// MaxText repeat operators.
std::optional<Recompute> recompute_of(std::string_view text, bool operators) {
    if (text.empty()) return std::nullopt;
    if (text == "none") return Recompute::none;
    if (text == "full") return Recompute::full;
    if (text == "selective") return operators ? Recompute::operators : Recompute::selective;
    return Recompute::operators;
}

Schedule schedule_of(std::string_view text, std::int64_t virtual_stages) {
    if (mentions(text, "DualPipe")) return Schedule::dual_pipe;
    if (mentions(text, "ZB-2p")) return Schedule::zb_h2;
    if (mentions(text, "ZB")) return Schedule::zb_h1;
    return virtual_stages > 1 ? Schedule::interleaved : Schedule::one_f_one_b;
}

void read_degrees(const json& plan, Scenario& s) {
    Plan& p = s.plan;
    p.tensor_parallel = degree(plan, "tp");
    p.pipeline_parallel = degree(plan, "pp");
    p.virtual_stages = p.pipeline_parallel > 1 ? degree(plan, "vpp") : 1;
    p.context_parallel = degree(plan, "cp");
    p.expert_parallel = s.model.moe ? degree(plan, "ep") : 1;
    if (s.model.moe) p.expert_tensor_parallel = is_stated(plan, "etp") ? degree(plan, "etp") : (p.expert_parallel > 1 ? 1 : p.tensor_parallel);
    p.schedule = schedule_of(text_or(plan, "schedule"), p.virtual_stages);
    const std::int64_t stages = p.pipeline_parallel * p.virtual_stages;
    p.flexible_layout = s.model.layers % stages != 0;
    const std::int64_t ranks = p.tensor_parallel * p.pipeline_parallel * p.context_parallel;
    p.data_parallel = std::max<std::int64_t>(1, s.cluster.devices / ranks);
}

void read_sharding(const json& plan, const Scenario& s, Plan& p) {
    const bool fsdp = flag_or(plan, "fsdp", false);
    // An unstated stage is the frameworks' own default: Megatron's distributed optimizer, FSDP's full shard.
    p.zero_stage = std::llround(number_or(plan, "zero", fsdp ? 3 : 1));
    if (s.plan.data_parallel == 1 && p.context_parallel == 1) p.zero_stage = 0;
    // torchtitan and Llama 3 keep weights gathered under a pipeline.
    p.reshard_after_forward = p.zero_stage < 2 || p.pipeline_parallel == 1;
    p.sequence_parallel = p.tensor_parallel > 1 && flag_or(plan, "sp", true);
    const double group = number_or(plan, "fsdp_size", number_or(plan, "zero_group", 0));
    const double ranks = static_cast<double>(*p.data_parallel * p.context_parallel);
    if (p.zero_stage > 0 && group > 0 && group < ranks) p.shard_group = std::llround(group);
}

/// XLA programs take the whole per-replica batch at once; the others as micro-batches. Degrees that do not divide
/// the published batch leave a scale by which the step is corrected.
void read_batch(const json& plan, bool whole_batch, PublishedRun& run) {
    Plan& p = run.scenario.plan;
    const double gbs = number_or(plan, "gbs", 0), replicas = static_cast<double>(*p.data_parallel);
    const double mbs = whole_batch ? gbs / replicas : number_or(plan, "mbs", 1);
    p.micro_batch_size = std::max<std::int64_t>(1, std::llround(mbs));
    const double per_round = static_cast<double>(p.micro_batch_size) * replicas;
    const std::int64_t rounds = std::max<std::int64_t>(1, std::llround(gbs / per_round));
    p.global_batch_size = rounds * p.micro_batch_size * *p.data_parallel;
    run.batch_scale = gbs / static_cast<double>(p.global_batch_size);
}

void read_kernels(const json& plan, std::string_view framework, Scenario& s) {
    // Ungated rows that state no kernel are GPT shapes on Megatron's own attention: the memory that zero-bubble prints is 74 sbh
    // a layer, 34 + 5·a·s/h with its 32 heads of 128 at 1 024 tokens.
    const bool flash = flag_or(plan, "flash", s.model.gated_mlp || !mentions(framework, "Megatron-LM"));
    s.plan.attention_kernel = flash ? AttentionKernel::flash : AttentionKernel::plain;
    s.model.dropout = !s.model.gated_mlp && !flash;
    const std::string kernel = text_or(plan, "attention_kernel");
    if (kernel == "unfused") s.stack.habits.fused_softmax = false;
    if (mentions(kernel, "v1")) s.plan.attention_kernel = AttentionKernel::flash_1;
    if (is_stated(plan, "fused_rmsnorm")) s.stack.habits.fused_norm = flag_or(plan, "fused_rmsnorm", true);
    if (is_stated(plan, "tp_comm_overlap")) s.stack.habits.overlap_tensor_parallel = true;
}

bool fits(const Scenario& s) { return compute(s).verdict != Verdict::does_not_fit; }

/// The fewest fully repeated layers a rank that fit, as users of Megatron's "block" method choose them.
void settle_recompute_layers(Scenario& s) {
    s.plan.recompute = Recompute::full;
    const std::int64_t layers = (s.model.layers + s.plan.pipeline_parallel - 1) / s.plan.pipeline_parallel;
    for (std::int64_t n = 1; n < layers; ++n) {
        s.plan.recompute_layers = n;
        if (fits(s)) return;
    }
    s.plan.recompute_layers.reset();
}

/// Where a source does not state its recomputation, the lightest that fits was used: more would only cost time.
void settle_recompute(const json& plan, bool operators, PublishedRun& run) {
    Scenario& s = run.scenario;
    const std::string text = text_or(plan, "recompute");
    const std::optional<Recompute> stated = recompute_of(text, operators);
    s.plan.offload_activations = mentions(text, "offload");
    run.recompute_stated = stated.has_value();
    if (stated) {
        s.plan.recompute = *stated;
        return;
    }
    for (Recompute r : {Recompute::none, Recompute::selective}) {
        s.plan.recompute = r;
        if (fits(s)) return;
    }
    if (!operators) return settle_recompute_layers(s);
    s.plan.recompute = Recompute::operators;
    if (!fits(s)) s.plan.recompute = Recompute::full;
}

}  // namespace

std::string read_run_plan(const json& row, const DeviceEntry& device, PublishedRun& run) {
    const json plan = row.value("plan", json::object());
    if (number_or(row, "devices", 0) <= 0) return "the row does not state its number of devices";
    if (number_or(plan, "gbs", 0) <= 0) return "the row does not state its global batch size";
    if (number_or(plan, "mbs", 0) <= 0) return "the row does not state its micro-batch size";
    Scenario& s = run.scenario;
    read_cluster(row, device, s.cluster);
    read_degrees(plan, s);
    read_sharding(plan, s, s.plan);
    const bool xla = mentions(run.framework, "MaxText");
    read_batch(plan, xla, run);
    const std::string precision = text_or(plan, "precision");
    s.plan.precision = precision_of(precision, s.cluster.device.peak.fp4.value > 0);
    if (peak_of(s.cluster.device.peak, s.plan.precision).value <= 0) s.plan.precision = Precision::bf16;
    s.plan.recipe = recipe_of(precision, s.plan.precision);
    settle_deepspeed(precision, run.framework, s.plan);
    read_kernels(plan, run.framework, s);
    settle_recompute(plan, xla || mentions(run.framework, "torchtitan"), run);
    return {};
}

}  // namespace threewall
