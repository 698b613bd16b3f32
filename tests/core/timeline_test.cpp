// The simulator against the closed forms, the published bubbles (Narayanan 2021; Qi 2023 tables 2 and 5), and the rules any
// schedule obeys.
#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "core/physics/stages.hpp"
#include "core/physics/timeline.hpp"

using namespace threewall;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr std::array kPlayed = {Schedule::gpipe, Schedule::one_f_one_b, Schedule::interleaved, Schedule::zb_h1, Schedule::zb_h2};

StageTime stage(double forward, double backward, double weight) { return {Seconds(forward), Seconds(backward), Seconds(weight)}; }

/// Forward, input gradient and weight gradient take one second each.
std::vector<StageTime> even(std::int64_t ranks) { return std::vector<StageTime>(static_cast<std::size_t>(ranks), stage(1, 2, 1)); }

Timeline played(Schedule schedule, const std::vector<StageTime>& stages, std::int64_t m, std::int64_t v = 1, double transfer = 0) {
    const std::optional<Timeline> t = make_timeline({schedule, stages, m, v, Seconds(transfer)});
    REQUIRE(t.has_value());
    return *t;
}

double closed_form(Schedule schedule, const std::vector<StageTime>& stages, std::int64_t m, std::int64_t v = 1) {
    return pipeline_time(schedule, stages, static_cast<double>(m), static_cast<double>(v)).value;
}

double longest_on_one_rank(const Timeline& t) {
    double longest = 0;
    for (const RankUse& use : t.ranks) longest = std::max(longest, (use.end - use.start).value);
    return longest;
}

/// Backward takes twice the forward on every stage, as matrix products do.
std::vector<StageTime> uneven(std::mt19937& random, std::int64_t ranks) {
    std::uniform_real_distribution<double> size(0.5, 1.5);
    std::vector<StageTime> stages;
    for (std::int64_t r = 0; r < ranks; ++r) {
        const double forward = size(random);
        stages.push_back(stage(forward, 2 * forward, forward));
    }
    return stages;
}

/// Nothing known about how forward and backward relate.
std::vector<StageTime> unrelated(std::mt19937& random, std::int64_t ranks) {
    std::uniform_real_distribution<double> part(0.0, 2.0);
    std::vector<StageTime> stages;
    for (std::int64_t r = 0; r < ranks; ++r) {
        const double weight = part(random);
        stages.push_back(stage(part(random), weight + part(random), weight));
    }
    return stages;
}

bool by_total(const StageTime& a, const StageTime& b) { return a.total() < b.total(); }

void check_against_closed_form(Schedule schedule, std::int64_t m_per_rank_at_least = 0) {
    for (const std::int64_t p : {1, 2, 3, 4, 8, 12, 16})
        for (const std::int64_t m : {1, 2, 5, 8, 16, 31, 64}) {
            if (m < m_per_rank_at_least * p) continue;
            INFO("p " << p << ", m " << m);
            CHECK_THAT(played(schedule, even(p), m).period.value, WithinRel(closed_form(schedule, even(p), m), 1e-9));
        }
}

/// Where each slot lies, by what it computes: part of the model, micro-batch, kind.
using Places = std::map<std::tuple<std::int64_t, std::int64_t, SlotKind>, Slot>;

Places places_of(const Timeline& t) {
    Places places;
    const std::int64_t p = static_cast<std::int64_t>(t.ranks.size());
    for (const Slot& s : t.slots) places[{s.chunk * p + s.rank, s.micro_batch, s.kind}] = s;
    return places;
}

/// Seconds from when everything a slot needs has arrived until it starts; negative breaks causality.
double slack(const Places& places, std::int64_t part, std::int64_t last_part, const Slot& s, double transfer) {
    const auto end = [&](std::int64_t of, SlotKind kind) { return places.at({of, s.micro_batch, kind}).end.value; };
    double ready = 0;
    if (s.kind == SlotKind::weight) ready = end(part, SlotKind::backward);
    if (s.kind == SlotKind::backward) ready = end(part, SlotKind::forward);
    if (s.kind == SlotKind::backward && part < last_part) ready = std::max(ready, end(part + 1, SlotKind::backward) + transfer);
    if (s.kind == SlotKind::forward && part > 0) ready = end(part - 1, SlotKind::forward) + transfer;
    return s.start.value - ready;
}

}  // namespace

