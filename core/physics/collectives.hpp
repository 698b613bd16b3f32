// Collectives over groups that lie partly inside a scale-up domain and partly across the network.
#pragma once

#include "core/physics/layout.hpp"
#include "core/scenario/scenario.hpp"

namespace threewall {

/// Where a group's members lie: `inside` of them share a scale-up domain, `domains` domains take part.
struct Group {
    double size = 1;
    double inside = 1;
    double domains = 1;
    bool crosses() const { return domains > 1; }
};

/// A group of `size` devices that are `stride` devices apart.
Group place(double size, double stride, double domain);

/// Achieved rates of the two tiers.
struct Links {
    BytesPerSecond up;        ///< one-way, per device
    BytesPerSecond out;
    Seconds up_latency;
    Seconds out_latency;
    double congestion_per_doubling = 0;
    double torus_dimensions = 0;  ///< 0: switched or fully meshed, every device reaches every other directly
};

Links make_links(const Scenario& s);

/// Time by tier: what the scale-up links and what the network bound. The collective takes the larger.
struct CollectiveTime {
    Seconds up;
    Seconds out;
    Seconds total() const { return max(up, out); }
    bool network_bound() const { return out > up; }
};

/// `gathered` bytes end up on every member; each contributes its share.
CollectiveTime all_gather(const Links& links, const Group& g, Bytes gathered);
/// The mirror image, same volume.
CollectiveTime reduce_scatter(const Links& links, const Group& g, Bytes reduced);
CollectiveTime all_reduce(const Links& links, const Group& g, Bytes reduced);
/// Every member sends `sent` bytes in all, spread evenly over the members (itself included). `network_share` < 1 when
/// copies for one domain are sent once (node-limited routing).
CollectiveTime all_to_all(const Links& links, const Group& g, Bytes sent, double network_share = 1.0);
/// One member to its neighbour.
CollectiveTime point_to_point(const Links& links, bool crosses, Bytes sent);

}  // namespace threewall
