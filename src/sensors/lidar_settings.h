// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sensors/beams.h"
#include "sensors/settings.h"

namespace tandem {

// Directions in a plane, in radians.
struct AngleRange {
  double first = 0;
  double last = 0;
  bool is_circle = false;  // the last one is where the first one is

  // Between neighbours, of so many. A circle has each direction once.
  double increment(int count) const {
    const int gaps = is_circle ? count : count - 1;
    return gaps > 0 ? (last - first) / gaps : 0;
  }
};

// What lidars have in common, in both dialects.
RangeLimits read_range_limits(SettingsReader& settings, RangeLimits limits);

// "fov_deg", or "angle_min_deg" and "angle_max_deg".
AngleRange read_angles(SettingsReader& settings, double default_fov_deg);

// More than one scan line makes a lidar of SDF a 3D one.
bool is_3d_lidar(const SensorDescription& sensor);

}  // namespace tandem