TEST_CASE("simulated 1F1B takes m + p − 1 micro-batches' time on even stages") { check_against_closed_form(Schedule::one_f_one_b); }

TEST_CASE("simulated GPipe takes as long as 1F1B on even stages: 1F1B saves memory, not time") {
    check_against_closed_form(Schedule::gpipe);
    CHECK(played(Schedule::gpipe, even(8), 32).makespan == played(Schedule::one_f_one_b, even(8), 32).makespan);
}

TEST_CASE("simulated interleaving takes m + (p − 1)/v micro-batches' time when m is a multiple of p") {
    for (const std::int64_t p : {1, 2, 3, 4, 8, 16})
        for (const std::int64_t m : {p, 2 * p, 5 * p})
            for (const std::int64_t v : {1, 2, 3, 6}) {
                INFO("p " << p << ", m " << m << ", v " << v);
                const double closed = closed_form(Schedule::interleaved, even(p), m, v);
                CHECK_THAT(played(Schedule::interleaved, even(p), m, v).makespan.value, WithinRel(closed, 1e-9));
            }
}

TEST_CASE("Narayanan's figure 4: 4 ranks and 8 micro-batches idle 3/8 of the ideal time, 3/16 with two chunks a rank") {
    CHECK_THAT(played(Schedule::one_f_one_b, even(4), 8).makespan.value / 24 - 1, WithinRel(3.0 / 8, 1e-9));
    CHECK_THAT(played(Schedule::interleaved, even(4), 8, 2).makespan.value / 24 - 1, WithinRel(3.0 / 16, 1e-9));
}

TEST_CASE("every rank of even 1F1B idles the same share, (p − 1)/(m + p − 1)") {
    for (const RankUse& use : played(Schedule::one_f_one_b, even(4), 32).ranks) CHECK_THAT(use.bubble_share, WithinRel(3.0 / 35, 1e-9));
}

TEST_CASE("ZB-H1 leaves a bubble of (p − 1)(t_f + t_b − t_w) once there are p micro-batches") {
    CHECK_THAT(played(Schedule::zb_h1, even(8), 32).period.value, WithinRel(3.0 * 32 + 7, 1e-9));
    check_against_closed_form(Schedule::zb_h1, 1);
}

TEST_CASE("ZB-H2 leaves no bubble on any rank once there are 2p − 1 micro-batches, when all three passes take the same") {
    for (const RankUse& use : played(Schedule::zb_h2, even(8), 15).ranks) CHECK_THAT(use.bubble_share, WithinAbs(0.0, 1e-9));
    check_against_closed_form(Schedule::zb_h2, 2);
}

TEST_CASE("ZB-H2 has no bubble only if a rank starts its next step before the others have ended theirs") {
    const Timeline t = played(Schedule::zb_h2, even(8), 32);
    CHECK_THAT(t.period.value, WithinRel(96.0, 1e-9));
    CHECK_THAT(t.makespan.value, WithinRel(96.0 + 7, 1e-9));
}

TEST_CASE("too few micro-batches to fill the warm-up give zero-bubble schedules the bubble back") {
    CHECK(played(Schedule::zb_h1, even(8), 4).period.value > closed_form(Schedule::zb_h1, even(8), 4) * 1.2);
    CHECK(played(Schedule::zb_h2, even(8), 4).period == played(Schedule::zb_h1, even(8), 4).period);
}

TEST_CASE("the zero-bubble closed forms hold while the weight gradient is no longer than forward or input gradient") {
    for (const double weight : {0.5, 0.7, 0.9, 1.0}) {
        const std::vector<StageTime> stages(8, stage(1, 2, weight));
        for (const Schedule s : {Schedule::zb_h1, Schedule::zb_h2})
            CHECK_THAT(played(s, stages, 64).period.value, WithinRel(closed_form(s, stages, 64), 1e-9));
    }
    const std::vector<StageTime> long_weight(8, stage(1, 2, 1.2));
    CHECK(played(Schedule::zb_h1, long_weight, 64).period.value > closed_form(Schedule::zb_h1, long_weight, 64));
}

