// The lines of a step: what the time went into, and which wall it ran against.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "core/units.hpp"

namespace threewall {

/// What a second of the step was spent against.
enum class Wall { compute, memory_bandwidth, scale_up, network, bubble, host };
inline constexpr std::size_t kWalls = 6;

enum class Term {
    // The operator groups, in the order of OperatorGroup.
    attention_gemm,
    mlp_gemm,
    expert_gemm,
    attention_core,
    elementwise,
    quantise,
    routing,
    head_gemm,
    loss,
    embedding,
    // The rest of a step.
    recompute,
    tensor_parallel,
    context_parallel,
    expert_parallel,
    pipeline_transfer,
    weight_gather,
    bubble,
    gradient_reduce,
    parameter_gather,
    optimizer,
    step_overhead,
    health,
};
inline constexpr std::size_t kTerms = 22;

struct TermText {
    std::string_view id;
    std::string_view name;
};
TermText term_text(Term t);
std::string_view wall_name(Wall w);

/// Seconds by term and wall.
struct TermTable {
    std::array<Seconds, kTerms * kWalls> cells{};

    Seconds& at(Term t, Wall w) { return cells[static_cast<std::size_t>(t) * kWalls + static_cast<std::size_t>(w)]; }
    Seconds at(Term t, Wall w) const { return cells[static_cast<std::size_t>(t) * kWalls + static_cast<std::size_t>(w)]; }
    void add_scaled(const TermTable& o, double k) {
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += o.cells[i] * k;
    }
    Seconds total() const {
        Seconds sum;
        for (Seconds c : cells) sum += c;
        return sum;
    }
};

}  // namespace threewall
