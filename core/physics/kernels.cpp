// Rooflines: Williams et al. 2009. Tile and wave quantisation: NVIDIA "Matrix Multiplication Background User's Guide"
// (tiles of 256×128 and smaller, one per SM at a time). Flash attention: Dao 2023, arXiv 2307.08691 (backward does
// five matrix products for the forward's two, at lower utilisation).
#include "core/physics/kernels.hpp"

#include <algorithm>
#include <cmath>

namespace threewall {
namespace {

/// A tile shape of the GEMM library and the share of the peak its inner loop reaches (smaller tiles reuse
/// less: 128×128 moves 1.5 times the bytes of 256×128 per FLOP).
struct Tile {
    double m, n, share;
};
constexpr Tile kTiles[] = {{256, 128, 1.0}, {128, 128, 0.93}, {64, 64, 0.70}};

/// The main loop fills its pipeline over the first iterations along k: utilisation k/(k + k0).
constexpr double kFillDepth = 96.0;
/// Narrow formats run the same pipeline faster, so fixed costs weigh more.
constexpr double kNarrowFillDepth = 384.0;
/// Backward of flash attention: 2.5 × the FLOP, at 0.8 of the forward's rate.
constexpr double kAttentionBackwardFlop = 2.5;
constexpr double kAttentionBackwardRate = 0.8;
/// FlashAttention 2 is about twice as fast as the first (Dao 2023, abstract).
constexpr double kFirstFlashRate = 0.5;
/// Weights and activations stream through the caches at least once.
double gemm_bytes(double m, double n, double k, double batches, double in, double out) {
    return batches * ((m * k + k * n) * in + m * n * out);
}

struct GemmSide {
    double m, n, k, out_bytes;
};

/// The roofline of one kernel: the slowest of arithmetic, traffic and launch.
struct Roofline {
    Seconds compute, memory, launch;

    Seconds time() const { return max(max(compute, memory), launch); }
    Bound bound() const {
        if (launch > compute && launch > memory) return Bound::launch;
        return memory > compute ? Bound::memory : Bound::compute;
    }
};

double operand_bytes(const Operator& o) { return std::min(2.0, bytes_of(o.precision)); }

Roofline gemm_side(const Operator& o, const Machine& machine, GemmSide g) {
    const bool narrow = bytes_of(o.precision) < 2.0;
    const FlopPerSecond peak = o.precision == Precision::fp32 ? peak_of(machine.peaks, o.precision) : (narrow ? peak_of(machine.peaks, o.precision) : machine.bf16_peak);
    const double fill = narrow ? kNarrowFillDepth / kFillDepth : 1.0;
    const double share = machine.gemm * gemm_utilisation(g.m, g.n, g.k / fill, o.batches, machine.compute_units);
    return {Flop(2 * g.m * g.n * g.k * o.batches) / (peak * std::max(share, 1e-6)),
            Bytes(gemm_bytes(g.m, g.n, g.k, o.batches, operand_bytes(o), g.out_bytes)) / machine.memory, machine.launch};
}

KernelTime gemm_kernel(const Operator& o, const Machine& machine) {
    const GemmSide forward{o.m, o.n, o.k, 2.0}, input_gradient{o.m, o.k, o.n, 2.0},
        weight_gradient{o.n, o.k, o.m, machine.gradient_bytes};
    const Roofline roof = gemm_side(o, machine, forward);
    KernelTime t;
    t.forward = roof.time();
    t.backward = gemm_side(o, machine, input_gradient).time() + gemm_side(o, machine, weight_gradient).time();
    t.flop = Flop(6 * o.m * o.n * o.k * o.batches);
    for (const GemmSide& g : {forward, input_gradient, weight_gradient})
        t.bytes += Bytes(gemm_bytes(g.m, g.n, g.k, o.batches, operand_bytes(o), g.out_bytes));
    t.bound = roof.bound();
    return t;
}

KernelTime attention_kernel(const Operator& o, const Machine& machine) {
    const FlopPerSecond rate = machine.bf16_peak * machine.attention;
    const Flop backward = o.attention_flop * kAttentionBackwardFlop;
    const Roofline roof{o.attention_flop / rate, o.forward_bytes / machine.memory, machine.launch};
    const Roofline back{backward / (rate * kAttentionBackwardRate), o.backward_bytes / machine.memory, machine.launch * 2};
    return {roof.time(), back.time(), o.forward_bytes + o.backward_bytes, o.attention_flop + backward, roof.bound()};
}

KernelTime elementwise_kernel(const Operator& o, const Machine& machine) {
    const double factor = o.group == OperatorGroup::routing ? machine.routing_factor : 1.0;
    const Seconds launch = machine.launch * o.kernels;
    const Roofline forward{Seconds(0), o.forward_bytes / machine.memory, launch};
    const Roofline backward{Seconds(0), o.backward_bytes / machine.memory, launch};
    return {forward.time() / factor, backward.time() / factor, o.forward_bytes + o.backward_bytes, Flop(0), forward.bound()};
}

}  // namespace

double gemm_utilisation(double m, double n, double k, double batches, double compute_units) {
    double best = 0;
    for (const Tile& tile : kTiles) {
        const double tiles = std::ceil(m / tile.m) * std::ceil(n / tile.n) * batches;
        const double padding = m * n * batches / (tiles * tile.m * tile.n);
        const double waves = compute_units > 0 ? tiles / (std::ceil(tiles / compute_units) * compute_units) : 1.0;
        best = std::max(best, tile.share * padding * waves);
    }
    return best * k / (k + kFillDepth);
}

Machine make_machine(const Scenario& s, const Layout& l) {
    const Efficiency& e = s.stack.efficiency;
    Machine m;
    m.peaks = s.cluster.device.peak;
    m.bf16_peak = peak_of(m.peaks, s.plan.precision == Precision::fp16 ? Precision::fp16 : Precision::bf16);
    if (m.bf16_peak.value <= 0) m.bf16_peak = m.peaks.fp16;
    m.memory = s.cluster.device.memory_bandwidth * e.memory;
    m.gemm = e.gemm * s.stack.habits.kernel_factor;
    const double version = s.plan.attention_kernel == AttentionKernel::flash_1 ? kFirstFlashRate : 1.0;
    m.attention = e.attention * s.stack.habits.kernel_factor * version;
    m.compute_units = static_cast<double>(s.cluster.device.compute_units);
    m.launch = e.kernel_launch;
    m.routing_factor = s.stack.habits.routing_factor;
    m.gradient_bytes = 2 * bytes_of(l.gradient);  // read and written
    return m;
}

KernelTime kernel_time(const Operator& o, const Machine& m) {
    switch (o.kind) {
        case OperatorKind::gemm: return gemm_kernel(o, m);
        case OperatorKind::attention: return attention_kernel(o, m);
        case OperatorKind::elementwise: return elementwise_kernel(o, m);
    }
    return {};
}

}  // namespace threewall
