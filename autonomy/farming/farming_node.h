// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/approach.h"
#include "autonomy/behavior/mission.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill_server.h"
#include "autonomy/behavior/skill_state.h"
#include "autonomy/behavior/spiral_search.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/farming/farming_parameters.h"
#include "autonomy/farming/way_guard.h"
#include "messages/nav_msgs.h"
#include "middleware/node.h"

namespace tandem {

// The smart farming program (docs/programs.md): maps a field by following its edge, then takes one
// tool after the other from its rack, works the field with it and brings it back. Needs perception
// and a navigator. Begins as soon as it is made.
class FarmingNode {
 public:
  explicit FarmingNode(const NodeOptions& options);

  Mission& mission() { return *mission_; }
  Node& node() { return node_; }

 private:
  using Goal = tandem_msgs::action::PerformSkill::Goal;
  using SkillResult = tandem_msgs::action::PerformSkill::Result;

  MissionPlan plan();
  std::vector<MissionStep> mapping_steps();
  std::vector<MissionStep> tool_steps();
  MissionStep skill_step(const std::string& name, SkillCall call, std::vector<Transition> next);

  std::vector<Vec2> outline_of(const std::string& tool, double margin_m) const;
  Ending choose_tool(Blackboard& blackboard) const;
  Ending plan_way_to_tool(Blackboard& blackboard) const;
  Ending note_rack(Blackboard& blackboard) const;
  Ending plan_path(Blackboard& blackboard);

  Node node_;
  DeclaredFarmingConfig config_;
  Whereabouts whereabouts_;
  Sights sights_;
  WayGuard guard_;
  std::optional<nav_msgs::msg::OccupancyGrid> map_;
  Subscription maps_;
  Publisher<nav_msgs::msg::Path> path_;

  SpiralSearch check_on_field_;
  DriveToEdge drive_to_edge_;
  AdjustToEdge adjust_to_edge_;
  FollowEdge follow_edge_;
  SpiralSearch find_equipment_;
  Approach approach_;
  WorkField work_;
  Travel travel_;
  Dock dock_;
  std::vector<std::unique_ptr<SkillServer>> servers_;
  std::optional<Mission> mission_;
};

}  // namespace tandem
