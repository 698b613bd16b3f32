// Order of work on a rank. GPipe: Huang et al. 2019, arXiv 1811.06965 fig. 2c. 1F1B and interleaved: Narayanan et al. 2021,
// arXiv 2104.04473 fig. 4, warm-up counts and chunk order as in Megatron-LM core/pipeline_parallel/schedules.py
// (get_pp_rank_microbatches, get_schedule_table). ZB-H1, ZB-H2: Qi et al. 2023, arXiv 2401.10241 fig. 3.
#include "core/physics/timeline.hpp"

#include <algorithm>
#include <array>

namespace threewall {
namespace {

struct Work {
    SlotKind kind;
    std::int64_t chunk;
    std::int64_t micro_batch;
};

using Order = std::vector<Work>;

std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

bool playable(const TimelineInput& in) {
    if (in.stages.empty() || in.micro_batches < 1 || in.schedule == Schedule::dual_pipe) return false;
    const std::int64_t ranks = static_cast<std::int64_t>(in.stages.size());
    return in.schedule != Schedule::interleaved || (in.virtual_stages >= 1 && in.micro_batches % ranks == 0);
}

bool splits_backward(Schedule s) { return s == Schedule::zb_h1 || s == Schedule::zb_h2; }

/// Forwards in groups of `group` micro-batches, each group through all chunks before the next begins.
Order forward_order(std::int64_t micro_batches, std::int64_t chunks, std::int64_t group) {
    Order order;
    for (std::int64_t first = 0; first < micro_batches; first += group) {
        for (std::int64_t chunk = 0; chunk < chunks; ++chunk) {
            for (std::int64_t i = first; i < std::min(first + group, micro_batches); ++i) order.push_back({SlotKind::forward, chunk, i});
        }
    }
    return order;
}

/// `warm_up` forwards, then a forward and a backward in turn, then the backwards left. A weight gradient, when it is a slot of
/// its own, follows `*weight_lag` backwards after its input gradient, and those left come last.
Order paired_order(const Order& forwards, std::int64_t chunks, std::int64_t warm_up, std::optional<std::int64_t> weight_lag) {
    const std::int64_t count = static_cast<std::int64_t>(forwards.size());
    const std::int64_t lag = weight_lag.value_or(0);
    Order order(forwards.begin(), forwards.begin() + static_cast<std::ptrdiff_t>(std::min(warm_up, count)));
    for (std::int64_t i = 0; i < count + lag; ++i) {
        if (warm_up + i < count) order.push_back(forwards[index(warm_up + i)]);
        if (i < count) {
            const Work& passed = forwards[index(i)];
            order.push_back({SlotKind::backward, chunks - 1 - passed.chunk, passed.micro_batch});
        }
        if (weight_lag && i >= lag) order.push_back({SlotKind::weight, 0, i - lag});
    }
    return order;
}

/// All forwards, then all backwards, the last micro-batch first.
Order gpipe_order(std::int64_t micro_batches) {
    Order order = forward_order(micro_batches, 1, micro_batches);
    for (std::int64_t i = micro_batches; i > 0; --i) order.push_back({SlotKind::backward, 0, i - 1});
    return order;
}

/// `ranks_after` follow this one. Every rank of ZB-H1 has p micro-batches to keep something of, of ZB-H2 2p − 1:
/// what it has fewer in flight than the first rank it may have more of weight gradients to come.
Order rank_order(const TimelineInput& in, std::int64_t rank, std::int64_t chunks) {
    const std::int64_t p = static_cast<std::int64_t>(in.stages.size()), m = in.micro_batches, ranks_after = p - 1 - rank;
    switch (in.schedule) {
        case Schedule::gpipe: return gpipe_order(m);
        case Schedule::one_f_one_b: return paired_order(forward_order(m, 1, m), 1, ranks_after, std::nullopt);
        case Schedule::interleaved:
            return paired_order(forward_order(m, chunks, p), chunks, ranks_after * 2 + (chunks - 1) * p, std::nullopt);
        case Schedule::zb_h1: return paired_order(forward_order(m, 1, m), 1, ranks_after, rank);
        case Schedule::zb_h2: return paired_order(forward_order(m, 1, m), 1, ranks_after * 2, rank * 2);
        case Schedule::dual_pipe: break;
    }
    return {};
}

/// Plays the ranks' orders: each takes the next of its order as soon as it is idle and what that needs has arrived.
class Player {
public:
    Player(const TimelineInput& in, std::int64_t chunks)
        : in_(in), ranks_(static_cast<std::int64_t>(in.stages.size())), chunks_(chunks), runs_(in.stages.size()) {
        for (std::int64_t r = 0; r < ranks_; ++r) runs_[index(r)].order = rank_order(in, r, chunks);
        for (std::vector<std::optional<Seconds>>& ends : ends_) ends.resize(index(ranks_ * chunks_ * in.micro_batches));
    }

