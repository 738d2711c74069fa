// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/guarded_state.h"
#include "autonomy/behavior/mission.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill_server.h"
#include "autonomy/behavior/spiral_search.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/logistics/approach_box.h"
#include "autonomy/logistics/box_obstacles.h"
#include "autonomy/logistics/load_footprint.h"
#include "autonomy/logistics/logistics_config.h"
#include "autonomy/logistics/spatial_memory.h"
#include "autonomy/logistics/verify_zone.h"
#include "autonomy/logistics/warehouse_map.h"
#include "middleware/node.h"

namespace tandem {

// The logistics program: finds boxes, and brings each to the zone of its color, until no box is
// left. It looks with the front camera for boxes and, as a load hides that one, with the rear
// camera for zones; the navigator drives.
class LogisticsNode {
 public:
  // Throws std::invalid_argument when the options cannot be.
  explicit LogisticsNode(const NodeOptions& options);

  const Mission& mission() const { return *mission_; }

 private:
  using Goal = tandem_msgs::action::PerformSkill::Goal;
  using Sight = tandem_msgs::msg::Sight;
  using Remember =
      std::function<void(const tandem_msgs::action::PerformSkill::Result&, Blackboard&)>;

  // What it makes of sights.
  SpatialMemory memory() { return {mission_->blackboard(), whereabouts_.global_frame()}; }
  bool is_wanted(const Remembered& box);
  void note_boxes(const Sight& sight);
  std::optional<Vec2> find_box(const Sight& sight);
  void note_zone(const Remembered& zone);
  void note_zones(const Sight& sight);
  std::optional<Vec2> find_zone(const Sight& sight);
  bool knows_all_zones();
  void watch_for_zones(SimTime now);

  // Where it goes.
  std::vector<Pose2> box_stands(Vec2 box, const std::vector<Vec2>& tried);
  std::vector<Vec2> known_boxes();
  bool is_away_from_boxes(Vec2 place);
  bool is_among_boxes(Vec2 place);
  // Has the navigator know what the robot carries, and which boxes to keep away from.
  void tell_navigator(const Blackboard& blackboard);
  std::optional<Pose2> zone_stand(const Blackboard& blackboard, Vec2 zone);
  Result<Pose2> drop_pose(const Blackboard& blackboard);

  // What it does.
  MissionPlan plan();
  std::vector<MissionStep> taking_steps();
  std::vector<MissionStep> bringing_steps();
  MissionStep attach_step();
  MissionStep drop_step();
  std::shared_ptr<State> guarded(std::shared_ptr<State> state, StateHooks guard = {});
  std::shared_ptr<State> skill(const std::string& name, std::vector<std::string> outcomes,
                               std::function<Result<Goal>(const Blackboard&)> goal,
                               StateHooks guard, Remember remember = {});
  std::shared_ptr<State> drive(std::function<Result<Pose2>(const Blackboard&)> to,
                               StateHooks guard);
  std::shared_ptr<State> back_off();
  std::shared_ptr<State> order(std::function<std::string(const Blackboard&)> command,
                               StateHooks guard);
  // Decisions.
  Ending recall_box(Blackboard& blackboard);
  Ending recall_zone(Blackboard& blackboard);
  Ending leave_box(Blackboard& blackboard, const std::string& why);
  Ending try_again(Blackboard& blackboard);
  Ending take_stock(Blackboard& blackboard);
  void note_put_down(const Ending& ending, Blackboard& blackboard);
  void rest();

  Node node_;
  const LogisticsConfig config_;
  Whereabouts whereabouts_;
  Sights front_;
  Sights rear_;
  WarehouseMap map_;
  LoadFootprint footprint_;
  BoxObstacles obstacles_;
  std::vector<Vec2> told_boxes_;
  SpiralSearch box_search_;
  SpiralSearch zone_search_;
  ApproachBox approach_;
  VerifyZone verify_;
  SkillServer box_search_server_, zone_search_server_, approach_server_, verify_server_;
  std::optional<Mission> mission_;
};

}  // namespace tandem
