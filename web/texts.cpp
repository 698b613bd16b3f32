#include "web/texts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace threewall::web {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

constexpr Pair kChoices[] = {
    {"one_f_one_b", "1F1B"},
    {"interleaved", "interleaved 1F1B"},
    {"gpipe", "GPipe"},
    {"zb_h1", "zero bubble H1"},
    {"dual_pipe", "DualPipe"},
    {"rms_norm", "RMSNorm"},
    {"layer_norm", "LayerNorm"},
    {"rope", "RoPE"},
    {"alibi", "ALiBi"},
    {"adamw", "AdamW"},
    {"adamw_bf16_moments", "AdamW, bf16 moments"},
    {"adamw_8bit", "AdamW 8-bit"},
    {"mxfp8", "MXFP8"},
    {"nvfp4", "NVFP4"},
    {"latent", "latent (MLA)"},
    {"ulysses", "Ulysses"},
    {"tp_cp_ep_dp_pp", "TP CP EP DP PP"},
    {"tp_cp_ep_pp_dp", "TP CP EP PP DP"},
};

constexpr std::string_view kParts[kMemoryParts] = {"weights",     "gradients", "optimizer", "gathered",
                                                   "activations", "logits",    "buffers",   "context"};

constexpr std::pair<std::string_view, UnitKind> kTraceUnits[] = {
    {"B", UnitKind::bytes},
    {"s", UnitKind::seconds},
    {"B/s", UnitKind::bytes_per_second},
    {"FLOP/s", UnitKind::flop_per_second},
    {"$", UnitKind::dollars},
    {"W", UnitKind::watts},
};

}  // namespace

std::string choice_text(std::string_view name) {
    const auto found =
        std::find_if(std::begin(kChoices), std::end(kChoices), [&](const Pair& p) { return p.first == name; });
    if (found != std::end(kChoices)) return std::string(found->second);
    std::string text(name);
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

std::string value_text(const Field& f, const Scenario& s) {
    if (f.type == FieldType::text) return f.get_text(s);
    const std::optional<double> v = f.get(s);
    if (!v) return "auto";
    if (f.type == FieldType::boolean) return *v != 0 ? "on" : "off";
    if (f.type == FieldType::choice) return choice_text(f.choices[static_cast<std::size_t>(*v)]);
    return format_number(*v, f.unit);
}

std::string suggestion_text(const Field& f, std::string_view suggestion) {
    if (f.type == FieldType::boolean) return suggestion == "true" ? "Turn on" : "Turn off";
    return "Use " + (f.type == FieldType::choice ? choice_text(suggestion) : std::string(suggestion));
}

std::string traced_text(double value, std::string_view unit) {
    for (const auto& [name, kind] : kTraceUnits)
        if (name == unit) return format_number(value, kind);
    std::string text = format_number(value, UnitKind::none);
    if (!unit.empty()) (text += ' ') += unit;
    return text;
}

std::string_view memory_part_name(MemoryPart part) { return kParts[static_cast<std::size_t>(part)]; }
std::string bytes_text(Bytes b) { return format_number(b.value, UnitKind::bytes); }
std::string seconds_text(Seconds s) { return format_number(s.value, UnitKind::seconds); }
std::string percent_text(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::string quantity_text(double n) { return format_number(n, UnitKind::count); }

std::string energy_text(Joules j) {
    constexpr double kJoulesPerMegawattHour = 3.6e9;
    const double mwh = j.value / kJoulesPerMegawattHour;
    return mwh >= 1000 ? fmt::format("{:.3g} GWh", mwh / 1000) : fmt::format("{:.3g} MWh", mwh);
}

std::string days_text(Seconds s) {
    constexpr double kDaysPerYear = 365.25;
    const double days = s.value / kSecondsPerDay;
    if (days >= 3 * kDaysPerYear) return fmt::format("{:.3g} years", days / kDaysPerYear);
    return days >= 100 ? fmt::format("{:.0f} d", days) : fmt::format("{:.3g} d", days);
}

}  // namespace threewall::web
