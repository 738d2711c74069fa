// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/footprint.h"

#include <cmath>

#include "scenario/bounds.h"

namespace tandem {

std::vector<Area> footprint_of(const Entity& tool, const World& world, double floor_m,
                               double reach_m) {
  std::vector<Area> parts;
  for (std::size_t i = 0; i < tool.links.size(); ++i) {
    const Pose world_from_link = world.world_from(tool.links[i]);
    // seen along the heading of the tool, which is level or nearly so
    const Pose2 heading{{world_from_link.translation.x, world_from_link.translation.y},
                        world_from_link.rotation.yaw()};
    const Pose world_from_level{{heading.translation.x, heading.translation.y, 0},
                                Quat::from_rpy(0, 0, heading.yaw)};
    const Pose level_from_link = inverse(world_from_level) * world_from_link;
    for (const Collision& collision : tool.model->links[i].collisions) {
      const Bounds bounds =
          bounds_of(collision.shape, level_from_link * collision.link_from_collision);
      if (bounds.is_empty() || bounds.low.z > floor_m + reach_m) continue;
      const Vec3 center = bounds.center(), size = bounds.size();
      parts.push_back({heading * Pose2{{center.x, center.y}, 0}, size.x, size.y});
    }
  }
  return parts;
}

bool contains(const Area& area, Vec2 point) {
  const Vec2 in_area = inverse(area.world_from_center) * point;
  return std::abs(in_area.x) <= area.size_x_m / 2 && std::abs(in_area.y) <= area.size_y_m / 2;
}

}  // namespace tandem
