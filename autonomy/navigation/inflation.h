// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "autonomy/navigation/costmap.h"

namespace tandem {

struct InflationConfig {
  double radius_m = 0.4;  // how far things have an effect
  double scaling = 8;     // 1/m; the higher, the faster costs fall with the distance
};

// The cost of a distance from the nearest lethal cell.
std::uint8_t inflated_cost(double distance_m, double inscribed_m, const InflationConfig& config);

// Raises costs around lethal cells: up to the robot's inscribed radius it surely touches, then
// costs fall exponentially. Unknown cells become known where the robot would surely touch.
void inflate(Costmap& costmap, double inscribed_m, const InflationConfig& config);

// How far each cell's center is from that of the nearest lethal one; infinite without any.
std::vector<float> distances_to_lethal(const Costmap& costmap);

}  // namespace tandem
