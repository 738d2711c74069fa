// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "autonomy/navigation/navigation_config.h"
#include "autonomy/navigation/senses.h"
#include "middleware/node.h"

namespace tandem {

// Which defaults the others have: "virtual" or "physical", given at the start.
ParameterSet declare_parameter_set(Node& node);

// Declares every setting of a navigator as a parameter of its node. Values that are changed from
// outside are in the config at once, and `after_change` is called then.
void declare_parameters(Node& node, NavigationConfig& config, std::function<void()> after_change);

// Names of topics and frames, and how long they may be silent: given at the start.
SensesConfig declare_senses(Node& node);

}  // namespace tandem
