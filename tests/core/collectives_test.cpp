// Ring volumes and the two tiers.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "core/physics/collectives.hpp"

using namespace threewall;
using Catch::Matchers::WithinRel;

namespace {

Links links() {
    Links l;
    l.up = BytesPerSecond(300e9);
    l.out = BytesPerSecond(25e9);
    return l;
}

}  // namespace

TEST_CASE("an all-reduce moves 2(n−1)/n of the payload, gather and scatter (n−1)/n") {
    const Group g = place(8, 1, 8);
    CHECK_THAT(all_reduce(links(), g, Bytes(300e9)).total().value, WithinRel(2 * 7.0 / 8, 1e-12));
    CHECK_THAT(all_gather(links(), g, Bytes(300e9)).total().value, WithinRel(7.0 / 8, 1e-12));
    CHECK_THAT(reduce_scatter(links(), g, Bytes(300e9)).total().value, WithinRel(7.0 / 8, 1e-12));
}

TEST_CASE("a group of one moves nothing") { CHECK(all_reduce(links(), place(1, 1, 8), Bytes(1e9)).total().value == 0); }

TEST_CASE("data parallel ranks eight apart each use their own port") {
    const Group g = place(4, 8, 8);
    CHECK(g.inside == 1);
    CHECK(g.domains == 4);
    CHECK_THAT(reduce_scatter(links(), g, Bytes(25e9)).total().value, WithinRel(0.75, 1e-12));
}

TEST_CASE("a group that fills its nodes shares their ports: the network sees an eighth of the payload on each") {
    const Group g = place(32, 1, 8);
    CHECK(g.inside == 8);
    const CollectiveTime t = all_gather(links(), g, Bytes(200e9));
    CHECK_THAT(t.out.value, WithinRel(31.0 / 32, 1e-12));
    CHECK_THAT(t.up.value, WithinRel(200.0 / 300 * 31 / 32, 1e-12));
}

TEST_CASE("all-to-all over two nodes sends half of its payload across, whatever the port") {
    const Group g = place(16, 1, 8);
    const CollectiveTime t = all_to_all(links(), g, Bytes(16e9));
    CHECK_THAT(t.out.value, WithinRel(8.0 / 25, 1e-12));
    CHECK_THAT(t.up.value, WithinRel(7.0 / 300, 1e-12));
}

TEST_CASE("congestion takes its share each time the group doubles") {
    Links l = links();
    l.congestion_per_doubling = 0.1;
    CHECK_THAT(reduce_scatter(l, place(4, 8, 8), Bytes(25e9)).total().value, WithinRel(0.75 / 0.81, 1e-12));
}

TEST_CASE("expert parallel dispatch of 48 layers, top-4, width 6144 is 4.5 MiB a token") {
    // Case D02: 2 directions · 4 copies · 12 KiB · 48 layers; 7/8 of it leaves the rank with EP 8.
    const double per_token = 2 * 4 * 6144 * 2 * 48;
    CHECK_THAT(per_token / kMebi, WithinRel(4.5, 1e-12));
    Links l = links();
    l.up = BytesPerSecond(1);
    CHECK_THAT(all_to_all(l, place(8, 1, 8), Bytes(per_token)).up.value / kMebi, WithinRel(3.9375, 1e-9));
}