    /// False when the orders wait for each other.
    bool play() {
        for (bool moved = true; moved;) {
            moved = false;
            for (std::int64_t r = 0; r < ranks_; ++r)
                while (play_next(r)) moved = true;
        }
        return std::ranges::all_of(runs_, [](const Run& run) { return run.slots.size() == run.order.size(); });
    }

    const std::vector<Slot>& slots(std::int64_t rank) const { return runs_[index(rank)].slots; }

private:
    struct Run {
        Order order;
        std::vector<Slot> slots;
    };

    bool play_next(std::int64_t rank) {
        Run& run = runs_[index(rank)];
        if (run.slots.size() == run.order.size()) return false;
        const Work& work = run.order[run.slots.size()];
        const std::int64_t part = work.chunk * ranks_ + rank;
        const std::optional<Seconds> ready = ready_at(work, part);
        if (!ready) return false;
        const Seconds start = run.slots.empty() ? *ready : max(*ready, run.slots.back().end);
        const Seconds end = start + duration(work.kind, in_.stages[index(rank)]);
        run.slots.push_back({rank, work.chunk, work.micro_batch, work.kind, start, end});
        end_of(work.kind, part, work.micro_batch) = end;
        return true;
    }

    /// When everything `work` needs has arrived; absent while that is not known.
    std::optional<Seconds> ready_at(const Work& work, std::int64_t part) {
        const std::int64_t i = work.micro_batch;
        if (work.kind == SlotKind::weight) return end_of(SlotKind::backward, part, i);
        if (work.kind == SlotKind::forward) return part == 0 ? Seconds(0) : arrival(SlotKind::forward, part - 1, i);
        const std::optional<Seconds> own = end_of(SlotKind::forward, part, i);
        if (part == ranks_ * chunks_ - 1 || !own) return own;
        const std::optional<Seconds> gradient = arrival(SlotKind::backward, part + 1, i);
        return gradient ? max(*own, *gradient) : gradient;
    }

    std::optional<Seconds> arrival(SlotKind kind, std::int64_t part, std::int64_t micro_batch) {
        const std::optional<Seconds> sent = end_of(kind, part, micro_batch);
        return sent && ranks_ > 1 ? *sent + in_.transfer : sent;
    }

    Seconds duration(SlotKind kind, const StageTime& t) const {
        const double share = 1.0 / static_cast<double>(chunks_);
        if (kind == SlotKind::forward) return t.forward * share;
        if (kind == SlotKind::weight) return t.weight_gradient * share;
        return (splits_backward(in_.schedule) ? t.backward - t.weight_gradient : t.backward) * share;
    }

    std::optional<Seconds>& end_of(SlotKind kind, std::int64_t part, std::int64_t micro_batch) {
        return ends_[static_cast<std::size_t>(kind)][index(part * in_.micro_batches + micro_batch)];
    }

    const TimelineInput& in_;
    std::int64_t ranks_;
    std::int64_t chunks_;
    std::vector<Run> runs_;
    std::array<std::vector<std::optional<Seconds>>, 3> ends_;  ///< by kind, then part and micro-batch
};

/// The bubble share waits for the period.
RankUse rank_use(const std::vector<Slot>& slots, bool split, std::int64_t chunks) {
    RankUse use;
    use.start = slots.front().start;
    use.end = slots.back().end;
    std::int64_t in_flight = 0, held = 0, most_in_flight = 0, most_held = 0;
    for (const Slot& s : slots) {
        use.busy += s.end - s.start;
        in_flight += s.kind == SlotKind::forward ? 1 : s.kind == SlotKind::backward ? -1 : 0;
        held += s.kind == SlotKind::forward ? 1 : s.kind == (split ? SlotKind::weight : SlotKind::backward) ? -1 : 0;
        most_in_flight = std::max(most_in_flight, in_flight);
        most_held = std::max(most_held, held);
    }
    use.peak_in_flight = static_cast<double>(most_in_flight) / static_cast<double>(chunks);
    use.peak_held = static_cast<double>(most_held) / static_cast<double>(chunks);
    return use;
}

}  // namespace

std::optional<Timeline> make_timeline(const TimelineInput& input) {
    if (!playable(input)) return std::nullopt;
    const std::int64_t chunks = input.schedule == Schedule::interleaved ? input.virtual_stages : 1;
    Player player(input, chunks);
    if (!player.play()) return std::nullopt;

    Timeline timeline;
    Seconds longest;
    for (std::int64_t r = 0; r < static_cast<std::int64_t>(input.stages.size()); ++r) {
        const std::vector<Slot>& slots = player.slots(r);
        const RankUse use = rank_use(slots, splits_backward(input.schedule), chunks);
        timeline.slots.insert(timeline.slots.end(), slots.begin(), slots.end());
        timeline.ranks.push_back(use);
        timeline.makespan = max(timeline.makespan, use.end);
        longest = max(longest, use.end - use.start);
    }
    timeline.period = input.schedule == Schedule::zb_h2 ? longest : timeline.makespan;
    for (RankUse& use : timeline.ranks)
        use.bubble_share = timeline.period.value > 0 ? 1 - use.busy / timeline.period : 0;
    return timeline;
}

}  // namespace threewall
