// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/box_sight.h"

#include "autonomy/behavior/planar.h"

namespace tandem {

std::vector<Remembered> boxes_in(const tandem_msgs::msg::Sight& sight,
                                 const Pose2& global_from_base, const LogisticsConfig& config) {
  std::vector<Remembered> boxes;
  for (const tandem_msgs::msg::Sighting& thing : sight.sightings) {
    if (!thing.has_position || thing.is_cut) continue;
    const Vec2 foot{thing.position.x, thing.position.y};
    const double away = distance(foot, {});
    if (away < 0.01 || away > config.box_range_m) continue;
    const Vec2 middle = ((away + config.box_size_m / 2) / away) * foot;
    boxes.push_back({thing.label, global_from_base * middle, away});
  }
  return boxes;
}

std::vector<Remembered> zones_in(const tandem_msgs::msg::Sight& sight,
                                 const Pose2& global_from_base, CutZones cut) {
  std::vector<Remembered> zones;
  for (const tandem_msgs::msg::Sighting& thing : sight.sightings) {
    if (!thing.has_position || (thing.is_cut && cut == CutZones::leave_out)) continue;
    const Vec2 middle{thing.position.x, thing.position.y};
    zones.push_back({thing.label, global_from_base * middle, distance(middle, {})});
  }
  return zones;
}

}  // namespace tandem