TEST_CASE("Qi's bubble rates follow from the passes and transfers Qi measured on a 1.5 B model and 8 stages") {
    struct Row {
        std::int64_t m;
        double forward, input, weight, transfer;  // milliseconds
        double one_f_one_b, zb_h1, zb_h2;
    };
    constexpr Row kRows[] = {{24, 18.522, 18.086, 9.337, 0.601, 0.2431, 0.1585, 0.1083},
                             {32, 18.513, 18.086, 9.331, 0.626, 0.1985, 0.1242, 0.0837},
                             {64, 18.546, 18.097, 9.321, 0.762, 0.1240, 0.0674, 0.0444}};
    for (const Row& row : kRows) {
        const std::vector<StageTime> stages(8, stage(row.forward, row.input + row.weight, row.weight));
        // The rate is the idle part of the rank that takes longest.
        const auto rate = [&](Schedule s) {
            const double ideal = static_cast<double>(row.m) * stages[0].total().value;
            return 1 - ideal / longest_on_one_rank(played(s, stages, row.m, 1, row.transfer));
        };
        INFO("m " << row.m);
        CHECK_THAT(rate(Schedule::one_f_one_b), WithinAbs(row.one_f_one_b, 5e-5));
        CHECK_THAT(rate(Schedule::zb_h1), WithinAbs(row.zb_h1, 5e-5));
        CHECK_THAT(rate(Schedule::zb_h2), WithinAbs(row.zb_h2, 5e-5));
    }
}

TEST_CASE("uneven 1F1B takes Σt + (m − 1) max t when the last stage is the slowest, as the one with the head is") {
    std::mt19937 random(1);
    for (int i = 0; i < 100; ++i) {
        const std::int64_t p = 2 + i % 9, m = p + i % 30;
        std::vector<StageTime> stages = uneven(random, p);
        std::iter_swap(std::ranges::max_element(stages, by_total), stages.end() - 1);
        INFO("p " << p << ", m " << m);
        CHECK_THAT(played(Schedule::one_f_one_b, stages, m).makespan.value, WithinRel(closed_form(Schedule::one_f_one_b, stages, m), 1e-9));
    }
}

TEST_CASE("uneven 1F1B never takes longer than that, nor less than the slowest stage's work behind its first micro-batch's way") {
    std::mt19937 random(2);
    for (int i = 0; i < 100; ++i) {
        const std::int64_t p = 2 + i % 9, m = p + i % 30;
        const std::vector<StageTime> stages = uneven(random, p);
        const auto slowest = std::ranges::max_element(stages, by_total);
        Seconds least = slowest->total() * static_cast<double>(m);
        for (auto before = stages.begin(); before != slowest; ++before) least += before->total();
        const double time = played(Schedule::one_f_one_b, stages, m).makespan.value;
        INFO("p " << p << ", m " << m);
        CHECK(time <= closed_form(Schedule::one_f_one_b, stages, m) * (1 + 1e-9));
        CHECK(time >= least.value * (1 - 1e-9));
    }
}

TEST_CASE("a slow first stage hides part of the fill: 8 stages and 32 micro-batches take 3.7 % less than the closed form") {
    std::vector<StageTime> stages = even(8);
    stages[0] = stage(1.25, 2.5, 1.25);
    const double time = played(Schedule::one_f_one_b, stages, 32).makespan.value;
    CHECK_THAT(time / closed_form(Schedule::one_f_one_b, stages, 32), WithinAbs(0.963, 1e-3));
}

TEST_CASE("a stage slow only forward before one slow only backward is worse than the closed form: their order matters") {
    const std::vector<StageTime> stages = {stage(0, 0, 0), stage(3, 0, 0), stage(0, 3, 0), stage(0, 0, 0)};
    CHECK_THAT(closed_form(Schedule::one_f_one_b, stages, 8), WithinRel(3.0 * 9, 1e-9));
    CHECK_THAT(played(Schedule::one_f_one_b, stages, 8).makespan.value, WithinRel(3.0 * 10, 1e-9));
}

TEST_CASE("a transfer is paid twice between neighbours to fill and drain GPipe, and hidden in between") {
    CHECK_THAT(played(Schedule::gpipe, even(4), 16, 1, 0.1).makespan.value, WithinRel(3.0 * 19 + 2 * 3 * 0.1, 1e-9));
    CHECK(played(Schedule::one_f_one_b, even(4), 16, 1, 0.1).makespan > played(Schedule::gpipe, even(4), 16, 1, 0.1).makespan);
}

TEST_CASE("one rank has no bubble and nothing to transfer") {
    for (const Schedule s : kPlayed) {
        const Timeline t = played(s, even(1), 5, 2, 10);
        CHECK(t.makespan == Seconds(15));
        CHECK(t.ranks[0].bubble_share == 0);
    }
}

