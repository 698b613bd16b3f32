// The cluster: nodes and domains that fit together, links that exist, tensor parallelism that stays inside a domain.
#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

/// A training device draws between these (smallest: T4-class cards, largest: announced 2026 parts); a figure outside is
/// likely in kilowatts or for a whole node.
constexpr double kLeastWatts = 30;
constexpr double kMostWatts = 3000;

void nodes_are_full(const Facts& f, Report& report) {
    const Cluster& c = f.s.cluster;
    if (c.devices % c.devices_per_node == 0) return;
    const Neighbours legal = multiples_around(c.devices, c.devices_per_node);
    const bool one = c.devices < c.devices_per_node;
    report.warning({.field = one ? "cluster.devices_per_node" : "cluster.devices",
                    .message = one ? fmt::format("{} devices do not fill a node of {}", c.devices, c.devices_per_node)
                                   : fmt::format("{} devices are not whole nodes of {} (remainder {})", c.devices, c.devices_per_node, c.devices % c.devices_per_node),
                    .fix = one ? fmt::format("devices_per_node {}, or {} devices", c.devices, c.devices_per_node)
                               : fmt::format("{} devices: {} nodes", legal.text(), legal.nearest(c.devices) / c.devices_per_node),
                    .suggestion = std::to_string(one ? c.devices : legal.nearest(c.devices))});
}

void domains_fit_nodes(const Facts& f, Report& report) {
    const std::int64_t domain = f.s.cluster.scale_up_domain, node = f.s.cluster.devices_per_node;
    if (domain % node == 0 || node % domain == 0) return;
    report.warning({.field = "cluster.scale_up_domain",
                    .message = fmt::format("a scale-up domain of {} devices is neither part of a node of {} nor whole nodes", domain, node),
                    .fix = fmt::format("a divisor or a multiple of {}", node),
                    .suggestion = std::to_string(std::max(std::gcd(domain, node), domain / node * node))});
}

void scale_up_link_exists(const Facts& f, Report& report) {
    const Cluster& c = f.s.cluster;
    if (c.scale_up_domain <= 1 || f.used_devices <= 1 || c.scale_up.bandwidth.value > 0) return;
    report.error({.field = "cluster.scale_up.bandwidth_bytes_per_s",
                  .message = fmt::format("{} devices reach one another over a scale-up link of 0 GB/s", c.scale_up_domain),
                  .fix = "its one-way bandwidth for one device, for example 450 GB/s (NVLink 4); or a domain of 1",
                  .suggestion = "450 GB/s"});
}

void network_exists(const Facts& f, Report& report) {
    const Cluster& c = f.s.cluster;
    if (f.used_devices <= c.scale_up_domain || c.scale_out.bandwidth.value > 0) return;
    report.error({.field = "cluster.scale_out.bandwidth_bytes_per_s",
                  .message = fmt::format("{} devices span several domains of {} over a network of 0 GB/s", f.used_devices, c.scale_up_domain),
                  .fix = "its one-way bandwidth for one device, for example 50 GB/s (400 Gb/s)",
                  .suggestion = "50 GB/s"});
}

double reached(const Link& link) { return link.bandwidth.value * link.efficiency; }

void tensor_stays_inside(const Facts& f, Report& report) {
    const Cluster& c = f.s.cluster;
    const std::int64_t tp = f.s.plan.tensor_parallel;
    if (tp <= 1 || c.scale_up_domain % tp == 0) return;
    const double inside = reached(c.scale_up), outside = reached(c.scale_out) / c.oversubscription;
    const std::string slower = inside > 0 && outside > 0 ? fmt::format(" at {} instead of {}, {:.1f} times slower", bandwidth_text(outside), bandwidth_text(inside), inside / outside) : std::string();
    const std::int64_t legal = std::gcd(tp, c.scale_up_domain);
    report.warning({.field = "plan.tensor_parallel",
                    .message = fmt::format("groups of tensor_parallel {} cross scale-up domains of {}: several collectives a layer go over the network{}", tp, c.scale_up_domain, slower),
                    .fix = fmt::format("tensor_parallel {} with more pipeline or expert parallelism", legal),
                    .suggestion = std::to_string(legal)});
}

void power_is_plausible(const Facts& f, Report& report) {
    const double watts = f.s.cluster.device.board_power.value;
    if (watts <= 0 || (watts >= kLeastWatts && watts <= kMostWatts)) return;  // 0: unknown
    report.warning({.field = "cluster.device.board_power_w",
                    .message = fmt::format("one device draws {} W: training devices draw {} to {} W", watts, kLeastWatts, kMostWatts),
                    .fix = watts < kLeastWatts ? fmt::format("watts, not kilowatts: {} W?", watts * 1000) : "the rated power of one device, not of a node"});
}

constexpr RuleEntry kRules[] = {
    {{"nodes-are-full", "Devices are whole nodes.", "mission: 25 nodes of 8 are 200 devices, not 2000"}, reads::devices | reads::node, nodes_are_full},
    {{"domains-fit-nodes", "A scale-up domain is part of a node, or whole nodes.", "Threewall core/scenario/cluster.hpp"}, reads::domain | reads::node, domains_fit_nodes},
    {{"scale-up-link-exists", "Devices of a domain have a link.", "arithmetic: time = bytes / bandwidth"}, reads::domain | reads::links | reads::world, scale_up_link_exists},
    {{"network-exists", "Devices of several domains have a network.", "arithmetic: time = bytes / bandwidth"}, reads::domain | reads::links | reads::world, network_exists},
    {{"tensor-parallel-inside-domain", "Tensor-parallel groups stay inside a scale-up domain.", "Narayanan et al. 2021, arXiv 2104.04473 §3.2, takeaway 1"},
     reads::tensor | reads::domain | reads::links, tensor_stays_inside},
    {{"board-power-plausible", "A device draws 30 W to 3 kW.", "mlco2/codecarbon issue 286"}, reads::power, power_is_plausible},
};

}  // namespace

std::span<const RuleEntry> cluster_rules() { return kRules; }

}  // namespace threewall::rules
