// Tensor-parallel collectives: Shoeybi et al. 2019, arXiv 1909.08053 (two all-reduces a direction); Korthikanti 2022 (the
// all-gather / reduce-scatter pairs of sequence parallelism). Overlap of the backward reduction with the weight gradient:
// Megatron-LM core/tensor_parallel/layers.py @ d98e8a64dd. Context parallelism: Liu et al. 2023, arXiv 2310.01889
// (ring), Jacobs et al. 2023, arXiv 2309.14509 (Ulysses). FSDP: Zhao et al. 2023, arXiv 2304.11277.
#include "core/physics/layer_cost.hpp"

#include <algorithm>
#include <cmath>

#include "core/physics/operators.hpp"
#include "core/physics/parameters.hpp"

namespace threewall {
namespace {

double d(std::int64_t v) { return static_cast<double>(v); }

constexpr double kWidth = 2.0;  // bytes of a 16-bit activation

/// Share of backward GEMM time under which the reduction of the input gradient hides: the weight gradients of the
/// two column-parallel GEMMs, about half of half of backward.
constexpr double kBackwardOverlapWindow = 0.25;
/// Tensor-parallel overlap (user buffers, ring-exchange GEMMs) hides all but the first and last chunk of four.
constexpr double kTensorOverlapHidden = 0.6;
/// Share of a layer's compute under which overlapped expert all-to-all hides: kernels lose SMs to communication
/// (DeepSeek-V3 gives it 20 of 132).
constexpr double kExpertOverlapWindow = 0.8;
/// Share of matrix products that the per-operator recompute policy repeats (every second one).
constexpr double kOperatorRecomputeGemms = 0.5;

Wall wall_of(Bound b) {
    switch (b) {
        case Bound::compute: return Wall::compute;
        case Bound::memory: return Wall::memory_bandwidth;
        case Bound::launch: return Wall::host;
    }
    return Wall::compute;
}

Term term_of(OperatorGroup g) { return static_cast<Term>(g); }

/// Forward time that recomputation repeats for one operator.
double repeated_share(const Scenario& s, const Operator& o) {
    switch (s.plan.recompute) {
        case Recompute::none: return 0;
        case Recompute::selective: return o.in_core_attention ? 1 : 0;
        case Recompute::operators:
            if (o.kind == OperatorKind::attention) return 0;
            return o.kind == OperatorKind::gemm ? kOperatorRecomputeGemms : 1;
        case Recompute::full: return 1;
    }
    return 0;
}

/// Layers of a rank that are recomputed (Megatron "block" repeats only some).
double recomputed_layers_share(const Scenario& s, const Layout& l) {
    if (!s.plan.recompute_layers) return 1;
    const double layers = std::max(1.0, d(s.model.layers) / l.pp);
    return std::min(1.0, d(*s.plan.recompute_layers) / layers);
}

struct Operators {
    Seconds gemm_backward;
    Seconds attention_forward, attention_backward;
};

Operators add_operators(const Context& c, const OperatorList& list, double repeated_layers, Cost& cost) {
    Operators sums;
    for (const Operator& o : list) {
        const KernelTime t = kernel_time(o, c.machine);
        const double again = repeated_share(c.s, o) * repeated_layers;
        const Seconds repeated = t.forward * again;
        cost.table.at(term_of(o.group), wall_of(t.bound)) += t.forward + t.backward;
        cost.table.at(Term::recompute, wall_of(t.bound)) += repeated;
        cost.forward += t.forward;
        cost.backward += t.backward + repeated;
        cost.traffic += t.bytes * (1 + again / 3);
        cost.flop += t.flop * (1 + again / 3);
        if (o.kind == OperatorKind::gemm) {
            sums.gemm_backward += t.backward;
            cost.weight_gradient += t.backward * 0.5;
        }
        if (o.kind == OperatorKind::attention) {
            sums.attention_forward += t.forward;
            sums.attention_backward += t.backward;
        }
    }
    return sums;
}

enum class Direction { forward, backward };

/// Books communication of which `busy` seconds run and `exposed` of them are waited for; `t` says against which wall.
void book(Cost& cost, Term term, const CollectiveTime& t, Direction direction, Seconds busy, Seconds exposed) {
    cost.table.at(term, t.network_bound() ? Wall::network : Wall::scale_up) += exposed;
    (direction == Direction::backward ? cost.backward : cost.forward) += exposed;
    cost.hidden += busy - exposed;
}

Seconds beyond(Seconds comm, Seconds window) { return max(Seconds(0), comm - window); }

/// Pairs of collectives around the attention block and around the MLP. An expert layer has the second pair only
/// for its shared expert or where experts themselves are split.
double tensor_pairs(const Context& c, bool mixture) {
    if (c.l.tp <= 1) return 0;
    if (c.s.model.parallel_block) return 1;
    const bool second = !mixture || c.s.model.moe->shared_ffn > 0;
    return second ? 2 : 1;
}

void add_tensor_parallel(const Context& c, bool mixture, double repeated_layers, Seconds gemm_backward, Cost& cost) {
    const double pairs = tensor_pairs(c, mixture);
    if (pairs <= 0) return;
    const Bytes stream(c.l.tokens * d(c.s.model.hidden) * kWidth);
    // An all-reduce is a reduce-scatter and an all-gather: both forms move the same.
    CollectiveTime once = c.s.plan.sequence_parallel ? all_gather(c.links, c.place.tensor, stream) : all_reduce(c.links, c.place.tensor, stream);
    const double rounds = c.s.plan.sequence_parallel ? 2 : 1;
    const double shown = c.s.stack.habits.overlap_tensor_parallel ? 1 - kTensorOverlapHidden : 1;
    const Seconds busy = once.total() * (pairs * rounds), forward = busy * shown;
    book(cost, Term::tensor_parallel, once, Direction::forward, busy, forward);
    // Backward: the reduction hides under the weight gradients; with sequence parallelism the gather of the
    // output gradient does not.
    const Seconds hideable = once.total() * pairs, window = gemm_backward * kBackwardOverlapWindow;
    const Seconds fixed = c.s.plan.sequence_parallel ? once.total() * (pairs * shown) : Seconds(0);
    book(cost, Term::tensor_parallel, once, Direction::backward, busy, fixed + beyond(hideable, window) * shown);
    if (c.s.plan.recompute == Recompute::full) {
        const Seconds again = forward * repeated_layers;
        cost.table.at(Term::recompute, once.network_bound() ? Wall::network : Wall::scale_up) += again;
        cost.backward += again;
    }
}

Bytes key_value_bytes(const Context& c) {
    const Attention& a = c.s.model.attention;
    const double width = a.kind == AttentionKind::latent
                             ? c.l.heads * d(a.qk_nope_head_dim + a.qk_rope_head_dim + a.v_head_dim)
                             : 2 * c.l.kv_heads * d(a.head_dim);
    return Bytes(c.l.tokens * width * kWidth);
}

Bytes query_output_bytes(const Context& c) {
    const Attention& a = c.s.model.attention;
    const double width = a.kind == AttentionKind::latent ? d(a.qk_nope_head_dim + a.qk_rope_head_dim + a.v_head_dim) : 2 * d(a.head_dim);
    return Bytes(c.l.tokens * c.l.heads * width * kWidth);
}

void add_context_parallel(const Context& c, const Operators& ops, Cost& cost) {
    if (c.l.cp <= 1) return;
    const Bytes block = key_value_bytes(c);
    switch (c.s.plan.context_parallel_kind) {
        case ContextParallelKind::ring: {
            const CollectiveTime t = all_gather(c.links, c.place.context, block * c.l.cp);
            CollectiveTime back = t;
            back.up *= 2;
            back.out *= 2;
            book(cost, Term::context_parallel, t, Direction::forward, t.total(), beyond(t.total(), ops.attention_forward * ((c.l.cp - 1) / c.l.cp)));
            book(cost, Term::context_parallel, back, Direction::backward, back.total(),
                 beyond(back.total(), ops.attention_backward * ((c.l.cp - 1) / c.l.cp)));
            return;
        }
        case ContextParallelKind::all_gather: {
            const CollectiveTime t = all_gather(c.links, c.place.context, block * c.l.cp);
            book(cost, Term::context_parallel, t, Direction::forward, t.total(), t.total());
            book(cost, Term::context_parallel, t, Direction::backward, t.total() * 2, t.total() * 2);
            return;
        }
        case ContextParallelKind::ulysses: {
            const CollectiveTime t = all_to_all(c.links, c.place.context, block + query_output_bytes(c));
            book(cost, Term::context_parallel, t, Direction::forward, t.total(), t.total());
            book(cost, Term::context_parallel, t, Direction::backward, t.total(), t.total());
            return;
        }
    }
}

/// Copies that cross to another domain over the expert copies: with deduplicated dispatch a token is sent once to each
/// domain that holds any of its experts. k experts fall on D(1 − (1 − 1/D)^k) of D domains; node-limited routing
/// (DeepSeek-V3 §2.1.2) allows fewer.
double network_share(const Context& c) {
    if (!c.s.stack.habits.deduplicated_dispatch) return 1.0;
    const MixtureOfExperts& e = *c.s.model.moe;
    const double domains = c.place.expert.domains, copies = d(e.top_k);
    const double distinct = domains * (1 - std::pow(1 - 1 / domains, copies));
    const double reached = e.node_limit > 0 ? std::min(distinct, d(e.node_limit)) : distinct;
    return std::min(1.0, reached / copies);
}

void add_expert_parallel(const Context& c, double repeated_layers, Cost& cost) {
    const MixtureOfExperts& e = *c.s.model.moe;
    if (c.l.ep <= 1 && c.l.etp <= 1) return;
    const double own = c.l.tokens / c.l.tp;
    const double copies = own * d(e.top_k) * (e.capacity_factor > 0 ? e.capacity_factor : c.s.plan.expert_imbalance);
    const Bytes sent(copies * d(c.s.model.hidden) * kWidth);
    CollectiveTime once = all_to_all(c.links, c.place.expert, sent, network_share(c));
    if (c.l.etp > 1) {
        const CollectiveTime split = all_gather(c.links, c.place.expert_tensor, sent * c.l.etp);
        once.up += split.up;
        once.out += split.out;
    }
    const bool overlapped = c.s.stack.habits.overlap_expert_all_to_all || c.s.plan.schedule == Schedule::dual_pipe;
    // Dispatch and combine in each direction.
    const Seconds comm = once.total() * 2;
    for (Direction direction : {Direction::forward, Direction::backward}) {
        const Seconds compute = direction == Direction::forward ? cost.forward : cost.backward;
        book(cost, Term::expert_parallel, once, direction, comm, overlapped ? beyond(comm, compute * kExpertOverlapWindow) : comm);
    }
    if (c.s.plan.recompute == Recompute::full && !overlapped) {
        cost.table.at(Term::recompute, once.network_bound() ? Wall::network : Wall::scale_up) += comm * repeated_layers;
        cost.backward += comm * repeated_layers;
    }
}

/// ZeRO-3: weights are gathered before forward and (resharded) again before backward, gradients reduced after it.
/// What hides under the layer's own compute is free, but for the stack's exposed share.
void add_weight_gathers(const Context& c, bool mixture, Cost& cost) {
    if (c.s.plan.zero_stage < 3) return;
    const LayerParameters p = layer_parameters(c.s.model, mixture);
    const double dense = p.tensor / c.l.tp + p.replicated, expert = p.expert / (c.l.ep * c.l.etp);
    const double weight = c.s.plan.fp8_weights ? 1.0 : kWidth;
    CollectiveTime gather = all_gather(c.links, c.place.shard, Bytes(dense * weight));
    CollectiveTime reduce = reduce_scatter(c.links, c.place.shard, Bytes(dense * bytes_of(c.l.gradient)));
    if (expert > 0) {
        const CollectiveTime eg = all_gather(c.links, c.place.expert_data, Bytes(expert * weight));
        const CollectiveTime er = reduce_scatter(c.links, c.place.expert_data, Bytes(expert * bytes_of(c.l.gradient)));
        gather.up += eg.up, gather.out += eg.out;
        reduce.up += er.up, reduce.out += er.out;
    }
    const double share = c.s.stack.habits.overlap_data_parallel ? c.s.stack.efficiency.exposed_data_parallel : 1.0;
    const Seconds forward_compute = cost.forward, backward_compute = cost.backward;
    book(cost, Term::weight_gather, gather, Direction::forward, gather.total(), max(beyond(gather.total(), forward_compute), gather.total() * share));
    const Seconds back = reduce.total() + (c.s.plan.reshard_after_forward ? gather.total() : Seconds(0));
    book(cost, Term::weight_gather, reduce, Direction::backward, back, max(beyond(back, backward_compute), back * share));
}

}  // namespace

void Cost::add_scaled(const Cost& o, double k) {
    table.add_scaled(o.table, k);
    forward += o.forward * k;
    backward += o.backward * k;
    weight_gradient += o.weight_gradient * k;
    hidden += o.hidden * k;
    traffic += o.traffic * k;
    flop += o.flop * k;
}

Placement make_placement(const Scenario& s, const Layout& l) {
    const double domain = d(s.cluster.scale_up_domain);
    Placement p;
    p.tensor = place(l.tp, 1, domain);
    p.context = place(l.cp, l.tp, domain);
    p.expert_tensor = place(l.etp, 1, domain);
    p.expert = place(l.ep, l.etp, domain);
    p.data = place(l.data_ranks, l.data_stride, domain);
    p.shard = place(l.zero_ranks, l.data_stride, domain);
    p.expert_data = place(l.expert_data_ranks, l.etp * l.ep, domain);
    p.pipeline_crosses = l.pp > 1 && l.pipeline_stride * 2 > domain;
    return p;
}

Context make_context(const Scenario& s, const Layout& l) {
    return {s, l, make_machine(s, l), make_links(s), make_placement(s, l)};
}

Cost layer_cost(const Context& c, bool mixture) {
    Cost cost;
    const double repeated = recomputed_layers_share(c.s, c.l);
    const Operators ops = add_operators(c, layer_operators(c.s, c.l, mixture), repeated, cost);
    add_context_parallel(c, ops, cost);
    add_tensor_parallel(c, mixture, repeated, ops.gemm_backward, cost);
    if (mixture) add_expert_parallel(c, repeated, cost);
    add_weight_gathers(c, mixture, cost);
    return cost;
}

Cost embedding_cost(const Context& c) {
    Cost cost;
    add_operators(c, embedding_operators(c.s, c.l), 0, cost);
    return cost;
}

Cost mtp_projection_cost(const Context& c) {
    Cost cost;
    add_operators(c, mtp_projection_operators(c.s, c.l), 0, cost);
    return cost;
}

Cost head_cost(const Context& c) {
    Cost cost;
    add_operators(c, head_operators(c.s, c.l), 0, cost);
    if (c.l.tp > 1) {
        const Bytes stream(c.l.tokens * d(c.s.model.hidden) * kWidth);
        const CollectiveTime t = all_gather(c.links, c.place.tensor, stream);
        book(cost, Term::tensor_parallel, t, Direction::forward, t.total(), t.total());
        book(cost, Term::tensor_parallel, t, Direction::backward, t.total(), t.total());
    }
    return cost;
}

}  // namespace threewall
