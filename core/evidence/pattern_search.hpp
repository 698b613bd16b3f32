// Pattern search (Hooke & Jeeves 1961): minimises a function without derivatives within bounds.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace threewall {

template <std::size_t N>
struct Box {
    std::array<double, N> low{}, high{};
};

/// Walks from `start` in steps of `first`, halved down to `last` when no neighbour is better. Deterministic.
template <std::size_t N, class Loss>
std::array<double, N> pattern_search(std::array<double, N> start, const Box<N>& box, double first, double last, Loss&& loss) {
    constexpr double kWorthwhile = 1e-9;
    double least = loss(start);
    for (double step = first; step >= last;) {
        bool moved = false;
        for (std::size_t i = 0; i < N; ++i) {
            for (double direction : {step, -step}) {
                std::array<double, N> trial = start;
                trial[i] = std::clamp(trial[i] + direction, box.low[i], box.high[i]);
                const double value = loss(trial);
                if (value >= least - kWorthwhile) continue;
                start = trial;
                least = value;
                moved = true;
                break;
            }
        }
        if (!moved) step /= 2;
    }
    return start;
}

}  // namespace threewall
