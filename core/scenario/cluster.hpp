// The cluster: devices, nodes, links. A bandwidth is always one-way, per device, peak; what a
// collective achieves of it is a separate number.
#pragma once

#include <cstdint>
#include <string>

#include "core/units.hpp"

namespace threewall {

/// Dense peaks (no sparsity). A zero says that the device does not have the precision.
struct PeakRates {
    FlopPerSecond fp32;
    FlopPerSecond tf32;
    FlopPerSecond bf16;
    FlopPerSecond fp16;
    FlopPerSecond fp8;
    FlopPerSecond fp4;

    bool operator==(const PeakRates&) const = default;
};

/// Calibration and kernel behaviour are shared by a family ("a100", "h100", "b200", "ascend-910b", "tpu" …).
struct Device {
    std::string id;
    std::string name;
    std::string family;
    PeakRates peak;
    Bytes memory;         ///< what the driver offers to processes
    BytesPerSecond memory_bandwidth;
    std::int64_t compute_units = 0;  ///< SMs, cores …: one GEMM tile runs on each at a time; 0 = unknown
    Watts board_power;

    bool operator==(const Device&) const = default;
};

/// One tier of links.
struct Link {
    std::string id;
    std::string name;
    BytesPerSecond bandwidth;  ///< one-way, per device, peak
    Seconds latency;           ///< one hop of a collective, software included
    double efficiency = 1.0;   ///< share of the peak that large messages reach in a collective benchmark

    bool operator==(const Link&) const = default;
};

enum class Topology { switched, torus_2d, torus_3d, mesh };

struct Cluster {
    Device device;
    std::int64_t devices = 0;
    std::int64_t devices_per_node = 0;
    Link scale_up;                      ///< inside a node or scale-up domain
    std::int64_t scale_up_domain = 0;   ///< devices that reach one another over scale_up
    Topology scale_up_topology = Topology::switched;
    Link scale_out;                     ///< across domains; per device, its share of the node's NICs
    double oversubscription = 1.0;      ///< 1 = full bisection
    double congestion_per_doubling = 0.0;  ///< bandwidth lost each time the group doubles beyond one domain
    BytesPerSecond host_link;           ///< device to host memory, one-way (offload)

    bool operator==(const Cluster&) const = default;
};

}  // namespace threewall
