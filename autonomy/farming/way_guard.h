// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

// What the lidar sees around the robot, for skills that drive by themselves. Belongs to the node's
// callbacks.
class WayGuard {
 public:
  WayGuard(Node& node, const Whereabouts& whereabouts);

  // True also when nothing was ever scanned: a robot without a lidar drives, too. One whose lidar
  // has fallen silent does not.
  bool is_clear(std::span<const Vec2> outline, const Twist2& twist) const;

 private:
  void hear(const sensor_msgs::msg::LaserScan& scan);

  Node& node_;
  const Whereabouts& whereabouts_;
  std::optional<SimTime> heard_;
  std::vector<Vec2> points_in_base_;
  Subscription scans_;
};

}  // namespace tandem
