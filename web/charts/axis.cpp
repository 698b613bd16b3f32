#include "web/charts/axis.hpp"

#include <cmath>

namespace threewall::web {

std::vector<double> round_ticks(double largest, int count, double unit) {
    if (!(largest > 0) || count < 1) return {0};
    const double rough = largest / unit / count;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    const double lead = rough / power;
    const double step = (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 ? 2.5 : lead <= 5 ? 5 : 10) * power * unit;
    std::vector<double> ticks;
    for (int i = 0; i * step <= largest; ++i) ticks.push_back(i * step);
    return ticks;
}

std::vector<double> decades(double low, double high) {
    std::vector<double> out;
    for (double p = std::floor(std::log10(low)); std::pow(10, p) <= high; ++p) {
        if (std::pow(10, p) >= low) out.push_back(std::pow(10, p));
    }
    return out;
}

}  // namespace threewall::web
