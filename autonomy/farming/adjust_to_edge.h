// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/farming/leg_driver.h"

namespace tandem {

struct AdjustToEdgeConfig {
  double tolerance_rad = 0.04;
  double robot_radius_m = 0.125;
  Duration patience = 5s;  // for an edge to be seen
};

// Turns on the spot until the edge of the field leads straight ahead. The goal's first pose, if
// there is one, says how the robot would stand then; the camera has the last word.
//
// Ends with "adjusted", "lost", "camera_lost", "perception_lost", "odometry_lost", "tracking_lost"
// or "failed".
class AdjustToEdge final : public Skill {
 public:
  AdjustToEdge(Node& node, Whereabouts& whereabouts, Sights& sights, const WayGuard& guard,
               const AdjustToEdgeConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  void look(const tandem_msgs::msg::Sight& sight);
  void turn_to(double yaw, SimTime now);

  Node& node_;
  Whereabouts& whereabouts_;
  Sights& sights_;
  const AdjustToEdgeConfig& config_;
  LegDriver driver_;
  Goal goal_;
  SimTime begin_{};
  std::optional<SimTime> standing_since_;  // turned to what the goal says
  bool is_turning_ = false;
  int upright_ = 0;  // sights of it, one after the other
  double error_rad_ = 0;
};

}  // namespace tandem
