// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/logistics/logistics_node.h"
#include "autonomy/navigation/navigator_node.h"
#include "autonomy/perception/perception_node.h"
#include "laboratory/lockstep_world.h"

namespace tandem {

// Of the second perception, which looks behind (docs/perception.md).
std::vector<std::string> rear_eye_arguments(bool is_twin);

// The programs that bring boxes home, beside a world in lockstep: the navigator, the eyes in front
// and behind, and the mission.
struct LogisticsCrew {
  explicit LogisticsCrew(const LockstepWorld& world, bool is_twin = false,
                         std::vector<std::string> arguments = {});

  std::optional<NavigatorNode> navigator;
  std::optional<PerceptionNode> front, rear;
  std::optional<LogisticsNode> program;
};

}  // namespace tandem
