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

// Whether something stands on the floor or lies on it. What reaches above the horizon stands; what
// is lower than the camera does if both of its sides are upright: each is in one direction from its
// foot to its top. Sides of what lies lead away from the camera, and of two that are parallel, as a
// zone's are, one at most can be in one direction. Unclear when a side is out of the picture, and
// the other one does not tell.
enum class Stance { stands, lies, unclear };
Stance stance_of(const Thing& thing, const Region& region, const FloorCamera& camera);

// How high and how wide something is if it stands at that place of the floor.
struct ThingSize {
  double height_m = 0;
  double width_m = 0;
};
std::optional<ThingSize> size_of_thing(const Thing& thing, const Region& region,
                                       const FloorCamera& camera, Vec2 foot);

void set_position(Vec2 on_floor, double floor_z_m, tandem_msgs::msg::Sighting& sighting);

// Puts things into a sight, the largest first, and shows them to people: "RED BOX 1.20 m".
void tell_things(std::vector<Thing> things, const Region& region, tandem_msgs::msg::Sight& sight,
                 Annotation* annotation);

}  // namespace tandem
