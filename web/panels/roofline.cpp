#include "web/charts/roofline.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "web/panels/panels.hpp"
#include "web/panels/pictures.hpp"
#include "web/texts.hpp"
#include "web/widgets/text.hpp"

namespace threewall::web {
namespace {

/// The picture reaches at least so far around the ridge, as factors.
constexpr double kLeastReach = 20;
/// Room around the outermost points, as a factor.
constexpr double kMargin = 3;
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
    return fmt::format("{:.3g} FLOP per byte\n{} achieved\n{}", intensity,
                       format_number(rate, UnitKind::flop_per_second), seconds_text(o.time));
}

/// Operators that compute: the others have no place under a roof of FLOP.
std::vector<const OperatorPoint*> computing(const Result& r) {
    std::vector<const OperatorPoint*> list;
    for (const OperatorPoint& o : r.operators)
        if (o.flop.value > 0 && o.bytes.value > 0 && o.time.value > 0) list.push_back(&o);
    return list;
}

RoofAxes axes_around(const std::vector<const OperatorPoint*>& points, FlopPerSecond peak, BytesPerSecond bandwidth) {
    const double ridge = peak.value / bandwidth.value;
    RoofAxes axes{.peak = peak,
                  .bandwidth = bandwidth,
                  .lowest_intensity = ridge / kLeastReach,
                  .highest_intensity = ridge * kLeastReach,
                  .lowest_rate = peak.value / kLeastReach,
                  .peak_name = format_number(peak.value, UnitKind::flop_per_second),
                  .bandwidth_name = format_number(bandwidth.value, UnitKind::bytes_per_second)};
    for (const OperatorPoint* o : points) {
        const double intensity = o->flop.value / o->bytes.value;
        axes.lowest_intensity = std::min(axes.lowest_intensity, intensity / kMargin);
        axes.highest_intensity = std::max(axes.highest_intensity, intensity * kMargin);
        axes.lowest_rate = std::min(axes.lowest_rate, o->flop.value / o->time.value / kMargin);
    }
    return axes;
}

}  // namespace

void roofline_panel(const Ui& ui) {
    const Scenario& s = ui.store.scenario();
    const Picture picture = begin_picture(ui, "Roofline of one layer", s.cluster.device.name);
    const FlopPerSecond peak = peak_of_plan(s);
    const BytesPerSecond bandwidth = s.cluster.device.memory_bandwidth;
    const std::vector<const OperatorPoint*> points = computing(picture.result);
    if (peak.value <= 0 || bandwidth.value <= 0 || points.empty()) return;
    RoofAxes axes = axes_around(points, peak, bandwidth);
    axes.opacity = picture.opacity;
    Roofline chart(ui, "roofline", {picture.room.x, picture.room.y - kCaptionHeight}, axes);
    Seconds all;
    for (const OperatorPoint* o : points) all += o->time;
    for (const OperatorPoint* o : points) {
        const double intensity = o->flop.value / o->bytes.value, rate = o->flop.value / o->time.value;
        const Wall wall = intensity < peak.value / bandwidth.value ? Wall::memory_bandwidth : Wall::compute;
        chart.point(o->name, intensity, rate, o->time / all, ui.theme.walls[static_cast<std::size_t>(wall)],
                    note_of(*o, intensity, rate));
    }
    chart.end();
    line(ui, fitted(ui, "FLOP per byte → TFLOP/s per device; area: share of time", picture.room.x, kSmallText),
         {ui.theme.muted, kSmallText});
}

}  // namespace threewall::web
