// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// A robot as the camera above it knows it: round, with a marker on a sheet of paper on its top.
struct FilmedRobot {
  std::string name;
  int marker = 0;  // of the dictionary 4x4_250, whose first ones are those of 4x4_50
  double marker_size_m = 0.12;
  Pose2 robot_from_marker;
  double radius_m = 0.125;
  double height_m = 0.15;  // of its top, where the marker is
};

// The top of a robot, seen from above: how much of the light it sends back, blurred as much as the
// lens will blur it.
class RobotSprite {
 public:
  RobotSprite(const FilmedRobot& robot, double blur_m);

  struct Shade {
    float albedo = 0;  // times the coverage
    float coverage = 0;
  };
  Shade at(Vec2 in_robot) const;  // between four texels
  double reach_m() const { return reach_m_; }
  const FilmedRobot& robot() const { return robot_; }

 private:
  FilmedRobot robot_;
  double reach_m_;  // half of the side of the square
  int across_;
  std::vector<Shade> texels_;
};

}  // namespace tandem
