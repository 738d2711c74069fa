// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "autonomy/behavior/mission.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill_server.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/pong/keep_goal.h"
#include "middleware/node.h"

namespace tandem {

// The program that plays pong: keeps the goal that the robot stands before. Needs two perceptions
// beside it, one at the front camera and one, called perception_rear, at the rear.
class PongPlayer {
 public:
  explicit PongPlayer(const NodeOptions& options);

  const Mission& mission() const { return mission_; }
  Node& node() { return node_; }

 private:
  MissionPlan plan();
  void declare_parameters();

  Node node_;
  GoalkeepingConfig config_;
  Whereabouts whereabouts_{node_};
  Sights front_{node_};
  Sights rear_{node_, "perception_rear"};
  KeepGoal keep_goal_{node_, whereabouts_, front_, rear_, config_};
  SkillServer keep_goal_server_{node_, "keep_goal", keep_goal_};
  Mission mission_{node_, plan()};
  Timer begin_;  // when the time is known
};

}  // namespace tandem
