// Texts from outside (the address, a dropped file, the clipboard) into the store. What can't be read becomes a banner
// that says what and where, and the last good scenario stays.
#pragma once

#include <string_view>

#include "web/store.hpp"

namespace threewall::web {

/// The address's fragment at the start; empty: the example that first visitors see.
void start_with_link(Store& store, std::string_view hash);
/// The fragment after a person changed it or went back.
void load_link(Store& store, std::string_view hash);
/// A file or a paste: a Hugging Face config.json, a scenario, or a link. `origin` is what a banner calls it.
void load_text(Store& store, std::string_view origin, std::string_view text);

}  // namespace threewall::web
