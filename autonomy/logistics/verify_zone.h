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
#include "autonomy/logistics/spatial_memory.h"
#include "messages/nav2_msgs_action.h"
#include "middleware/node.h"

namespace tandem {

// Makes sure that a zone is where it was remembered, before a box is put there. When it is not seen
// the robot looks around: a quarter of a turn to the left, then to the right. The goal has its
// label and place.
//
// Ends with "verified" or "moved" and where it is, "not_seen", "camera_lost", "perception_lost",
// "navigator_lost", "tracking_lost", "sensor_lost", "preempted" or "failed".
class VerifyZone final : public Skill {
 public:
  using Note = std::function<void(const Remembered&)>;  // of each zone that is seen
  VerifyZone(Node& node, Whereabouts& whereabouts, Sights& sights, Note note);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  void look(const tandem_msgs::msg::Sight& sight);
  Result seen() const;

  Whereabouts& whereabouts_;
  Sights& sights_;
  const Note note_;
  Errand<nav2_msgs::action::Spin> turning_;
  std::string label_;
  std::optional<Vec2> expected_, zone_;
  SimTime look_since_{};
  int seen_ = 0;
  std::size_t turns_ = 0;
};

}  // namespace tandem
