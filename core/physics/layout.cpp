// Megatron-LM megatron/core/parallel_state.py (rank order, data-parallel size, expert data parallel) and
// megatron/core/tokenizers/utils/build_tokenizer.py (vocabulary padded to 128·TP) @ d98e8a64dd.
#include "core/physics/layout.hpp"

#include <algorithm>
#include <cmath>

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

constexpr double kVocabularyMultiple = 128.0;

/// Frameworks pad the vocabulary only where tensor parallelism splits it.
double padded_vocabulary(double vocab, double tp) {
    if (tp <= 1) return vocab;
    const double multiple = kVocabularyMultiple * tp;
    return std::ceil(vocab / multiple) * multiple;
}

void set_degrees(const Scenario& s, Layout& l) {
    const Plan& p = s.plan;
    l.tp = d(p.tensor_parallel);
    l.pp = d(p.pipeline_parallel);
    l.vpp = d(p.virtual_stages);
    l.cp = d(p.context_parallel);
    l.dp = d(data_parallel(s));
    l.ep = s.model.moe ? d(p.expert_parallel) : 1.0;
    l.etp = s.model.moe ? d(expert_tensor_parallel(p)) : l.tp;
    l.data_ranks = l.dp * l.cp;
    l.expert_data_ranks = std::max(1.0, l.tp * l.data_ranks / (l.etp * l.ep));
}

}  // namespace

double bytes_of(Precision p) {
    switch (p) {
        case Precision::fp32: return 4.0;
        case Precision::bf16:
        case Precision::fp16: return 2.0;
        case Precision::fp8: return 1.0;
        case Precision::fp4: return 0.5;
    }
    return 4.0;
}

FlopPerSecond peak_of(const PeakRates& r, Precision p) {
    switch (p) {
        case Precision::fp32: return r.tf32.value > 0 ? r.tf32 : r.fp32;
        case Precision::bf16: return r.bf16;
        case Precision::fp16: return r.fp16;
        case Precision::fp8: return r.fp8;
        case Precision::fp4: return r.fp4;
    }
    return r.fp32;
}

Layout make_layout(const Scenario& s) {
    Layout l;
    set_degrees(s, l);
    l.sequence = d(s.workload.sequence_length);
    l.micro_batch = d(s.plan.micro_batch_size);
    l.tokens = l.micro_batch * l.sequence / l.cp;
    l.micro_batches = d(micro_batches(s));
    l.shard_tokens = s.plan.sequence_parallel ? l.tokens / l.tp : l.tokens;
    l.heads = d(s.model.attention.heads) / l.tp;
    l.kv_heads = std::max(1.0, d(s.model.attention.kv_heads) / l.tp);
    l.zero_ranks = s.plan.shard_group > 0 ? std::min(d(s.plan.shard_group), l.data_ranks) : l.data_ranks;
    l.replicas = l.data_ranks / l.zero_ranks;
    l.expert_zero_ranks = std::max(1.0, l.expert_data_ranks / l.replicas);
    l.vocab = padded_vocabulary(d(s.model.vocab), l.tp);
    l.padded_vocab_local = l.vocab / l.tp;
    l.gradient = s.plan.gradient_dtype.value_or(s.stack.habits.gradient_dtype);
    const bool pipeline_last = s.plan.order == DimensionOrder::tp_cp_ep_dp_pp;
    l.data_stride = l.tp;
    l.pipeline_stride = l.tp * l.cp * (pipeline_last ? l.dp : 1.0);
    if (!pipeline_last && l.cp == 1) l.data_stride = l.tp * l.pp;
    return l;
}

}  // namespace threewall
