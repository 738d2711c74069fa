// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/line_following/line_skill.h"

namespace tandem {

// Drives up to the nearest place of a line, onto it, and turns on the spot until the robot looks
// along it. The goal's first pose, if there is one, is where a line was seen.
//
// Ends with "aligned", "blocked" and where when something stands there, "lost", "camera_lost",
// "perception_lost", "odometry_lost", "tracking_lost", "robot_stuck" or "failed".
class AlignToLine final : public LineSkill {
 public:
  using LineSkill::LineSkill;

  static std::vector<std::string> outcomes();  // besides "failed"
  Feedback feedback() const override;

 private:
  enum class Phase { drive, turn, check };

  void begin(const Goal& goal, SimTime now) override;
  void look(const SeenLine& seen, SimTime now) override;
  Move move(const Pose2& odom_from_base, SimTime now) override;
  std::optional<Result> blocked() override;
  Move drive(const Pose2& odom_from_base, SimTime now);
  Move turn(const Pose2& odom_from_base, SimTime now);
  Move check(SimTime now);

  Phase phase_{};
  SimTime since_{};                      // of the phase
  std::optional<Vec2> hint_;             // where a line was seen, in the global frame
  std::optional<Vec2> place_;            // where to step onto it, in the odometry's
  std::optional<double> direction_rad_;  // to look along it there
  bool has_turned_back_ = false;
  int seen_ahead_ = 0;  // in so many sights, one after the other
};

}  // namespace tandem
