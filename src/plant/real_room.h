// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/random.h"
#include "geometry/area.h"
#include "geometry/pose2.h"

namespace tandem {

// A room with walls around it and posts in it, as a real lidar would see it.
struct RealRoom {
  Area floor{.world_from_center = {}, .size_x_m = 5, .size_y_m = 4};
  struct Post {
    Vec2 center;
    double radius_m = 0.1;
  };
  std::vector<Post> posts;

  // How far a ray goes before it meets something; from outside of the walls, 0.
  double distance(Vec2 from, double heading) const;
  // The nearest place for a round robot of this radius that is neither in a wall nor in a post.
  Vec2 free_place(Vec2 wanted, double radius_m) const;
};

struct RealLidarConfig {
  Pose2 robot_from_lidar;
  int beams = 360;
  double range_min_m = 0.12;
  double range_max_m = 8;
  double noise_m = 0.01;
};

// One turn of a planar lidar on a robot: counter-clockwise from straight ahead of the lidar,
// infinity where nothing is in range.
std::vector<double> scan(const RealRoom& room, const Pose2& room_from_robot,
                         const RealLidarConfig& config, Random& random);

}  // namespace tandem
