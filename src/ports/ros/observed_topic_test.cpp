// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/observed_topic.h"

#include <gmock/gmock.h>

#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "middleware/lockstep.h"

namespace tandem {
namespace {

using testing::HasSubstr;

class ObservedTopicTest : public testing::Test {
 protected:
  void observe(const ObserveConfig& config) {
    board_.begin({first_observation(config)});
    topic_.emplace(tandem_, config, board_, 0);
  }
  // what the port does on every change of the network
  void deliver() {
    topic_->follow(tandem_.graph());
    ASSERT_TRUE(lockstep_.advance(lockstep_.now() + 1ms));
  }
  Observation shown() const { return board_.read().at(0); }

  Lockstep lockstep_;
  Node tandem_{"tandem", {.context = lockstep_.context()}};
  Node robot_{"robot", {.context = lockstep_.context()}};
  Board board_;
  std::optional<ObservedTopic> topic_;
};

TEST_F(ObservedTopicTest, PicksAValueOutOfText) {
  observe({.topic = "/status", .type = "std_msgs/String", .pattern = R"(cpu: (\d+))"});
  auto status = robot_.publisher<std_msgs::msg::String>("/status");
  EXPECT_EQ(shown().problem, "nothing was published yet");

  status.publish({"ram: 7, cpu: 42 %"});
  deliver();
  EXPECT_EQ(shown().label, "/status");
  EXPECT_EQ(shown().type, "std_msgs/msg/String");
  EXPECT_EQ(shown().text, "42");
  EXPECT_EQ(shown().problem, "");
  EXPECT_EQ(shown().count, 1u);

  status.publish({"all is well"});
  deliver();
  EXPECT_EQ(shown().text, "");
  EXPECT_THAT(shown().problem, HasSubstr("is not in the message"));
}

TEST_F(ObservedTopicTest, FollowsWhateverIsPublished) {
  observe({.topic = "/power", .pattern = R"(percentage: ([\d.]+))", .label = "battery"});
  EXPECT_EQ(shown().type, "");
  auto power = robot_.publisher<sensor_msgs::msg::BatteryState>("/power");
  topic_->follow(tandem_.graph());
  power.publish({.percentage = 0.75F});
  deliver();
  EXPECT_EQ(shown().type, "sensor_msgs/msg/BatteryState");
  EXPECT_EQ(shown().label, "battery");
  EXPECT_EQ(shown().text, "0.75");
}

TEST_F(ObservedTopicTest, NumbersAreShownAsTheyAre) {
  observe({.topic = "/count"});
  auto count = robot_.publisher<std_msgs::msg::Int32>("/count", qos::latched);
  count.publish({-3});
  // comes late to a topic that is latched
  deliver();
  EXPECT_EQ(shown().text, "-3");
}

TEST_F(ObservedTopicTest, AFieldIsPickedOutOfAMessage) {
  observe({.topic = "/power", .field = "percentage", .unit = "%", .robot = "r1"});
  EXPECT_EQ(shown().unit, "%");
  EXPECT_EQ(shown().robot, "r1");
  auto power = robot_.publisher<sensor_msgs::msg::BatteryState>("/power");
  topic_->follow(tandem_.graph());
  power.publish({.header = {.stamp = {}, .frame_id = "bay"}, .percentage = 0.75F});
  deliver();
  EXPECT_EQ(shown().text, "0.75");

  observe({.topic = "/power", .field = "header", .pattern = "frame_id: (.*)"});
  power.publish({.header = {.stamp = {}, .frame_id = "bay"}});
  deliver();
  EXPECT_EQ(shown().text, "bay");

  observe({.topic = "/power", .field = "charge_level"});
  power.publish({});
  deliver();
  EXPECT_EQ(shown().problem, "the message has no 'charge_level'");
}

TEST_F(ObservedTopicTest, LimitsSayHowAValueIs) {
  observe({.topic = "/temperature",
           .type = "std_msgs/String",
           .pattern = "([^ ]+) C",
           .limits = {.error_below = -10, .warn_below = 0, .warn_above = 60, .error_above = 80}});
  auto temperature = robot_.publisher<std_msgs::msg::String>("/temperature");
  const auto level_at = [&](const std::string& text) {
    temperature.publish({text});
    deliver();
    EXPECT_EQ(shown().problem, "") << text;
    return name_of(shown().level);
  };
  EXPECT_EQ(level_at("20 C"), "ok");
  EXPECT_EQ(level_at("60 C"), "ok");
  EXPECT_EQ(level_at("60.5 C"), "warning");
  EXPECT_EQ(level_at("+80.5 C"), "error");
  EXPECT_EQ(level_at("-0.5 C"), "warning");
  EXPECT_EQ(level_at("-1e2 C"), "error");
  EXPECT_EQ(level_at("nan C"), "error");

  temperature.publish({"hot C"});
  deliver();
  EXPECT_EQ(shown().problem, "'hot' is no number, so that its limits say nothing");
  EXPECT_EQ(name_of(shown().level), "ok");
  EXPECT_EQ(level_at("20 C"), "ok");
}

TEST_F(ObservedTopicTest, LargeMessagesAreKeptAndNotTurnedIntoText) {
  observe({.topic = "/image"});
  auto image = robot_.publisher<sensor_msgs::msg::Image>("/image");
  topic_->follow(tandem_.graph());
  image.publish({.height = 300, .width = 300, .data = std::vector<std::uint8_t>(90'000)});
  deliver();
  EXPECT_EQ(shown().text, "");
  EXPECT_EQ(shown().problem, "");
  ASSERT_TRUE(shown().message);
  EXPECT_GT(shown().message->size(), 90'000u);
}

TEST_F(ObservedTopicTest, ATypeThatNobodyKnowsIsNamed) {
  observe({.topic = "/x", .type = "acme_msgs/msg/Rocket"});
  EXPECT_THAT(shown().problem, HasSubstr("acme_msgs/msg/Rocket"));
}

}  // namespace
}  // namespace tandem
