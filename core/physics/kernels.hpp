// How long an operator takes on a device: rooflines with the quantisation that makes small shapes slow.
#pragma once

#include "core/physics/operators.hpp"

namespace threewall {

/// What the kernels of one scenario run on.
struct Machine {
    FlopPerSecond bf16_peak;       ///< of the 16-bit precision in use
    PeakRates peaks;
    BytesPerSecond memory;         ///< achieved by element-wise kernels
    double gemm = 1;               ///< share of the peak for large GEMMs, with the stack's kernel factor
    double attention = 1;
    double compute_units = 0;
    Seconds launch;
    double routing_factor = 1;
    double gradient_bytes = 4;     ///< weight-gradient accumulation
};

Machine make_machine(const Scenario& s, const Layout& l);

/// What holds an operator back: arithmetic, memory traffic, or the rate at which kernels start.
enum class Bound { compute, memory, launch };
inline constexpr std::size_t kBounds = 3;

struct KernelTime {
    Seconds forward;
    Seconds backward;
    Bytes bytes;  ///< forward + backward traffic
    Flop flop;    ///< forward + backward, as computed
    Bound bound = Bound::memory;
};

KernelTime kernel_time(const Operator& o, const Machine& m);

/// Share of the peak that a GEMM reaches: tile padding, waves over the compute units, and pipeline fill along k.
double gemm_utilisation(double m, double n, double k, double batches, double compute_units);

}  // namespace threewall
