#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "web/panels/catalog_rows.hpp"
#include "web/panels/input_row.hpp"
#include "web/panels/panels.hpp"
#include "web/widgets/panel.hpp"

namespace threewall::web {
namespace {

/// Shown at first; everything else of the group unfolds below it.
constexpr std::string_view kModel[] = {"model.layers", "model.moe.experts", "model.moe.top_k"};
constexpr std::string_view kCluster[] = {"cluster.devices"};
constexpr std::string_view kPlan[] = {
    "plan.tensor_parallel", "plan.sequence_parallel", "plan.pipeline_parallel", "plan.virtual_stages",
    "plan.schedule",        "plan.context_parallel",  "plan.expert_parallel",   "plan.data_parallel",
    "plan.zero_stage",      "plan.micro_batch_size",  "plan.global_batch_size", "plan.recompute",
    "plan.precision",
};
constexpr std::string_view kWorkload[] = {"workload.sequence_length", "workload.tokens"};
constexpr std::string_view kOperation[] = {"operation.goodput", "operation.dollars_per_device_hour"};

/// Chosen with the catalog entry that they name, so they have no rows of their own.
constexpr std::string_view kNamedByChoice[] = {
    "model.id",
    "model.name",
    "cluster.device.id",
    "cluster.device.name",
    "cluster.scale_up.id",
    "cluster.scale_up.name",
    "cluster.scale_out.id",
    "cluster.scale_out.name",
    "stack.id",
    "stack.name",
};

using Chooser = void (*)(const Ui&);
constexpr Chooser kClusterChoosers[] = {device_row, network_row};
constexpr Chooser kModelChoosers[] = {model_row};
constexpr Chooser kStackChoosers[] = {stack_row};

struct Group {
    const char* title;
    FieldGroup group;
    std::span<const Chooser> choosers;
    std::span<const std::string_view> first;
};

constexpr Group kGroups[] = {
    {"Model", FieldGroup::model, kModelChoosers, kModel},
    {"Cluster", FieldGroup::cluster, kClusterChoosers, kCluster},
    {"Software stack", FieldGroup::stack, kStackChoosers, {}},
    {"Plan", FieldGroup::plan, {}, kPlan},
    {"Workload", FieldGroup::workload, {}, kWorkload},
    {"Operation and prices", FieldGroup::operation, {}, kOperation},
};

bool stands_in(std::span<const std::string_view> list, std::string_view path) {
    return std::find(list.begin(), list.end(), path) != list.end();
}

/// Fields that mean nothing for the model at hand are left out: experts of a dense model, latent ranks without MLA.
bool applies(const Field& f, const Scenario& s) {
    const bool of_experts = f.path.starts_with("model.moe.") && f.path != "model.moe.experts";
    if ((of_experts || f.path == "plan.expert_parallel" || f.path == "plan.expert_tensor_parallel") && !s.model.moe)
        return false;
    constexpr std::string_view kLatent[] = {"model.attention.q_lora_rank", "model.attention.kv_lora_rank",
                                            "model.attention.qk_nope_head_dim", "model.attention.qk_rope_head_dim",
                                            "model.attention.v_head_dim"};
    return s.model.attention.kind == AttentionKind::latent || !stands_in(kLatent, f.path);
}

/// A dense model's lack of experts is worth no row of its own.
bool is_first(const Field& f, const Scenario& s) {
    return applies(f, s) && (s.model.moe || f.path != "model.moe.experts");
}

/// A row that is folded away but needs attention comes out.
bool needs_attention(const Ui& ui, const Field& f) {
    const Finding* finding = ui.store.finding(f);
    return ui.store.draft(f) || ui.store.differs(f) || (finding && finding->severity == Severity::error);
}

/// The group's other fields, in their order.
std::vector<const Field*> rest_of(const Ui& ui, const Group& g) {
    std::vector<const Field*> rest;
    for (const Field& f : fields()) {
        if (f.group != g.group || stands_in(kNamedByChoice, f.path) || !applies(f, ui.store.scenario())) continue;
        if (!stands_in(g.first, f.path) || !is_first(f, ui.store.scenario())) rest.push_back(&f);
    }
    return rest;
}

void draw_group(const Ui& ui, const Group& g) {
    ImGui::PushID(g.title);
    bool& all = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("all"), false);
    std::vector<const Field*> rest = rest_of(ui, g);
    const std::size_t of_rest = rest.size();
    if (!all) std::erase_if(rest, [&](const Field* f) { return !needs_attention(ui, *f); });
    const std::size_t folded = of_rest - rest.size();
    const Fold group = fold(ui, g.title, all ? "Fewer" : folded > 0 ? std::to_string(folded) + " more" : "");
    if (group.link_clicked) all = !all;
    if (group.open) {
        for (Chooser row : g.choosers) row(ui);
        for (std::string_view path : g.first) {
            const Field& f = *find_field(path);
            if (is_first(f, ui.store.scenario())) input_row(ui, f);
        }
        for (const Field* f : rest) input_row(ui, *f);
    }
    ImGui::PopID();
}

}  // namespace

void inputs_panel(const Ui& ui) {
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {kGrid, 0});
    for (const Group& g : kGroups) draw_group(ui, g);
    ImGui::PopStyleVar();
}

}  // namespace threewall::web
