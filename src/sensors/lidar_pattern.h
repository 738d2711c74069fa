// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "render/vec3f.h"
#include "sensors/settings.h"

namespace tandem {

// Where the beams of a 3D lidar go, in the order in which they are sent.
struct LidarPattern {
  struct Beam {
    Vec3f direction;           // in the sensor's frame
    std::uint16_t ring = 0;    // from the lowest up
    float share_of_sweep = 1;  // above 0; 1 is the end of a sweep
  };
  std::vector<Beam> beams;
  int rings = 0;
  int columns = 0;  // each with one beam per ring; 0: no such order
};

// By rings and columns, by a list of elevations, or from a file.
LidarPattern read_pattern(SettingsReader& settings);

constexpr int max_lidar_points = 10'000'000;

}  // namespace tandem
