// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/wheels.h"
#include "autonomy/behavior/whereabouts.h"
#include "geometry/pose2.h"
#include "middleware/node.h"

namespace tandem {

struct ApproachLimits {
  double stop_at_m = 0.2;  // from the robot's middle to the thing
  double max_speed_mps = 0.25;
  double max_turn_radps = 1.0;
};

// How to drive towards a place in the robot's own frame: turns to it first, slows down before it.
// Nothing when it is there.
std::optional<Twist2> drive_towards(Vec2 target_in_base, const ApproachLimits& limits);

struct ApproachConfig {
  std::string processor;  // of perception: "box"
  ApproachLimits limits;
  Duration lost_after = 1s;  // not seen for so long, and not near enough to go by memory
  // Nearer than this the camera need not see it: it drives to where it was.
  double blind_m = 0.5;
  // And nearer than this it is not asked: the picture ends above the foot of things that near.
  double unseen_m = 0.0;
};

// Drives up to a thing that perception sees; the goal's target is its label. Ends with "reached"
// and where it was, "lost", "camera_lost", "perception_lost", "odometry_lost", "tracking_lost" or
// "failed".
class Approach final : public Skill {
 public:
  Approach(Node& node, Whereabouts& whereabouts, Sights& sights, ApproachConfig config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  void look(const tandem_msgs::msg::Sight& sight);

  Node& node_;
  Whereabouts& whereabouts_;
  Sights& sights_;
  const ApproachConfig config_;
  Wheels wheels_;
  std::string target_;
  SimTime begin_{};
  SimTime seen_{};
  std::optional<Vec2> thing_in_odom_;
  double distance_m_ = 0;
};

}  // namespace tandem
