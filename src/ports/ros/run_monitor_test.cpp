// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/run_monitor.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using testing::HasSubstr;

std::shared_ptr<Frame> frame_at(SimTime time, int refused = 0) {
  auto frame = std::make_shared<Frame>();
  auto scenario = std::make_shared<Scenario>();
  scenario->name = "test";
  frame->scenario = scenario;
  frame->entities = std::make_shared<const EntityList>();
  frame->time = time;
  frame->advanced = 8ms;
  frame->wall_time = 2ms;
  RobotState robot;
  robot.name = "r1";
  robot.refused_commands = refused;
  frame->robots = {robot};
  return frame;
}

class RunMonitorTest : public testing::Test {
 protected:
  RunMonitorTest() {
    monitor_.add(frame_at(1s));
    monitor_.begin_report({.speed = 1}, {}, 100s);
  }
  RunMonitor monitor_;
};

TEST_F(RunMonitorTest, ARunThatKeepsUpIsFine) {
  monitor_.add(frame_at(2s));
  monitor_.begin_report({.speed = 1}, {}, 101s);

  const tandem_msgs::msg::Stats stats = monitor_.stats();
  EXPECT_EQ(stats.stamp.sec, 2);
  EXPECT_EQ(stats.scenario, "test");
  EXPECT_EQ(stats.state, "running");
  EXPECT_DOUBLE_EQ(stats.real_time_factor, 1);
  EXPECT_NEAR(stats.step_mean_ms, 2, 0.01);
  EXPECT_EQ(stats.robot_count, 1u);
  const auto diagnostics = monitor_.diagnostics();
  ASSERT_EQ(diagnostics.status.size(), 2u);
  EXPECT_EQ(diagnostics.status[0].level, DiagnosticStatus::OK);
  EXPECT_EQ(diagnostics.status[0].message, "running");
  EXPECT_EQ(diagnostics.status[1].name, "tandem: r1");
  EXPECT_EQ(diagnostics.status[1].level, DiagnosticStatus::OK);
}

TEST_F(RunMonitorTest, PicturesThatWereNotDrawnAreAWarning) {
  auto frame = frame_at(2s);
  frame->dropped_pictures = 12;
  monitor_.add(frame);
  monitor_.begin_report({.speed = 1}, {}, 101s);
  const DiagnosticStatus run = monitor_.diagnostics().status[0];
  EXPECT_EQ(run.level, DiagnosticStatus::WARN);
  EXPECT_THAT(run.message, HasSubstr("12 pictures were not drawn"));
  EXPECT_THAT(run.values,
              testing::Contains(diagnostic_msgs::msg::KeyValue{"dropped_pictures", "12"}));

  // the count stays, the warning does not
  monitor_.add(frame);
  monitor_.begin_report({.speed = 1}, {}, 102s);
  EXPECT_THAT(monitor_.diagnostics().status[0].message, testing::Not(HasSubstr("pictures")));
}

TEST_F(RunMonitorTest, ARunThatFallsBehindIsAWarning) {
  monitor_.add(frame_at(1500ms));
  monitor_.begin_report({.speed = 1, .slipped = 400ms},
                        {.frames = 7, .messages = 3, .inputs = 2, .requests = 5}, 101s);

  EXPECT_DOUBLE_EQ(monitor_.stats().real_time_factor, 0.5);
  EXPECT_EQ(monitor_.stats().dropped_messages, 10u);
  EXPECT_EQ(monitor_.stats().dropped_inputs, 7u);
  const DiagnosticStatus status = monitor_.diagnostics().status[0];
  EXPECT_EQ(status.level, DiagnosticStatus::WARN);
  EXPECT_THAT(status.message, HasSubstr("0.50 of 1 times real time"));
  EXPECT_THAT(status.message, HasSubstr("0.400 s were lost"));
  EXPECT_THAT(status.message, HasSubstr("2 inputs came too fast"));
  EXPECT_THAT(status.message, HasSubstr("5 requests came too fast"));
  EXPECT_THAT(status.message, HasSubstr("7 frames were not published"));
  EXPECT_THAT(status.message, HasSubstr("3 messages"));

  // what is over is no warning any more
  monitor_.add(frame_at(2500ms));
  monitor_.begin_report({.speed = 1, .slipped = 400ms}, {.frames = 7, .messages = 3}, 102s);
  EXPECT_EQ(monitor_.diagnostics().status[0].level, DiagnosticStatus::OK);
}

TEST_F(RunMonitorTest, APauseIsNotSlow) {
  monitor_.begin_report({.is_paused = true, .speed = 1}, {}, 101s);
  EXPECT_EQ(monitor_.diagnostics().status[0].level, DiagnosticStatus::OK);
  EXPECT_EQ(monitor_.stats().state, "paused");
  monitor_.begin_report({.is_paused = true, .steps_remaining = 5}, {}, 102s);
  EXPECT_EQ(monitor_.stats().state, "stepping");
}

TEST_F(RunMonitorTest, RefusedCommandsAreTheRobotsWarning) {
  monitor_.add(frame_at(2s, 4));
  monitor_.begin_report({.speed = 1}, {}, 101s);
  EXPECT_EQ(monitor_.diagnostics().status[1].level, DiagnosticStatus::WARN);
  EXPECT_THAT(monitor_.diagnostics().status[1].message, HasSubstr("4 velocity commands"));
  monitor_.add(frame_at(3s, 4));
  monitor_.begin_report({.speed = 1}, {}, 102s);
  EXPECT_EQ(monitor_.diagnostics().status[1].level, DiagnosticStatus::OK);
}

}  // namespace
}  // namespace tandem
