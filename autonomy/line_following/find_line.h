// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/motion_watch.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/spiral_search.h"
#include "autonomy/behavior/wheels.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/line_following/line_follower_config.h"
#include "middleware/node.h"

namespace tandem {

// Looks for a line: turns round once where it is, then drives a spiral by the navigator. At the end
// of a line the turn finds the way back. The goal's poses are places in the global frame where
// there is no line, whatever it looks like.
//
// Ends with "found" and the place in the global frame, "not_found", "camera_lost",
// "perception_lost", "navigator_lost", "odometry_lost", "tracking_lost", "sensor_lost",
// "preempted", "robot_stuck" or "failed".
class FindLine final : public Skill {
 public:
  FindLine(Node& node, Whereabouts& whereabouts, Sights& sights, const LineFollowerConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  std::optional<Result> look_around(SimTime now);
  std::optional<Result> trouble(SimTime now);
  void look(const tandem_msgs::msg::Sight& sight);
  // The nearest place of a line that is one, in the robot's frame.
  std::optional<Vec2> find(const tandem_msgs::msg::Sight& sight) const;

  const LineFollowerConfig& config_;
  Whereabouts& whereabouts_;
  Sights& sights_;
  Wheels wheels_;
  SpiralSearch spiral_;
  MotionWatch turning_, driving_;

  std::vector<Vec2> no_lines_;
  SimTime begin_{};
  bool is_turning_ = true;
  double turned_rad_ = 0;
  std::optional<double> last_yaw_;
  bool has_looked_ = false;
  int seen_ = 0;  // in so many sights, one after the other
  std::optional<Pose2> found_;
};

}  // namespace tandem
