// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/drive_outcome.h"

#include <gmock/gmock.h>

#include "messages/nav2_msgs_action.h"

namespace tandem {
namespace {

using namespace nav2_msgs::action;
using testing::HasSubstr;

std::string outcome_of(std::uint16_t error_code) {
  return judge_drive(GoalStatus::aborted, error_code, "why").outcome;
}

}  // namespace

TEST(DriveOutcome, ARobotThatTheNavigatorDoesNotKnowIsLostAndAPlaceIsNot) {
  EXPECT_EQ(judge_drive(GoalStatus::succeeded, 0, "").outcome, "arrived");
  EXPECT_EQ(outcome_of(ComputePathToPose::Result::NO_VALID_PATH), "unreachable");
  EXPECT_EQ(outcome_of(FollowPath::Result::TF_ERROR), "tracking_lost");
  EXPECT_EQ(outcome_of(FollowPath::Result::CONTROLLER_TIMED_OUT), "sensor_lost");
  EXPECT_THAT(
      judge_drive(GoalStatus::aborted, FollowPath::Result::CONTROLLER_TIMED_OUT, "no scan").message,
      HasSubstr("no scan"));
}

TEST(DriveOutcome, ManeuversHaveCodesOfTheirOwnForTheSame) {
  EXPECT_EQ(outcome_of(Spin::Result::COLLISION_AHEAD), "unreachable");
  EXPECT_EQ(outcome_of(Spin::Result::TF_ERROR), "tracking_lost");
  EXPECT_EQ(outcome_of(Spin::Result::UNKNOWN), "sensor_lost");
  EXPECT_EQ(outcome_of(BackUp::Result::COLLISION_AHEAD), "unreachable");
  EXPECT_EQ(outcome_of(BackUp::Result::TF_ERROR), "tracking_lost");
  EXPECT_EQ(outcome_of(BackUp::Result::UNKNOWN), "sensor_lost");
}

TEST(DriveOutcome, WhatOthersEndIsNoFailureOfTheWay) {
  // as Nav2 ends a goal when another one comes
  EXPECT_EQ(judge_drive(GoalStatus::aborted, 0, ""),
            (Ending{"preempted", "the navigator: another goal took its place"}));
  EXPECT_EQ(judge_drive(GoalStatus::canceled, 0, ""),
            (Ending{"preempted", "the navigator: somebody canceled the goal"}));
}

}  // namespace tandem
