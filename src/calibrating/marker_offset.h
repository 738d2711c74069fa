// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "geometry/pose2.h"

namespace tandem {

struct MarkerOffset {
  Pose2 robot_from_marker;  // where on the robot the marker is
  double turn_off_mm = 0;   // root mean square of the turn's centre
  double straight_off_mm = 0;
  double yaw_deviation_rad = 0;
};

// Measures where on a robot its marker is: while the robot turns on the spot the marker goes around
// the robot's middle, and while it drives straight on the robot's heading shows. Poses come in
// their order, first those of the turn.
class MarkerOffsetGuide {
 public:
  // A pose of the marker in the room.
  void look(const Pose2& room_from_marker);

  enum class Step { turn, straight, done };
  Step step() const { return step_; }
  // What to do now, for a person, with how far it went.
  std::string advice() const;

  // An error says what was wrong with the drive.
  Result<MarkerOffset> finish() const;

 private:
  void look_at_turn(const Pose2& pose);
  void look_at_straight(const Pose2& pose);
  double turned() const;
  double driven() const;

  Step step_ = Step::turn;
  std::optional<Pose2> last_;
  double heading_ = 0;  // without jumps
  double least_ = 0, most_ = 0;
  std::vector<Pose2> turn_, straight_;
};

}  // namespace tandem
