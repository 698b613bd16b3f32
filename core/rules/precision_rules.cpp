// Number formats: what the device can multiply, and recipes that belong to them.
#include <array>

#include <fmt/format.h>

#include "core/rules/entry.hpp"
#include "core/rules/wording.hpp"

namespace threewall::rules {
namespace {

struct Format {
    Precision precision;
    std::string_view name;
};

constexpr std::array<Format, 5> kFormats{
    {{Precision::fp32, "fp32"}, {Precision::bf16, "bf16"}, {Precision::fp16, "fp16"}, {Precision::fp8, "fp8"}, {Precision::fp4, "fp4"}}};

std::string_view name_of(Precision p) { return kFormats[static_cast<std::size_t>(p)].name; }

double peak(const PeakRates& r, Precision p) {
    switch (p) {
        case Precision::fp32: return r.tf32.value > 0 ? r.tf32.value : r.fp32.value;
        case Precision::bf16: return r.bf16.value;
        case Precision::fp16: return r.fp16.value;
        case Precision::fp8: return r.fp8.value;
        case Precision::fp4: return r.fp4.value;
    }
    return 0;
}

void device_has_precision(const Facts& f, Report& report) {
    const PeakRates& rates = f.s.cluster.device.peak;
    const Precision wanted = f.s.plan.precision;
    if (peak(rates, wanted) > 0) return;
    std::vector<std::string> has;
    std::string_view suggestion;
    for (const Format& format : kFormats) {
        const double rate = peak(rates, format.precision);
        if (rate <= 0) continue;
        has.push_back(fmt::format("{} ({:.4g} TFLOP/s)", format.name, rate / 1e12));
        if (suggestion.empty() || format.precision <= Precision::fp16) suggestion = format.name;
    }
    const std::string& device = f.s.cluster.device.name.empty() ? f.s.cluster.device.id : f.s.cluster.device.name;
    report.error({.field = has.empty() ? "cluster.device.peak.bf16_flop_per_s" : "plan.precision",
                  .message = fmt::format("{} has no {}: its peak is 0", device.empty() ? "the device" : device, name_of(wanted)),
                  .fix = has.empty() ? std::string("the device's dense peak: no figure is assumed for an unknown device")
                                     : fmt::format("precision {}; or the device's peak, where the table lacks it", joined(has, ", ")),
                  .suggestion = std::string(suggestion)});
}

bool is_low(Precision p) { return p == Precision::fp8 || p == Precision::fp4; }

void recipe_fits_precision(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (p.recipe == Recipe::none) return;
    const bool fits = p.recipe == Recipe::nvfp4 ? p.precision == Precision::fp4 : p.precision == Precision::fp8;
    // Blocks of 32 (MX) are defined for fp4 elements too.
    if (fits || (p.recipe == Recipe::mxfp8 && p.precision == Precision::fp4)) return;
    const std::string_view suggestion = p.precision == Precision::fp4 ? "nvfp4" : p.precision == Precision::fp8 ? "tensorwise" : "none";
    report.error({.field = "plan.recipe",
                  .message = fmt::format("{} does not scale {} GEMMs", p.recipe == Recipe::nvfp4 ? "the recipe nvfp4" : "an fp8 recipe", name_of(p.precision)),
                  .fix = is_low(p.precision) ? fmt::format("recipe {}", suggestion) : fmt::format("recipe none, or precision {}", p.recipe == Recipe::nvfp4 ? "fp4" : "fp8"),
                  .suggestion = std::string(suggestion)});
}

void low_precision_needs_recipe(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!is_low(p.precision) || p.recipe != Recipe::none) return;
    const bool fp8 = p.precision == Precision::fp8;
    report.warning({.field = "plan.recipe",
                    .message = fmt::format("{} without a recipe: how its tensors are scaled decides what is cast and kept", name_of(p.precision)),
                    .fix = fp8 ? "recipe tensorwise, delayed, blockwise or mxfp8 (Megatron's default is delayed)" : "recipe nvfp4",
                    .suggestion = fp8 ? "delayed" : "nvfp4"});
}

void fp8_weights_need_fp8(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.fp8_weights || p.precision == Precision::fp8) return;
    report.error({.field = "plan.fp8_weights",
                  .message = fmt::format("fp8_weights with {} GEMMs", name_of(p.precision)),
                  .fix = "fp8_weights off, or precision fp8",
                  .suggestion = "false"});
}

void fp8_weights_need_sharding(const Facts& f, Report& report) {
    const Plan& p = f.s.plan;
    if (!p.fp8_weights || p.zero_stage > 0 || f.data_ranks <= 1) return;
    report.error({.field = "plan.fp8_weights",
                  .message = "fp8_weights at ZeRO stage 0: the fp32 master weights have to be kept by a sharded optimizer",
                  .fix = "zero_stage 1 or more (Megatron's distributed optimizer, FSDP), or fp8_weights off",
                  .suggestion = "false"});
}

bool accumulates(Precision p) { return !is_low(p); }

void gradients_accumulate(const Facts& f, Report& report) {
    const bool stated = f.s.plan.gradient_dtype.has_value();
    const Precision gradient = f.s.plan.gradient_dtype.value_or(f.s.stack.habits.gradient_dtype);
    if (accumulates(gradient)) return;
    report.error({.field = stated ? "plan.gradient_dtype" : "stack.habits.gradient_dtype",
                  .message = fmt::format("gradients accumulated and reduced in {} lose the small ones", name_of(gradient)),
                  .fix = "fp32, bf16 or fp16",
                  .suggestion = "fp32"});
}

constexpr RuleEntry kRules[] = {
    {{"device-has-precision", "The device has a peak for the precision of the GEMMs.", "pytorch/torchtitan pull request 4779: no silent default peak"},
     reads::precision | reads::peaks, device_has_precision},
    {{"recipe-fits-precision", "A recipe scales the precision it is made for.", "Megatron-LM megatron/core/transformer/transformer_config.py:1432,1566,1581 @ d98e8a64dd"},
     reads::precision, recipe_fits_precision},
    {{"low-precision-needs-recipe", "fp8 and fp4 say how tensors are scaled.", "Megatron-LM --fp8-recipe, --fp4-recipe @ d98e8a64dd"}, reads::precision, low_precision_needs_recipe},
    {{"fp8-weights-need-fp8", "Weights in fp8 go with fp8 GEMMs.", "Megatron-LM megatron/training/arguments.py:1100-1109 @ d98e8a64dd"}, reads::precision, fp8_weights_need_fp8},
    {{"fp8-weights-need-sharding", "Weights gathered in fp8 go with a sharded optimizer.", "Megatron-LM megatron/training/arguments.py:1095-1097 @ d98e8a64dd"},
     reads::zero | reads::world, fp8_weights_need_sharding},
    {{"gradients-accumulate", "Gradients accumulate in 16 or 32 bits.", "Megatron-LM megatron/training/arguments.py:1209-1211 @ d98e8a64dd"}, reads::precision, gradients_accumulate},
};

}  // namespace

std::span<const RuleEntry> precision_rules() { return kRules; }

}  // namespace threewall::rules
