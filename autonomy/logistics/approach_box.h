// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/errand.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/logistics/logistics_config.h"
#include "messages/nav2_msgs_action.h"
#include "middleware/node.h"

namespace tandem {

struct ApproachBoxConfig {
  LogisticsConfig logistics;
  // It begins to look for the box: what was looked at on the way may rest.
  std::function<void()> on_look;
  // Every box in a sight, for who remembers them.
  std::function<void(const tandem_msgs::msg::Sight&)> note;
  // Where the robot could stand to take a box there, the best first; but not where it has been in
  // vain.
  std::function<std::vector<Pose2>(Vec2 box, const std::vector<Vec2>& tried)> stands;
};

// Drives up to a box by the navigator, and makes sure that it is there: what was seen from far away
// is seen better on the way, and what was remembered may be gone. The goal has its label and place.
//
// Ends with "reached" and where the box is, "gone", "unreachable", "camera_lost",
// "perception_lost", "navigator_lost", "tracking_lost", "sensor_lost", "preempted" or "failed".
class ApproachBox final : public Skill {
 public:
  ApproachBox(Node& node, Whereabouts& whereabouts, Sights& sights, ApproachBoxConfig config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  void look_when_near(SimTime now);
  void look(const tandem_msgs::msg::Sight& sight);
  std::optional<Result> drive();
  std::optional<Result> drive_anew();
  Result unreachable() const;
  std::optional<Result> judge(SimTime now);

  Node& node_;
  Whereabouts& whereabouts_;
  Sights& sights_;
  const ApproachBoxConfig config_;
  Errand<nav2_msgs::action::NavigateToPose> driving_;

  std::string label_;
  std::optional<Vec2> box_;  // its middle, in the global frame
  Vec2 driving_to_;          // where the box was believed to be when the robot set out
  Pose2 stand_;
  std::vector<Vec2> tried_;
  int drives_ = 0;       // begun anew after one had ended
  int corrections_ = 0;  // while driving
  std::optional<SimTime> arrived_at_;
  bool is_looking_ = false;
  int seen_ = 0;  // sights of it since then
};

}  // namespace tandem
