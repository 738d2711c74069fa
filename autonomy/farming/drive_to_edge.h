// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/farming/floor_line.h"
#include "autonomy/farming/leg_driver.h"

namespace tandem {

struct DriveToEdgeConfig {
  double speed_mps = 0.2;
  double max_way_m = 4.0;  // without an edge after so long it is on no field
  double trusted_m = 0.7;  // farther away a pixel is too large
  double robot_radius_m = 0.125;
};

// Drives straight on until perception sees the field's edge, and then, where the camera is blind,
// by what it remembers until the robot's middle is on it.
//
// Ends with "at_edge" and how a robot stands there that goes along the edge with the field on its
// left; "not_found", "blocked", "camera_lost", "perception_lost", "odometry_lost", "tracking_lost"
// or "failed".
class DriveToEdge final : public Skill {
 public:
  DriveToEdge(Node& node, Whereabouts& whereabouts, Sights& sights, const WayGuard& guard,
              const DriveToEdgeConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  void look(const tandem_msgs::msg::Sight& sight);

  Whereabouts& whereabouts_;
  Sights& sights_;
  const DriveToEdgeConfig& config_;
  LegDriver driver_;
  SimTime begin_{};
  bool is_driving_ = false;
  std::optional<FloorLine> edge_;  // in the global frame
};

}  // namespace tandem