TEST_CASE("micro-batches in flight are those the memory model counts, on every rank") {
    for (const Schedule schedule : kPlayed)
        for (const std::int64_t p : {1, 4, 8})
            for (const std::int64_t m : {p, 2 * p, 4 * p}) {
                const bool interleaved = schedule == Schedule::interleaved;
                const std::int64_t v = interleaved ? 3 : 1;
                Scenario s;
                s.plan.schedule = schedule;
                Layout l;
                l.micro_batches = static_cast<double>(m);
                l.pp = static_cast<double>(p);
                l.vpp = static_cast<double>(v);
                const Timeline t = played(schedule, even(p), m, v);
                for (std::int64_t r = 0; r < p; ++r) {
                    INFO("schedule " << static_cast<int>(schedule) << ", p " << p << ", m " << m << ", rank " << r);
                    CHECK_THAT(t.ranks[static_cast<std::size_t>(r)].peak_in_flight,
                               WithinRel(micro_batches_in_flight(s, l, static_cast<double>(r)), 1e-9));
                }
            }
}

TEST_CASE("to its weight gradient, every rank of ZB-H1 holds something of p micro-batches, of ZB-H2 2p − 1") {
    for (const RankUse& use : played(Schedule::zb_h1, even(8), 32).ranks) CHECK(use.peak_held == 8);
    for (const RankUse& use : played(Schedule::zb_h2, even(8), 32).ranks) CHECK(use.peak_held == 15);
    CHECK(played(Schedule::one_f_one_b, even(8), 32).ranks[7].peak_held == 1);
}

TEST_CASE("nothing starts before what it needs has arrived, and a rank does one thing at a time") {
    std::mt19937 random(3);
    for (int i = 0; i < 60; ++i) {
        const std::int64_t p = 1 + i % 7, m = p * (1 + i % 4);
        const Schedule schedule = kPlayed[static_cast<std::size_t>(i) % kPlayed.size()];
        const std::int64_t v = schedule == Schedule::interleaved ? 1 + i % 3 : 1;
        const double transfer = p > 1 ? 0.3 : 0;
        const Timeline t = played(schedule, unrelated(random, p), m, v, transfer);
        const Places places = places_of(t);
        double least_slack = 0, least_gap = 0;
        for (std::size_t k = 0; k < t.slots.size(); ++k) {
            const Slot& s = t.slots[k];
            least_slack = std::min(least_slack, slack(places, s.chunk * p + s.rank, p * v - 1, s, transfer));
            if (k > 0 && t.slots[k - 1].rank == s.rank) least_gap = std::min(least_gap, (s.start - t.slots[k - 1].end).value);
        }
        INFO("schedule " << static_cast<int>(schedule) << ", p " << p << ", m " << m << ", v " << v);
        CHECK(least_slack > -1e-9);
        CHECK(least_gap > -1e-9);
    }
}

TEST_CASE("every schedule does the same work: each micro-batch forward and backward once on every part of every rank") {
    std::mt19937 random(4);
    const std::vector<StageTime> stages = unrelated(random, 4);
    for (const Schedule schedule : kPlayed) {
        const std::int64_t v = schedule == Schedule::interleaved ? 2 : 1;
        const std::size_t kinds = schedule == Schedule::zb_h1 || schedule == Schedule::zb_h2 ? 3 : 2;
        const Timeline t = played(schedule, stages, 8, v);
        CHECK(t.slots.size() == static_cast<std::size_t>(4 * 8 * v) * kinds);
        CHECK(places_of(t).size() == t.slots.size());
        for (std::size_t r = 0; r < stages.size(); ++r) CHECK_THAT(t.ranks[r].busy.value, WithinRel(stages[r].total().value * 8, 1e-9));
    }
}

TEST_CASE("no timeline: DualPipe, interleaving with micro-batches no multiple of the ranks, nothing to run") {
    CHECK_FALSE(make_timeline({Schedule::dual_pipe, even(4), 8, 1, Seconds(0)}).has_value());
    CHECK_FALSE(make_timeline({Schedule::interleaved, even(4), 9, 3, Seconds(0)}).has_value());
    CHECK_FALSE(make_timeline({Schedule::one_f_one_b, even(4), 0, 1, Seconds(0)}).has_value());
    CHECK_FALSE(make_timeline({Schedule::one_f_one_b, {}, 8, 1, Seconds(0)}).has_value());
}
