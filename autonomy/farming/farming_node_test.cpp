// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/farming_node.h"

#include <gmock/gmock.h>

#include "autonomy/behavior/test_mission_sweep.h"

namespace tandem {
namespace {

// On a field that never ends, with a tool ahead.
class FarmingAnywhere : public MissionSweep {
 protected:
  static tandem_msgs::msg::Sight see() {
    tandem_msgs::msg::Sight sight{.found = true, .ratio = 1};
    sight.sightings.push_back({.label = "plow", .has_position = true, .position = {.x = 0.8}});
    return sight;
  }
  static Blackboard::Poses poses(std::initializer_list<Pose2> places) {
    Blackboard::Poses all;
    for (const Pose2& place : places) all.push_back(to_pose_stamped(place, "map"));
    return all;
  }
  // What the mission knows when it is half done.
  void know() {
    Blackboard& board = farming_.mission().blackboard();
    board.set("tool", std::string("plow"));
    board.set("on_field", poses({{{0.5, 0}, 0}}));
    board.set("edge", poses({{{0.6, 0}, 1.57}}));
    board.set("corners", poses({{{0, 0}, 0}, {{2, 0}, 0}, {{2, 2}, 0}, {{0, 2}, 0}}));
    board.set("seen_tool", poses({{{0.8, 0}, 0}}));
    board.set("before_tool", poses({{{0.2, 0}, 0}}));
    board.set("rack", poses({{{0.6, 0}, 0}}));
    board.set("before_rack", poses({{{0.1, 0}, 0}}));
    board.set("path", poses({{{0, 0.2}, 0}, {{2, 0.2}, 0}, {{2, 0.4}, 3.14}, {{0, 0.4}, 3.14}}));
    board.set("worked_s", 1000.0);
  }

  TestPerception perception_{options(), [] { return see(); }};
  FarmingNode farming_{options()};
};

}  // namespace

TEST_F(FarmingAnywhere, CanBeStoppedResumedAndRestartedAtEachState) {
  run(100ms);
  know();
  stop_and_resume_at_each_state();
}

}  // namespace tandem
