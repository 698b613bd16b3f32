// Everything a person can do to the page. Panels emit edits; the store alone carries them out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/io/catalog.hpp"
#include "core/scenario/fields.hpp"

namespace threewall::web {

/// A slider, switch or choice. `continues`: part of the drag that the last edit belongs to, so one undo takes back both.
struct SetNumber {
    const Field* field = nullptr;
    std::optional<double> value;
    bool continues = false;
};
/// Text typed for a field, as it stands; it may be nonsense.
struct SetTyped {
    const Field* field = nullptr;
    std::string text;
};
/// Back to what the preset or the catalog says.
struct ResetField {
    const Field* field = nullptr;
};
struct UseModel {
    const ModelEntry* entry = nullptr;
};
struct UseDevice {
    const DeviceEntry* entry = nullptr;
};
struct UseFabric {
    const FabricEntry* entry = nullptr;
};
struct UseStack {
    const StackEntry* entry = nullptr;
};
struct UsePreset {
    const PresetEntry* entry = nullptr;
};
struct Undo {};
struct Redo {};
struct Dismiss {
    std::size_t banner = 0;
};
/// Asks "why this number" of a quantity of the trace.
struct Explain {
    std::string_view quantity;
};
struct CopyLink {};
struct SwitchTheme {};

using Edit = std::variant<SetNumber, SetTyped, ResetField, UseModel, UseDevice, UseFabric, UseStack, UsePreset, Undo,
                          Redo, Dismiss, Explain, CopyLink, SwitchTheme>;
using Edits = std::vector<Edit>;

}  // namespace threewall::web
