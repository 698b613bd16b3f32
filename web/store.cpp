#include "web/store.hpp"

#include <algorithm>
#include <utility>

#include "core/io/field_input.hpp"

namespace threewall::web {
namespace {

constexpr std::size_t kLongestHistory = 200;

/// The scenario with every part that the catalog knows as the catalog has it; plan and workload as they came.
Scenario reference_of(const Scenario& s) {
    Scenario r = s;
    const Catalog& c = catalog();
    if (const ModelEntry* m = c.model(s.model.id)) use_model(r, *m);
    if (const DeviceEntry* d = c.device(s.cluster.device.id)) use_device(r, *d);
    if (const FabricEntry* f = c.fabric(s.cluster.scale_out.id)) use_fabric(r, *f);
    if (const StackEntry* t = c.stack(s.stack.id)) use_stack(r, *t);
    // Choosing an entry may also set these; here they count as the loaded scenario's own.
    r.cluster.devices = s.cluster.devices;
    r.plan = s.plan;
    r.workload = s.workload;
    r.operation = s.operation;
    return r;
}

}  // namespace

Store::Store() { start(default_scenario()); }

const Draft* Store::draft(const Field& f) const {
    const auto found = drafts_.find(f.path);
    return found == drafts_.end() ? nullptr : &found->second;
}

const Finding* Store::finding(const Field& f) const {
    // Errors come first.
    for (const Finding& x : result_.findings)
        if (x.field == f.path) return &x;
    return nullptr;
}

bool Store::differs(const Field& f) const {
    if (f.type == FieldType::text) return f.get_text(now_.scenario) != f.get_text(now_.reference);
    return f.get(now_.scenario) != f.get(now_.reference);
}

const Scale& Store::scale(const Field& f) const {
    const auto found = scales_.find(&f);
    if (found != scales_.end()) return found->second;
    return scales_[&f] = scale_of(f, now_.scenario, now_.reference);
}

std::vector<TraceStep> Store::trace() const {
    Trace trace;
    evaluate(now_.scenario, &trace);
    return trace.steps();
}

void Store::apply(const Edit& edit) {
    std::visit([this](const auto& e) { carry_out(e); }, edit);
    const auto* number = std::get_if<SetNumber>(&edit);
    dragged_ = number ? number->field : nullptr;
}

void Store::start(const Scenario& s) {
    now_ = {s, reference_of(s)};
    past_.clear();
    future_.clear();
    changed();
}

void Store::load(const Scenario& s) {
    remember();
    now_ = {s, reference_of(s)};
    drafts_.clear();
    changed();
}

void Store::load_model(const Model& m) {
    change_both([&](Scenario& s) { s.model = m; });
}

void Store::show(Banner banner) {
    // The newest stands on top; the same message twice says no more than once.
    std::erase_if(banners_, [&](const Banner& b) { return b.title == banner.title && b.lines == banner.lines; });
    banners_.insert(banners_.begin(), std::move(banner));
}

void Store::carry_out(const SetNumber& e) {
    Scenario next = now_.scenario;
    drafts_.erase(e.field->path);
    if (put_value(next, *e.field, e.value) || next == now_.scenario) return;
    if (!e.continues || dragged_ != e.field) remember();
    now_.scenario = std::move(next);
    changed();
}

void Store::carry_out(const SetTyped& e) {
    Scenario next = now_.scenario;
    if (const auto problem = put_text(next, *e.field, e.text)) {
        drafts_[e.field->path] = {e.text, problem->message + (problem->fix.empty() ? "" : ": " + problem->fix)};
        return;
    }
    drafts_.erase(e.field->path);
    if (next == now_.scenario) return;
    remember();
    now_.scenario = std::move(next);
    changed();
}

void Store::carry_out(const ResetField& e) {
    const Field& f = *e.field;
    drafts_.erase(f.path);
    remember();
    if (f.type == FieldType::text) {
        f.set_text(now_.scenario, f.get_text(now_.reference));
    } else {
        f.set(now_.scenario, f.get(now_.reference));
    }
    changed();
}

template <class Change>
void Store::change_both(Change change) {
    remember();
    change(now_.scenario);
    change(now_.reference);
    changed();
}

void Store::carry_out(const UseModel& e) {
    change_both([&](Scenario& s) { use_model(s, *e.entry); });
}
void Store::carry_out(const UseDevice& e) {
    change_both([&](Scenario& s) { use_device(s, *e.entry); });
}
void Store::carry_out(const UseFabric& e) {
    change_both([&](Scenario& s) { use_fabric(s, *e.entry); });
}
void Store::carry_out(const UseStack& e) {
    change_both([&](Scenario& s) { use_stack(s, *e.entry); });
}

void Store::carry_out(const UsePreset& e) { load(e.entry->scenario); }

void Store::carry_out(const Undo&) { swap_with(past_, future_); }
void Store::carry_out(const Redo&) { swap_with(future_, past_); }

void Store::carry_out(const Dismiss& e) {
    if (e.banner < banners_.size()) banners_.erase(banners_.begin() + static_cast<std::ptrdiff_t>(e.banner));
}

void Store::remember() {
    if (past_.size() == kLongestHistory) past_.erase(past_.begin());
    past_.push_back(now_);
    future_.clear();
}

void Store::swap_with(std::vector<Moment>& from, std::vector<Moment>& to) {
    if (from.empty()) return;
    to.push_back(std::move(now_));
    now_ = std::move(from.back());
    from.pop_back();
    drafts_.clear();
    changed();
}

void Store::changed() {
    ++revision_;
    scales_.clear();
    result_ = evaluate(now_.scenario);
    if (result_.valid) last_valid_ = result_;
}

}  // namespace threewall::web
