// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/line_following/line_skill.h"
#include "autonomy/line_following/line_steering.h"
#include "autonomy/line_following/line_trail.h"

namespace tandem {

// Follows the line that the robot looks along, round bends, until it ends or is erased; a closed
// one on and on. Before something that stands on the line it waits until that is taken away.
//
// Ends with "ended" and where, "lost" when there is no line to begin with, "camera_lost",
// "perception_lost", "odometry_lost", "tracking_lost", "robot_stuck" or "failed".
class FollowLine final : public LineSkill {
 public:
  FollowLine(Node& node, Whereabouts& whereabouts, Sights& sights, const WayAhead& way,
             const LineFollowerConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"
  Feedback feedback() const override;
  // The settings are other ones now.
  void retune() { steering_ = LineSteering(config_.steering); }

 private:
  void begin(const Goal& goal, SimTime now) override;
  void look(const SeenLine& seen, SimTime now) override;
  Move move(const Pose2& odom_from_base, SimTime now) override;

  LineTrail trail_;
  LineSteering steering_;
  SimTime begin_{};
  SimTime last_{};
  std::optional<Vec2> last_place_;
  double followed_m_ = 0;
  double beside_m_ = 0;
};

}  // namespace tandem
