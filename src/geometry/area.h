// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/pose2.h"

namespace tandem {

// Part of the floor, aligned with a heading.
struct Area {
  Pose2 world_from_center;
  double size_x_m = 1;
  double size_y_m = 1;
};

}  // namespace tandem
