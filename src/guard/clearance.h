// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// A robot as its guard knows it: round, with a lidar on it.
struct GuardedBody {
  double radius_m = 0.2;  // of a circle around its origin that all of it is in
  double side_m = 0.05;   // it keeps from things that it passes
  Pose2 robot_from_lidar;
};

// One turn of a real lidar, seen from the robot: what it met, and where it looked at all.
struct SeenAround {
  std::vector<Vec2> points;
  double first_rad = 0;  // of the part that it sees, counter-clockwise
  double width_rad = 0;
};

// As sensor_msgs/LaserScan has it.
struct GuardScan {
  double angle_min_rad = 0;
  double angle_increment_rad = 0;
  double range_min_m = 0;
  double range_max_m = 0;
  std::vector<float> ranges_m;
};

// Nothing where the scan cannot be trusted: it makes no sense, or hardly any beam measured
// anything. Something too near (-infinity) is there, at the shortest distance.
std::optional<SeenAround> look_around(const GuardScan& scan, const GuardedBody& body);

// How far the robot can go like this before it comes closer to something than it should, at most
// `most_m`. What is beside it or behind it does not count, nor what it moves away from; where the
// lidar does not look it cannot go. Without a speed ahead or back there is no limit.
double free_way(const SeenAround& seen, const GuardedBody& body, const Twist2& velocity,
                double most_m);

// Whether it can turn where it stands.
bool can_turn(const SeenAround& seen, const GuardedBody& body);

// The side with more room: 1 is left, -1 right.
int freer_side(const SeenAround& seen);

}  // namespace tandem
