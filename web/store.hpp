// The page's only mutable state: the scenario with its history, what was typed and not understood, messages, and the
// latest result. Panels read it and emit edits (edits.hpp); each applied edit evaluates the scenario at once.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/evaluate/evaluate.hpp"
#include "web/edits.hpp"
#include "web/scale.hpp"

namespace threewall::web {

enum class Tone { info, warning, error };

/// A message above the page that stays until it is dismissed.
struct Banner {
    Tone tone = Tone::info;
    std::string title;
    std::vector<std::string> lines;
};

/// Typed text that could not become a value: shown as it is, with the reason.
struct Draft {
    std::string text;
    std::string error;
};

class Store {
public:
    Store();

    const Scenario& scenario() const { return now_.scenario; }
    /// What the dots compare with: the catalog's figures and the plan as it was loaded.
    const Scenario& reference() const { return now_.reference; }
    /// Of the scenario as it is; without numbers when a rule is broken.
    const Result& result() const { return result_; }
    /// The last result with numbers, for pictures that must not vanish while a slider passes an illegal value.
    const Result& last_valid() const { return last_valid_; }
    const std::vector<Banner>& banners() const { return banners_; }
    /// nullptr when the field holds what was typed.
    const Draft* draft(const Field& f) const;
    /// The most severe finding about a field; nullptr if there is none.
    const Finding* finding(const Field& f) const;
    bool differs(const Field& f) const;
    /// What the positions of the field's slider mean in this scenario.
    const Scale& scale(const Field& f) const;
    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }
    /// The link of this very scenario was the last thing copied.
    bool link_copied() const { return copied_ == revision_; }

    /// The quantity that is explained, and how it and what it rests on came about (empty without numbers).
    std::string_view explained() const { return explained_; }
    std::vector<TraceStep> trace() const;

    /// Counts the changes of the scenario.
    unsigned revision() const { return revision_; }

    void apply(const Edit& edit);
    /// A whole scenario from a link, a file or the clipboard; undo brings the old one back.
    void load(const Scenario& s);
    /// The same at the start, with nothing to go back to.
    void start(const Scenario& s);
    /// Another model in the same cluster and plan.
    void load_model(const Model& m);
    void show(Banner banner);

private:
    struct Moment {
        Scenario scenario;
        Scenario reference;
    };

    void carry_out(const SetNumber& e);
    void carry_out(const SetTyped& e);
    void carry_out(const ResetField& e);
    void carry_out(const UseModel& e);
    void carry_out(const UseDevice& e);
    void carry_out(const UseFabric& e);
    void carry_out(const UseStack& e);
    void carry_out(const UsePreset& e);
    void carry_out(const Undo&);
    void carry_out(const Redo&);
    void carry_out(const Dismiss& e);
    void carry_out(const Explain& e) { explained_ = e.quantity; }
    void carry_out(const CopyLink&) { copied_ = revision_; }
    void carry_out(const SwitchTheme&) {}  // the app's: it does not touch the scenario

    void remember();
    void changed();
    void swap_with(std::vector<Moment>& from, std::vector<Moment>& to);
    template <class Change>
    void change_both(Change change);

    Moment now_;
    std::vector<Moment> past_;
    std::vector<Moment> future_;
    const Field* dragged_ = nullptr;  ///< field of the last edit, to join the steps of one drag
    std::map<std::string_view, Draft> drafts_;
    std::vector<Banner> banners_;
    Result result_;
    Result last_valid_;
    std::string_view explained_ = "step_time_s";
    mutable std::map<const Field*, Scale> scales_;  ///< made when first asked for, until the scenario changes
    unsigned revision_ = 0;
    unsigned copied_ = 0;  ///< revision whose link was copied
};

}  // namespace threewall::web
