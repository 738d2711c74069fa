// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/command_topic.h"

#include <gmock/gmock.h>

#include "messages/geometry_msgs.h"
#include "middleware/lockstep.h"

namespace tandem {
namespace {

using geometry_msgs::msg::TwistStamped;
using TwistMessage = geometry_msgs::msg::Twist;

class CommandTopicTest : public testing::Test {
 protected:
  CommandTopic listener(std::optional<CommandType> type) {
    return {tandem_, "/r1/cmd_vel", qos::reliable, type,
            [this](const Twist2& c) { heard_.push_back(c); }};
  }
  void deliver() { ASSERT_TRUE(lockstep_.advance(lockstep_.now() + 1ms)); }

  Lockstep lockstep_;
  Node tandem_{"tandem", {.context = lockstep_.context()}};
  Node robot_{"teleop", {.context = lockstep_.context()}};
  std::vector<Twist2> heard_;
};

const TwistMessage forward{.linear = {.x = 0.5, .y = 7}, .angular = {.x = 8, .z = -0.25}};

TEST_F(CommandTopicTest, TakesForwardAndTurnOfATwist) {
  const CommandTopic topic = listener(CommandType::twist);
  robot_.publisher<TwistMessage>("/r1/cmd_vel").publish(forward);
  deliver();
  ASSERT_EQ(heard_.size(), 1u);
  EXPECT_EQ(heard_[0].linear, 0.5);
  EXPECT_EQ(heard_[0].angular, -0.25);
}

TEST_F(CommandTopicTest, FollowsThePublishersType) {
  CommandTopic topic = listener(std::nullopt);
  EXPECT_EQ(topic.type(), CommandType::twist);
  {
    auto stamped = robot_.publisher<TwistStamped>("/r1/cmd_vel");
    topic.follow(tandem_.graph());
    EXPECT_EQ(topic.type(), CommandType::stamped);
    stamped.publish({.twist = forward});
    deliver();
    EXPECT_EQ(heard_.size(), 1u);

    // a second one of the other kind changes nothing while the first is there
    auto plain = robot_.publisher<TwistMessage>("/r1/cmd_vel");
    topic.follow(tandem_.graph());
    EXPECT_EQ(topic.type(), CommandType::stamped);
  }
  auto plain = robot_.publisher<TwistMessage>("/r1/cmd_vel");
  topic.follow(tandem_.graph());
  plain.publish(forward);
  deliver();
  EXPECT_EQ(heard_.size(), 2u);
}

TEST_F(CommandTopicTest, HearsWhoWasThereFirst) {
  auto stamped = robot_.publisher<TwistStamped>("/r1/cmd_vel");
  const CommandTopic topic = listener(std::nullopt);
  EXPECT_EQ(topic.type(), CommandType::stamped);
}

TEST_F(CommandTopicTest, AFixedTypeStays) {
  auto stamped = robot_.publisher<TwistStamped>("/r1/cmd_vel");
  CommandTopic topic = listener(CommandType::twist);
  topic.follow(tandem_.graph());
  EXPECT_EQ(topic.type(), CommandType::twist);
}

}  // namespace
}  // namespace tandem
