// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/robot_messages.h"

#include <gmock/gmock.h>

#include <numbers>

#include "ports/ros/convert.h"

namespace tandem {
namespace {

using std::numbers::pi;
using testing::ElementsAre;

constexpr SimTime at = 3s + 250ms;
const RobotFrames frames{"map", "r1/odom", "r1/base_link"};

// drove 2 m, then turned left by 90 degrees
RobotState robot() {
  RobotState state;
  state.odometry.odom_from_base = {{2, 0}, pi / 2};
  state.odometry.velocity = {0.3, 0.1};
  return state;
}

TEST(RobotMessages, OdometryIsFromOdomToBaseWithTheVelocityInTheBase) {
  const nav_msgs::msg::Odometry odometry = odometry_message(robot(), at, frames);

  EXPECT_EQ(odometry.header.stamp.sec, 3);
  EXPECT_EQ(odometry.header.stamp.nanosec, 250'000'000u);
  EXPECT_EQ(odometry.header.frame_id, "r1/odom");
  EXPECT_EQ(odometry.child_frame_id, "r1/base_link");
  EXPECT_EQ(odometry.pose.pose.position.x, 2);
  // REP-103: a turn to the left is positive about z
  EXPECT_NEAR(odometry.pose.pose.orientation.z, std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(odometry.pose.pose.orientation.w, std::sqrt(0.5), 1e-12);
  // forward is x of the base, whatever the heading
  EXPECT_EQ(odometry.twist.twist.linear.x, 0.3);
  EXPECT_EQ(odometry.twist.twist.linear.y, 0);
  EXPECT_EQ(odometry.twist.twist.angular.z, 0.1);
}

TEST(RobotMessages, OdometrysCovarianceIsSymmetricAndThatOfAPlane) {
  RobotState state = robot();
  state.odometry.pose_covariance = {
      .x_x = 1, .x_y = 2, .x_yaw = 3, .y_y = 4, .y_yaw = 5, .yaw_yaw = 6};
  state.odometry.linear_variance = 7;
  state.odometry.angular_variance = 8;
  const nav_msgs::msg::Odometry odometry = odometry_message(state, at, frames);

  EXPECT_THAT(odometry.pose.covariance, ElementsAre(1, 2, 0, 0, 0, 3,  //
                                                    2, 4, 0, 0, 0, 5,  //
                                                    0, 0, 0, 0, 0, 0,  //
                                                    0, 0, 0, 0, 0, 0,  //
                                                    0, 0, 0, 0, 0, 0,  //
                                                    3, 5, 0, 0, 0, 6));
  EXPECT_EQ(odometry.twist.covariance[0], 7);
  EXPECT_EQ(odometry.twist.covariance[7], 7);
  EXPECT_EQ(odometry.twist.covariance[35], 8);
}

TEST(RobotMessages, GroundTruthIsInTheMapWithTheVelocityInTheBase) {
  RobotState state = robot();
  state.world_from_base = {{1, 2, 3}, Quat::from_rpy(0, 0, pi / 2)};
  state.velocity = {.linear = {0, 0.5, 0}, .angular = {0, 0, 0.2}};
  const nav_msgs::msg::Odometry truth = ground_truth_message(state, at, frames);

  EXPECT_EQ(truth.header.frame_id, "map");
  EXPECT_EQ(truth.child_frame_id, "r1/base_link");
  EXPECT_EQ(truth.pose.pose.position, (geometry_msgs::msg::Point{1, 2, 3}));
  // it looks along the world's y and moves along it: forward
  EXPECT_NEAR(truth.twist.twist.linear.x, 0.5, 1e-12);
  EXPECT_NEAR(truth.twist.twist.linear.y, 0, 1e-12);
  EXPECT_NEAR(truth.twist.twist.angular.z, 0.2, 1e-12);
}

TEST(RobotMessages, MapToOdomToBaseIsTheTruth) {
  RobotState state = robot();
  state.world_from_base = {{5, 6, 0.035}, Quat::from_rpy(0.1, 0.05, 2)};
  const auto odom = odometry_transform(state, at, frames);
  const auto map = localization_transform(state, at, frames);

  EXPECT_EQ(map.header.frame_id, "map");
  EXPECT_EQ(map.child_frame_id, odom.header.frame_id);
  EXPECT_EQ(odom.child_frame_id, "r1/base_link");
  const auto pose_of = [](const geometry_msgs::msg::Transform& transform) -> Pose {
    return {from_message(transform.translation), from_message(transform.rotation)};
  };
  const Pose map_from_base = pose_of(map.transform) * pose_of(odom.transform);
  EXPECT_LT(length(map_from_base.translation - Vec3(5, 6, 0.035)), 1e-12);
  EXPECT_NEAR(map_from_base.rotation.yaw(), 2, 1e-12);
  EXPECT_NEAR(map_from_base.rotation.rpy().x, 0.1, 1e-12);
}

TEST(RobotMessages, JointStatesAreThoseOfTheFrame) {
  RobotState state;
  state.joints = {{"left", "right"}, {0.5, 1.5}, {2, 3}, {0.1, 0.2}};
  const sensor_msgs::msg::JointState joints = joint_state_message(state, at);

  EXPECT_THAT(joints.name, ElementsAre("left", "right"));
  EXPECT_THAT(joints.position, ElementsAre(0.5, 1.5));
  EXPECT_THAT(joints.velocity, ElementsAre(2, 3));
  EXPECT_THAT(joints.effort, ElementsAre(0.1, 0.2));
  EXPECT_EQ(joints.header.stamp.sec, 3);
}

}  // namespace
}  // namespace tandem
