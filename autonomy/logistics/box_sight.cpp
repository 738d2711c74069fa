// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/box_sight.h"

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

// a zone that is cut nearer than this is right behind the robot, and nearly all of it is seen
constexpr double nearest_cut_m = 0.8;

}  // namespace

std::vector<Remembered> boxes_in(const tandem_msgs::msg::Sight& sight,
                                 const Pose2& global_from_base, double box_size_m) {
  std::vector<Remembered> boxes;
  for (const tandem_msgs::msg::Sighting& thing : sight.sightings) {
    if (!thing.has_position || thing.is_cut) continue;
    const Vec2 foot{thing.position.x, thing.position.y};
    const double away = distance(foot, {});
    if (away < 0.01) continue;
    const Vec2 middle = ((away + box_size_m / 2) / away) * foot;
    boxes.push_back({thing.label, global_from_base * middle, away});
  }
  return boxes;
}

std::vector<Remembered> zones_in(const tandem_msgs::msg::Sight& sight,
                                 const Pose2& global_from_base) {
  std::vector<Remembered> zones;
  for (const tandem_msgs::msg::Sighting& thing : sight.sightings) {
    if (!thing.has_position) continue;
    const Vec2 middle{thing.position.x, thing.position.y};
    const double away = distance(middle, {});
    if (thing.is_cut && away > nearest_cut_m) continue;
    zones.push_back({thing.label, global_from_base * middle, away});
  }
  return zones;
}

}  // namespace tandem
