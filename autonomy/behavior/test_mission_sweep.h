// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "autonomy/behavior/planar.h"
#include "autonomy/behavior/test_floor.h"
#include "autonomy/behavior/test_robot.h"
#include "messages/std_msgs.h"

namespace tandem {

// A robot program on a floor with stand-ins for all that it needs, which may be stopped, resumed
// and restarted at any state of its mission.
class MissionSweep : public TestRobot {
 protected:
  using MissionMessage = tandem_msgs::msg::Mission;

  // Begins at each state, with what the mission knows so far; stops it a moment later, unless it
  // has ended by then because it knows too little there; and lets it go on.
  void stop_and_resume_at_each_state(Duration moment = 250ms) {
    run(1s);
    const std::vector<tandem_msgs::msg::MissionState> states = mission_.states;
    ASSERT_FALSE(states.empty());
    int stopped = 0;
    for (const tandem_msgs::msg::MissionState& state : states) {
      SCOPED_TRACE(state.path);
      ASSERT_TRUE(control("restart", state.path).success);
      EXPECT_THAT(mission_.active, testing::StartsWith(state.path));
      run(moment);
      if (mission_.status == MissionMessage::RUNNING) {
        ++stopped;
        ASSERT_TRUE(control("stop").success);
        EXPECT_EQ(mission_.status, MissionMessage::STOPPED);
      } else {
        EXPECT_FALSE(mission_.outcome.empty());
        EXPECT_FALSE(mission_.message.empty()) << mission_.outcome << " is not explained";
      }
      expect_standing();
      const std::string active = mission_.active;
      const bool is_done = mission_.status == MissionMessage::SUCCEEDED;
      ASSERT_EQ(control("resume").success, !is_done);
      EXPECT_EQ(mission_.active, active) << "it goes on where it was";
    }
    EXPECT_GE(stopped, static_cast<int>(states.size()) / 2) << "most states take their time";
    ASSERT_TRUE(control("restart").success);
    EXPECT_THAT(mission_.active, testing::StartsWith(states.front().path));
    EXPECT_EQ(mission_.status, MissionMessage::RUNNING);
  }

  // Nothing moves it any more, neither wheels nor navigator.
  void expect_standing() {
    run(600ms);  // for so long it is told to stand
    const Pose2 stood = floor_.map_from_base;
    const std::size_t told = commands_.size();
    run(1s);
    EXPECT_EQ(floor_.command.linear, 0);
    EXPECT_EQ(floor_.command.angular, 0);
    EXPECT_EQ(distance(stood.translation, floor_.map_from_base.translation), 0);
    EXPECT_EQ(stood.yaw, floor_.map_from_base.yaw);
    EXPECT_EQ(commands_.size(), told) << "people may drive it now";
  }

  TestFloor floor_{options()};
  TestNavigator navigator_{options(), floor_};

 private:
  // Whatever is ordered is done.
  Publisher<tandem_msgs::msg::CommandStatus> statuses_ =
      person_.publisher<tandem_msgs::msg::CommandStatus>("robot_command/status", {.depth = 100});
  Subscription orders_ = person_.subscribe<std_msgs::msg::String>(
      "robot_command", {.depth = 100}, [this](const std_msgs::msg::String& order) {
        statuses_.publish({.command = order.data, .done = true});
      });
};

}  // namespace tandem
