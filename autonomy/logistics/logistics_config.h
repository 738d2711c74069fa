// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/time.h"
#include "geometry/pose2.h"
#include "middleware/node.h"

namespace tandem {

// What a logistics program may be told about its robot, its boxes and its warehouse.
struct LogisticsConfig {
  // What is carried where, in the same order: a red_box into a red_zone.
  std::vector<std::string> boxes{"red_box", "green_box", "blue_box", "yellow_box"};
  std::vector<std::string> zones{"red_zone", "green_zone", "blue_zone", "yellow_zone"};

  // Where zones are that people told it of, in the global frame: they need not be searched.
  std::map<std::string, Vec2> given_zones;

  double robot_radius_m = 0.125;
  double box_size_m = 0.16;   // side of its square foot
  double mount_x_m = 0.135;   // where the near side of a box that is carried is, from the middle
  double box_stand_m = 0.43;  // from the robot's middle to that of a box that it takes
  double zone_stand_m = 0.7;  // from where it looks at a zone before it drives in
  double back_off_m = 0.25;   // away from a box that was put down
  double back_off_mps = 0.12;
  double search_spacing_m = 0.9;  // between the turns of a search, and between its way points
  double search_radius_m = 4.0;
  double box_range_m = 3.0;   // boxes farther away may be metres from where they seem to be
  double zone_range_m = 2.2;  // zones farther away are too blurred to be driven to
  // Without moving, though it drives: longer than a navigator tries its recoveries on one spot.
  Duration immobile = 60s;

  double load_middle_m() const { return mount_x_m + box_size_m / 2; }
  // From the robot's middle to the farthest corner of its load.
  double loaded_radius_m() const;
};

// Makes parameters of it, and reads them. Throws std::invalid_argument when they cannot be.
LogisticsConfig declare_logistics_config(Node& node);

// Which zone a box belongs to; empty: none.
std::string zone_of(const LogisticsConfig& config, const std::string& box);

}  // namespace tandem
