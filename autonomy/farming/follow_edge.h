// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/pid.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/wheels.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/farming/field_outline.h"
#include "autonomy/farming/leg_driver.h"

namespace tandem {

struct FollowEdgeConfig {
  double speed_mps = 0.2;
  PidConfig pid{.proportional = 6.0, .derivative = 0.0, .max_output = 1.2};  // rad/s for each metre
  double look_ahead_m = 0.2;  // where the distance from the edge is steered to nothing
  double trusted_m = 0.6;     // what is farther away is not taken for the outline
  int corners = 4;            // of a field
  double robot_radius_m = 0.125;
  FieldOutlineConfig outline;
};

// Follows the edge of a field with the field on its left, around its corners, until all of them are
// known.
//
// Ends with "mapped" and the corners in their order, "lost", "blocked", "camera_lost",
// "perception_lost", "odometry_lost", "tracking_lost" or "failed".
class FollowEdge final : public Skill {
 public:
  FollowEdge(Node& node, Whereabouts& whereabouts, Sights& sights, const WayGuard& guard,
             const FollowEdgeConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  // What it does: along the edge, the last bit to its end, round the corner, and until it sees the
  // edge behind that.
  enum class Phase { following, running_out, turning, seeking };

  void look(const tandem_msgs::msg::Sight& sight);
  std::optional<Result> follow(SimTime now);
  std::optional<Result> drive(SimTime now);
  std::optional<Result> seek(SimTime now);
  void run_out(SimTime now);
  std::optional<Result> map_if_known(SimTime now);

  Node& node_;
  Whereabouts& whereabouts_;
  Sights& sights_;
  const WayGuard& guard_;
  const FollowEdgeConfig& config_;
  Wheels wheels_;
  LegDriver driver_;
  Phase phase_ = Phase::following;
  FieldOutline outline_;
  Pid pid_;
  SimTime begin_{}, stepped_{}, seen_{}, clear_{}, counted_{};
  std::optional<FloorLine> edge_;  // as it was seen last, in the global frame
  std::optional<Vec2> end_;        // of it
  int turns_ = 0;
  std::size_t corners_ = 0;
  int sweep_ = 0;  // while it seeks: so many looks to the sides
};

}  // namespace tandem
