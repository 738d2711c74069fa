// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/perception/foot.h"
#include "autonomy/perception/vision.h"

namespace tandem {

// One outline of a color, and what can be measured of it.
struct Thing {
  Contour outline;  // in rows of the region
  LowerEdge lower_edge;
  tandem_msgs::msg::Sighting sighting;  // without a position
};

// All things of a color, the largest first.
std::vector<Thing> things_of(const Region& region, const ColorLabel& color, double min_area_px);

// Whether it stands on the floor rather than lying on it. What lies ends below the horizon, and its
// sides run together towards it; what stands reaches above if it is higher than the camera, and has
// upright sides if it is not.
bool is_upright(const Thing& thing, const Region& region, const FloorCamera& camera);

void set_position(Vec2 on_floor, double floor_z_m, tandem_msgs::msg::Sighting& sighting);

// Puts things into a sight, the largest first, and shows them to people: "RED BOX 1.20 m".
void tell_things(std::vector<Thing> things, const Region& region, tandem_msgs::msg::Sight& sight,
                 Annotation* annotation);

}  // namespace tandem
