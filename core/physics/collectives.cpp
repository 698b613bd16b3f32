// Volumes: ring all-reduce 2(n−1)/n, reduce-scatter and all-gather (n−1)/n (Patarasuk & Yuan 2009; NCCL documentation,
// "busbw" in nccl-tests PERFORMANCE.md). Hierarchy: with one NIC per device, every rail carries its share of a
// group that fills the domain, so the network sees volume/inside per NIC.
#include "core/physics/collectives.hpp"

#include <algorithm>
#include <cmath>

namespace threewall {
namespace {

/// Bandwidth left after congestion, which grows with the number of domains that exchange at once.
BytesPerSecond congested(const Links& l, const Group& g) {
    return l.out * std::pow(1.0 - l.congestion_per_doubling, std::log2(std::max(1.0, g.domains)));
}

/// Hops of a ring inside the domain and of a tree across domains: NCCL switches to trees when the
/// latency of a long ring would dominate.
Seconds latency(const Links& l, const Group& g) {
    return l.up_latency * (g.inside - 1) + l.out_latency * 2.0 * std::ceil(std::log2(std::max(1.0, g.domains)));
}

double torus_dimensions(Topology t) {
    return t == Topology::torus_2d ? 2.0 : t == Topology::torus_3d ? 3.0 : 0.0;
}

/// Links that a message of an all-to-all crosses on average: a quarter of the side in each dimension of a torus. Rings
/// use every link of a torus at once and pay nothing (Jouppi et al. 2023, arXiv 2304.01433 §2).
double mean_hops(const Links& l, double members) {
    if (l.torus_dimensions <= 0) return 1.0;
    return std::max(1.0, l.torus_dimensions * std::pow(members, 1.0 / l.torus_dimensions) / 4.0);
}

CollectiveTime ring(const Links& l, const Group& g, Bytes volume, double rounds) {
    if (g.size <= 1) return {};
    const Bytes moved = volume * ((g.size - 1) / g.size * rounds);
    CollectiveTime t;
    if (g.inside > 1) t.up = moved / l.up + latency(l, g) * rounds;
    if (g.crosses()) t.out = moved / (congested(l, g) * g.inside) + latency(l, g) * rounds;
    return t;
}

}  // namespace

Group place(double size, double stride, double domain) {
    Group g;
    g.size = size;
    g.inside = std::clamp(std::floor(domain / stride), 1.0, size);
    g.domains = std::ceil(size / g.inside);
    return g;
}

Links make_links(const Scenario& s) {
    const Cluster& c = s.cluster;
    const Efficiency& e = s.stack.efficiency;
    Links l;
    l.up = c.scale_up.bandwidth * (c.scale_up.efficiency * e.scale_up);
    l.out = c.scale_out.bandwidth * (c.scale_out.efficiency * e.scale_out / std::max(1.0, c.oversubscription));
    l.up_latency = c.scale_up.latency;
    l.out_latency = c.scale_out.latency;
    l.congestion_per_doubling = std::clamp(c.congestion_per_doubling, 0.0, 0.9);
    l.torus_dimensions = torus_dimensions(c.scale_up_topology);
    return l;
}

CollectiveTime all_gather(const Links& l, const Group& g, Bytes gathered) { return ring(l, g, gathered, 1); }
CollectiveTime reduce_scatter(const Links& l, const Group& g, Bytes reduced) { return ring(l, g, reduced, 1); }
CollectiveTime all_reduce(const Links& l, const Group& g, Bytes reduced) { return ring(l, g, reduced, 2); }

CollectiveTime all_to_all(const Links& l, const Group& g, Bytes sent, double network_share) {
    if (g.size <= 1) return {};
    CollectiveTime t;
    t.up = sent * ((g.inside - 1) / g.size * mean_hops(l, g.inside)) / l.up + l.up_latency * (g.inside - 1);
    if (g.crosses()) {
        t.out = sent * ((g.size - g.inside) / g.size * network_share) / congested(l, g) + l.out_latency * std::log2(g.size);
    }
    return t;
}

CollectiveTime point_to_point(const Links& l, bool crosses, Bytes sent) {
    CollectiveTime t;
    if (crosses) {
        t.out = sent / l.out + l.out_latency;
    } else {
        t.up = sent / l.up + l.up_latency;
    }
    return t;
}

}  // namespace threewall
