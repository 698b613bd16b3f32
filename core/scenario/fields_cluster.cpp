// The cluster's inputs: device, node, links. A bandwidth is one-way, per device, peak.
#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

using enum UnitKind;
using table::text;
using table::value;
constexpr auto cluster = &Scenario::cluster;
constexpr auto device = &Cluster::device;
constexpr auto peak = &Device::peak;
constexpr auto up = &Cluster::scale_up;
constexpr auto out = &Cluster::scale_out;

// Far beyond anything that is sold, so that a what-if is never refused, yet no product of them overflows.
constexpr table::Range kRate{0, 1e21};
constexpr table::Range kBandwidth{0, 1e18};
constexpr table::Range kDevices{1, 1e8};
constexpr table::Range kLatency{0, 10};

}  // namespace

std::span<const Field> cluster_fields() {
    using C = Cluster;
    using D = Device;
    using P = PeakRates;
    using L = Link;
    constexpr auto rate = &FlopPerSecond::value;
    constexpr auto speed = &BytesPerSecond::value;
    // One line a field.
    // clang-format off
    static const Field list[] = {
        text<cluster, device, &D::id>({"cluster.device.id", "d", "Device", "Catalog name of the accelerator, or \"custom\"."}),
        text<cluster, device, &D::name>({"cluster.device.name", "dn", "Device name", "What the device is called on screen."}),
        text<cluster, device, &D::family>({"cluster.device.family", "df", "Device family", "Devices of a family share kernels and calibration, for example \"h100\"."}),
        value<cluster, device, peak, &P::fp32, rate>({"cluster.device.peak.fp32_flop_per_s", "pf32", "FP32 peak", "Dense peak in fp32; 0: not offered."}, flop_per_second, kRate),
        value<cluster, device, peak, &P::tf32, rate>({"cluster.device.peak.tf32_flop_per_s", "ptf", "TF32 peak", "Dense peak in tf32; 0: not offered."}, flop_per_second, kRate),
        value<cluster, device, peak, &P::bf16, rate>({"cluster.device.peak.bf16_flop_per_s", "pbf", "BF16 peak", "Dense peak in bf16, without sparsity; 0: not offered."}, flop_per_second, kRate),
        value<cluster, device, peak, &P::fp16, rate>({"cluster.device.peak.fp16_flop_per_s", "pf16", "FP16 peak", "Dense peak in fp16, without sparsity; 0: not offered."}, flop_per_second, kRate),
        value<cluster, device, peak, &P::fp8, rate>({"cluster.device.peak.fp8_flop_per_s", "pf8", "FP8 peak", "Dense peak in fp8, without sparsity; 0: not offered."}, flop_per_second, kRate),
        value<cluster, device, peak, &P::fp4, rate>({"cluster.device.peak.fp4_flop_per_s", "pf4", "FP4 peak", "Dense peak in fp4, without sparsity; 0: not offered."}, flop_per_second, kRate),
        value<cluster, device, &D::memory, &Bytes::value>({"cluster.device.memory_bytes", "dm", "Device memory", "Memory that the driver offers to processes."}, bytes, {1, 1e18}),
        value<cluster, device, &D::memory_bandwidth, speed>({"cluster.device.memory_bandwidth_bytes_per_s", "db", "Memory bandwidth", "Peak bandwidth of the device's memory."}, bytes_per_second, {1, 1e18}),
        value<cluster, device, &D::compute_units>({"cluster.device.compute_units", "du", "Compute units", "SMs or cores, each of which works on one GEMM tile; 0: unknown."}, count, {0, 1e6}),
        value<cluster, device, &D::board_power, &Watts::value>({"cluster.device.board_power_w", "dw", "Board power", "Rated power of one device."}, watts, {0, 1e6}),
        value<cluster, &C::devices>({"cluster.devices", "n", "Devices", "Devices of the cluster."}, count, kDevices),
        value<cluster, &C::devices_per_node>({"cluster.devices_per_node", "nn", "Devices per node", "Devices in one server."}, count, {1, 1e6}),
        text<cluster, up, &L::id>({"cluster.scale_up.id", "su", "Scale-up link", "Catalog name of the link inside a node or scale-up domain."}),
        text<cluster, up, &L::name>({"cluster.scale_up.name", "sun", "Scale-up name", "What the link is called on screen."}),
        value<cluster, up, &L::bandwidth, speed>({"cluster.scale_up.bandwidth_bytes_per_s", "sub", "Scale-up bandwidth", "One-way bandwidth of one device inside the domain."}, bytes_per_second, kBandwidth),
        value<cluster, up, &L::latency, &Seconds::value>({"cluster.scale_up.latency_s", "sul", "Scale-up latency", "One hop of a collective, software included."}, seconds, kLatency),
        value<cluster, up, &L::efficiency>({"cluster.scale_up.efficiency", "sue", "Scale-up efficiency", "Share of the peak that large messages reach."}, ratio, {0.001, 1}),
        value<cluster, &C::scale_up_domain>({"cluster.scale_up_domain", "sud", "Scale-up domain", "Devices that reach one another over the scale-up link."}, count, kDevices),
        value<cluster, &C::scale_up_topology>({"cluster.scale_up_topology", "sut", "Scale-up topology", "How the devices of a domain are wired."}),
        text<cluster, out, &L::id>({"cluster.scale_out.id", "f", "Network", "Catalog name of the network between domains."}),
        text<cluster, out, &L::name>({"cluster.scale_out.name", "fn", "Network name", "What the network is called on screen."}),
        value<cluster, out, &L::bandwidth, speed>({"cluster.scale_out.bandwidth_bytes_per_s", "fb", "Network bandwidth", "One-way bandwidth of one device: its share of the node's NICs."}, bytes_per_second, kBandwidth),
        value<cluster, out, &L::latency, &Seconds::value>({"cluster.scale_out.latency_s", "fl", "Network latency", "One hop of a collective, software included."}, seconds, kLatency),
        value<cluster, out, &L::efficiency>({"cluster.scale_out.efficiency", "fe", "Network efficiency", "Share of the peak that large messages reach."}, ratio, {0.001, 1}),
        value<cluster, &C::oversubscription>({"cluster.oversubscription", "os", "Oversubscription", "Bandwidth at the leaves over bandwidth at the spine; 1: full bisection."}, none, {1, 1000}),
        value<cluster, &C::congestion_per_doubling>({"cluster.congestion_per_doubling", "cg", "Congestion per doubling", "Share of bandwidth lost each time a group doubles beyond one domain."}, ratio, {0, 0.9}),
        value<cluster, &C::host_link, speed>({"cluster.host_link_bytes_per_s", "hl", "Host link", "One-way bandwidth between a device and host memory."}, bytes_per_second, kBandwidth),
    };
    // clang-format on
    return list;
}

}  // namespace threewall
