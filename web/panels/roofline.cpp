#include "web/charts/roofline.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "web/panels/panels.hpp"
#include "web/panels/pictures.hpp"
#include "web/texts.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

constexpr double kLowestRateShare = 1e-3;  ///< of the peak, at the bottom
constexpr double kIntensityReach = 30;     ///< beyond the ridge, at the right
constexpr float kCaptionHeight = 22;

FlopPerSecond peak_of_plan(const Scenario& s) {
    const PeakRates& p = s.cluster.device.peak;
    switch (s.plan.precision) {
        case Precision::fp32: return p.tf32.value > 0 ? p.tf32 : p.fp32;
        case Precision::bf16: return p.bf16;
        case Precision::fp16: return p.fp16;
        case Precision::fp8: return p.fp8;
        case Precision::fp4: return p.fp4;
    }
    return p.bf16;
}

std::string note_of(const OperatorPoint& o, double intensity, double rate) {
    return fmt::format("{:.3g} FLOP per byte\n{} achieved\n{}", intensity, format_number(rate, UnitKind::flop_per_second),
                       seconds_text(o.time));
}

}  // namespace

void roofline_panel(const Ui& ui, float height) {
    const Scenario& s = ui.store.scenario();
    const Picture picture = begin_picture(ui, "Roofline of one layer", s.cluster.device.name);
    const FlopPerSecond peak = peak_of_plan(s);
    const BytesPerSecond bandwidth = s.cluster.device.memory_bandwidth;
    if (peak.value <= 0 || bandwidth.value <= 0 || picture.result.operators.empty()) return;
    const double ridge = peak.value / bandwidth.value;
    Roofline chart(ui, "roofline", {ImGui::GetContentRegionAvail().x, height - kCaptionHeight},
                   {.peak = peak,
                    .bandwidth = bandwidth,
                    .lowest_intensity = ridge * kLowestRateShare,
                    .highest_intensity = ridge * kIntensityReach,
                    .lowest_rate = peak.value * kLowestRateShare,
                    .peak_name = format_number(peak.value, UnitKind::flop_per_second),
                    .bandwidth_name = format_number(bandwidth.value, UnitKind::bytes_per_second),
                    .opacity = picture.opacity});
    Seconds all;
    for (const OperatorPoint& o : picture.result.operators) all += o.time;
    for (const OperatorPoint& o : picture.result.operators) {
        if (o.flop.value <= 0 || o.bytes.value <= 0 || o.time.value <= 0) continue;
        const double intensity = o.flop.value / o.bytes.value, rate = o.flop.value / o.time.value;
        if (rate < peak.value * kLowestRateShare || intensity < ridge * kLowestRateShare) continue;
        const Wall wall = intensity < ridge ? Wall::memory_bandwidth : Wall::compute;
        chart.point(o.name, std::min(intensity, 0.9 * ridge * kIntensityReach), rate, o.time / all,
                    ui.theme.walls[static_cast<std::size_t>(wall)], note_of(o, intensity, rate));
    }
    chart.end();
    line(ui, fitted(ui, "FLOP per byte → TFLOP/s per device; area: share of time", ImGui::GetContentRegionAvail().x, kSmallText),
         {ui.theme.muted, kSmallText});
}

}  // namespace threewall::web
