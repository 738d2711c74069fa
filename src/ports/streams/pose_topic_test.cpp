// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/pose_topic.h"

#include <gmock/gmock.h>

#include <cmath>

#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/tf2_msgs.h"
#include "middleware/lockstep.h"

namespace tandem {
namespace {

const geometry_msgs::msg::Pose turned_left{
    .position = {.x = 1, .y = 2, .z = 9},
    .orientation = {.z = std::sqrt(0.5), .w = std::sqrt(0.5)}};

class PoseTopicTest : public testing::Test {
 protected:
  // What is heard of one message, after the listener has noticed of which type it is.
  template <Message M>
  std::vector<HeardPose> hear(const M& message, const std::string& frame = "") {
    std::vector<HeardPose> heard;
    PoseTopic topic(tandem_, "/tracker", frame, [&](const HeardPose& p) { heard.push_back(p); });
    auto publisher = tracker_.publisher<M>("/tracker");
    topic.follow(tandem_.graph());
    publisher.publish(message);
    EXPECT_TRUE(lockstep_.advance(lockstep_.now() + 1ms));
    return heard;
  }
  static void expect_turned_left(const std::vector<HeardPose>& heard) {
    ASSERT_EQ(heard.size(), 1u);
    EXPECT_EQ(heard[0].stamp, SimTime(3s + 5ns));
    EXPECT_EQ(heard[0].pose.translation.x, 1);
    EXPECT_EQ(heard[0].pose.translation.y, 2);
    EXPECT_NEAR(heard[0].pose.yaw, std::acos(0.0), 1e-12);
  }

  const std_msgs::msg::Header header_{.stamp = {.sec = 3, .nanosec = 5}};
  Lockstep lockstep_;
  Node tandem_{"tandem", {.context = lockstep_.context()}};
  Node tracker_{"tracker", {.context = lockstep_.context()}};
};

TEST_F(PoseTopicTest, HearsWhateverTypeTheTrackerSends) {
  expect_turned_left(hear(geometry_msgs::msg::PoseStamped{.header = header_, .pose = turned_left}));
  expect_turned_left(
      hear(nav_msgs::msg::Odometry{.header = header_, .pose = {.pose = turned_left}}));
  expect_turned_left(hear(geometry_msgs::msg::PoseWithCovarianceStamped{
      .header = header_, .pose = {.pose = turned_left}}));
}

TEST_F(PoseTopicTest, AFlatPoseHasNoStamp) {
  const auto heard = hear(geometry_msgs::msg::Pose2D{.x = 640, .y = 360, .theta = -0.5});
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_FALSE(heard[0].stamp);
  EXPECT_EQ(heard[0].pose.translation.x, 640);
  EXPECT_EQ(heard[0].pose.yaw, -0.5);
}

TEST_F(PoseTopicTest, PicksItsFrameAmongTransforms) {
  tf2_msgs::msg::TFMessage message;
  message.transforms.push_back({.header = header_, .child_frame_id = "other"});
  message.transforms.push_back(
      {.header = header_,
       .child_frame_id = "marker_7",
       .transform = {.translation = {.x = 1, .y = 2}, .rotation = turned_left.orientation}});
  expect_turned_left(hear(message, "marker_7"));
  EXPECT_TRUE(hear(message, "marker_8").empty());
}

TEST_F(PoseTopicTest, WhatIsNoNumberStaysNoNumber) {
  const auto heard =
      hear(geometry_msgs::msg::PoseStamped{.pose = {.position = {.x = std::nan("")}}});
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_TRUE(std::isnan(heard[0].pose.translation.x));
  // any part of a quaternion may be none
  for (double geometry_msgs::msg::Quaternion::*part :
       {&geometry_msgs::msg::Quaternion::x, &geometry_msgs::msg::Quaternion::z,
        &geometry_msgs::msg::Quaternion::w}) {
    geometry_msgs::msg::PoseStamped message{.pose = turned_left};
    message.pose.orientation.*part = std::nan("");
    const auto turned = hear(message);
    ASSERT_EQ(turned.size(), 1u);
    EXPECT_FALSE(std::isfinite(turned[0].pose.yaw));
  }
}

}  // namespace
}  // namespace tandem
