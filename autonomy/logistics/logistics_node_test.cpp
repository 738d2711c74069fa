// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/logistics_node.h"

#include <gmock/gmock.h>

#include "autonomy/behavior/test_mission_sweep.h"

namespace tandem {
namespace {

class LogisticsAnywhere : public MissionSweep {
 protected:
  NodeOptions behind() {
    NodeOptions rear = options();
    rear.arguments = {"-r", "__node:=perception_rear",
                      "-r", "perception/select:=perception_rear/select",
                      "-r", "perception/sight:=perception_rear/sight"};
    return rear;
  }

  TestPerception front_{options(), [] { return tandem_msgs::msg::Sight{}; }};
  TestPerception rear_{behind(), [] { return tandem_msgs::msg::Sight{}; }};
  LogisticsNode logistics_{options()};
};

}  // namespace

TEST_F(LogisticsAnywhere, CanBeStoppedResumedAndRestartedAtEachState) {
  stop_and_resume_at_each_state();
}

}  // namespace tandem
