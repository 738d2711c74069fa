// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "autonomy/behavior/whereabouts.h"
#include "geometry/pose2.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"

namespace tandem {

// Whether a robot of this outline, in its own frame, would come nearer than a margin to a point if
// it went on like this for a while. What is inside of the outline is its own tool.
bool is_way_clear(std::span<const Vec2> points_in_base, std::span<const Vec2> outline,
                  const Twist2& twist, double margin_m = 0.02, double ahead_s = 0.8);

// Where a thing may be that a distance sensor near the floor sees, in the frame of the robot: so
// far away, anywhere across the cone. Nothing where it sees none, or what may be the floor.
std::vector<Vec2> places_in_cone(const sensor_msgs::msg::Range& range,
                                 const Pose2& base_from_sensor);

// What the lidar sees around the robot, and distance sensors near the floor before it, for skills
// that drive by themselves: lidars look over bales of hay. Belongs to the node's callbacks.
class WayGuard {
 public:
  WayGuard(Node& node, const Whereabouts& whereabouts);

  // True also when nothing was ever measured: a robot without such sensors drives, too. One whose
  // lidar has fallen silent does not. Those near the floor count when it drives forwards without a
  // tool, which they would see.
  bool is_clear(std::span<const Vec2> outline, const Twist2& twist) const;

 private:
  struct NearFloor {
    Vec2 sensor_in_base;
    std::vector<Vec2> places_in_base;
    SimTime heard_at{};
  };

  void hear(const sensor_msgs::msg::LaserScan& scan);
  void hear(const sensor_msgs::msg::Range& range, NearFloor& heard) const;

  Node& node_;
  const Whereabouts& whereabouts_;
  std::optional<SimTime> heard_;
  std::vector<Vec2> points_in_base_;
  std::array<NearFloor, 3> near_floor_;
  Subscription scans_;
  std::array<Subscription, 3> ranges_;
};

}  // namespace tandem
