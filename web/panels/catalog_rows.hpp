// The four choices from the catalog, as rows of the inputs panel.
#pragma once

#include "web/ui.hpp"

namespace threewall::web {

void model_row(const Ui& ui);
void device_row(const Ui& ui);
void network_row(const Ui& ui);
void stack_row(const Ui& ui);

}  // namespace threewall::web
