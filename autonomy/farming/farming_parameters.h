// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/farming/farming_config.h"
#include "middleware/node.h"

namespace tandem {

// The settings as a node's parameters say, also when somebody changes them while it runs.
struct DeclaredFarmingConfig : FarmingConfig {
  explicit DeclaredFarmingConfig(Node& node);
  DeclaredFarmingConfig(const DeclaredFarmingConfig&) = delete;  // parameters write to it
};

}  // namespace tandem
