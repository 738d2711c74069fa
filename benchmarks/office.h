// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "scenario/scenario.h"

namespace tandem {

struct OfficeSettings {
  int moving = 0;  // more things that move about
  int still = 0;   // more things that never move
};

// A floor of 16 by 12 m with walls, partitions and about 50 pieces of furniture, and the robot
// emaros_3d in it: a camera of 640 by 480 pixels and 90 degrees, and a lidar of 360 by 30 beams.
// Null when the robot cannot be loaded.
std::shared_ptr<const Scenario> office(const OfficeSettings& settings);

}  // namespace tandem
