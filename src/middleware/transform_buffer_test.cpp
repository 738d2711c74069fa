// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/transform_buffer.h"

#include <gmock/gmock.h>

#include <limits>
#include <numbers>

namespace tandem {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr double pi = std::numbers::pi;

Pose along_x(double x) { return {{x, 0, 0}, {}}; }
Pose turned(double yaw) { return {{}, Quat::from_rpy(0, 0, yaw)}; }

// map -> odom -> base_link -> lidar, as robots have them, the last one fixed
TransformBuffer robot_at(SimTime time) {
  TransformBuffer buffer;
  buffer.set("map", "odom", time, {{1, 0, 0}, Quat::from_rpy(0, 0, pi / 2)});
  buffer.set("odom", "base_link", time, along_x(2));
  buffer.set_static("base_link", "lidar", {{0, 0, 0.5}, {}});
  return buffer;
}

void expect_place(const Result<Pose>& pose, const Vec3& expected) {
  ASSERT_TRUE(pose) << pose.error();
  EXPECT_NEAR(pose->translation.x, expected.x, 1e-12);
  EXPECT_NEAR(pose->translation.y, expected.y, 1e-12);
  EXPECT_NEAR(pose->translation.z, expected.z, 1e-12);
}

}  // namespace

TEST(TransformBuffer, GoesUpAndDownTheChain) {
  const TransformBuffer buffer = robot_at(5s);
  // odom's x is map's y
  expect_place(buffer.lookup("map", "lidar", 5s), {1, 2, 0.5});
  expect_place(buffer.lookup("odom", "lidar", 5s), {2, 0, 0.5});
  expect_place(buffer.lookup("base_link", "map", 5s), {-2, 1, 0});
  expect_place(buffer.lookup("lidar", "lidar", 5s), {0, 0, 0});
  EXPECT_NEAR(buffer.lookup("map", "lidar", 5s)->rotation.yaw(), pi / 2, 1e-12);
}

TEST(TransformBuffer, ConnectsBranchesOverTheirCommonParent) {
  TransformBuffer buffer;
  buffer.set_static("world", "a", along_x(1));
  buffer.set_static("world", "b", along_x(5));
  expect_place(buffer.lookup("a", "b", 3s), {4, 0, 0});
}

TEST(TransformBuffer, InterpolatesBetweenTwoMoments) {
  TransformBuffer buffer;
  buffer.set("odom", "base_link", 10s, along_x(1) * turned(0));
  buffer.set("odom", "base_link", 12s, along_x(3) * turned(1));
  const Result<Pose> pose = buffer.lookup("odom", "base_link", 10500ms);
  expect_place(pose, {1.5, 0, 0});
  EXPECT_NEAR(pose->rotation.yaw(), 0.25, 1e-12);
  expect_place(buffer.lookup("odom", "base_link", 12s), {3, 0, 0});
}

TEST(TransformBuffer, DoesNotGuessBeyondWhatItKnows) {
  TransformBuffer buffer;
  buffer.set("odom", "base_link", 10s, {});
  buffer.set("odom", "base_link", 12s, {});
  EXPECT_EQ(buffer.lookup("odom", "base_link", 12500ms).error(),
            "odom from base_link: base_link in odom is known only until 12.000 s, asked for is "
            "12.500 s");
  EXPECT_EQ(buffer.lookup("odom", "base_link", 9s).error(),
            "odom from base_link: base_link in odom is known only from 10.000 s, asked for is "
            "9.000 s");
}

TEST(TransformBuffer, TheLatestIsWhenTheWholeChainIsKnown) {
  TransformBuffer buffer;
  for (const SimTime time : {8s, 9s, 10s})
    buffer.set("odom", "base_link", time, along_x(seconds(time)));
  for (const SimTime time : {8s, 9s}) buffer.set("map", "odom", time, {});
  buffer.set_static("base_link", "lidar", {});
  const auto latest = buffer.latest("map", "lidar");
  ASSERT_TRUE(latest) << latest.error();
  EXPECT_EQ(latest->stamp, 9s);
  EXPECT_NEAR(latest->pose.translation.x, 9, 1e-12);
  // map -> odom is not on this way
  EXPECT_EQ(buffer.latest("odom", "lidar")->stamp, 10s);
  EXPECT_EQ(buffer.latest("base_link", "lidar")->stamp, SimTime::zero());
}

TEST(TransformBuffer, WhatIsAboveTheCommonParentDoesNotMatter) {
  TransformBuffer buffer;
  buffer.set("map", "odom", 1s, {});  // too old to ask for at 5 s
  buffer.set("odom", "base_link", 5s, along_x(2));
  expect_place(buffer.lookup("odom", "base_link", 5s), {2, 0, 0});
}

TEST(TransformBuffer, SaysWhichFrameIsMissing) {
  const TransformBuffer buffer = robot_at(5s);
  EXPECT_EQ(buffer.lookup("map", "camera", 5s).error(),
            "there is no frame camera; there are base_link, lidar, map, odom");
  EXPECT_EQ(buffer.latest("world", "lidar").error(),
            "there is no frame world; there are base_link, lidar, map, odom");
  EXPECT_EQ(TransformBuffer().latest("a", "b").error(), "there is no frame a, nor any other");
}

TEST(TransformBuffer, SaysWhenFramesAreNotConnected) {
  TransformBuffer buffer = robot_at(5s);
  buffer.set_static("world", "table", {});
  EXPECT_EQ(buffer.lookup("table", "lidar", 5s).error(),
            "table and lidar are not connected: above them are world and map");
  EXPECT_EQ(buffer.latest("table", "lidar").error(),
            "table and lidar are not connected: above them are world and map");
}

TEST(TransformBuffer, NoticesLoops) {
  TransformBuffer buffer;
  buffer.set_static("a", "b", {});
  buffer.set_static("b", "c", {});
  buffer.set_static("c", "a", {});
  buffer.set_static("world", "d", {});
  EXPECT_THAT(buffer.lookup("d", "c", 1s).error(), HasSubstr("loop"));
  EXPECT_THAT(buffer.latest("d", "c").error(), HasSubstr("loop"));
  expect_place(buffer.lookup("a", "c", 1s), {0, 0, 0});  // the way up from c meets a
}

TEST(TransformBuffer, RefusesWhatCannotBe) {
  TransformBuffer buffer;
  EXPECT_THAT(*buffer.set("a", "", 1s, {}), HasSubstr("two frames"));
  EXPECT_THAT(*buffer.set("a", "/a", 1s, {}), HasSubstr("its own parent"));
  EXPECT_THAT(*buffer.set("a", "b", 1s, {{}, {0, 0, 0, 0}}), HasSubstr("quaternion of length 0"));
  EXPECT_THAT(*buffer.set("a", "b", 1s, along_x(std::numeric_limits<double>::quiet_NaN())),
              HasSubstr("is no place"));
  EXPECT_THAT(buffer.frames(), ElementsAre());
}

TEST(TransformBuffer, MakesQuaternionsUnit) {
  TransformBuffer buffer;
  buffer.set("a", "b", 1s, {{}, {1.01, 0, 0, 0}});
  EXPECT_EQ(buffer.lookup("a", "b", 1s)->rotation, Quat{});
}

TEST(TransformBuffer, SlashesInFrontDoNotCount) {
  TransformBuffer buffer;
  buffer.set("/odom", "/base_link", 1s, along_x(1));
  expect_place(buffer.lookup("odom", "/base_link", 1s), {1, 0, 0});
}

TEST(TransformBuffer, KeepsOnlyItsHistory) {
  TransformBuffer buffer(2s);
  for (int i = 0; i <= 100; ++i) buffer.set("odom", "base_link", i * 100ms, {});
  EXPECT_TRUE(buffer.lookup("odom", "base_link", 8s));
  EXPECT_THAT(buffer.lookup("odom", "base_link", 7900ms).error(), HasSubstr("only from 8.000 s"));
  EXPECT_THAT(*buffer.set("odom", "base_link", 7s, {}), HasSubstr("older than what is kept"));
  EXPECT_EQ(buffer.dropped(), 1u);
}

TEST(TransformBuffer, LateOnesFindTheirPlaceAndRepeatedOnesReplace) {
  TransformBuffer buffer;
  buffer.set("odom", "base_link", 3s, along_x(3));
  buffer.set("odom", "base_link", 1s, along_x(1));
  buffer.set("odom", "base_link", 2s, along_x(7));
  buffer.set("odom", "base_link", 2s, along_x(5));
  expect_place(buffer.lookup("odom", "base_link", 1500ms), {3, 0, 0});
  expect_place(buffer.lookup("odom", "base_link", 2500ms), {4, 0, 0});
}

TEST(TransformBuffer, AFrameMayChangeItsParent) {
  // a box is on the table until the robot lifts it
  TransformBuffer buffer;
  buffer.set_static("world", "table", along_x(1));
  buffer.set_static("world", "gripper", along_x(10));
  buffer.set("table", "box", 1s, {});
  buffer.set("gripper", "box", 3s, {});
  expect_place(buffer.lookup("world", "box", 2s), {1, 0, 0});
  expect_place(buffer.lookup("world", "box", 3s), {10, 0, 0});
}

TEST(TransformBuffer, TwoTimesAreConnectedOverAFixedFrame) {
  TransformBuffer buffer;
  buffer.set("odom", "base_link", 1s, along_x(1));
  buffer.set("odom", "base_link", 2s, along_x(4));
  // what was at the robot a second ago is three metres behind it now
  expect_place(buffer.lookup("base_link", 2s, "base_link", 1s, "odom"), {-3, 0, 0});
  EXPECT_FALSE(buffer.lookup("base_link", 9s, "base_link", 1s, "odom"));
  EXPECT_FALSE(buffer.lookup("base_link", 2s, "base_link", 0s, "odom"));
}

TEST(TransformBuffer, ClearingKeepsWhatIsStatic) {
  TransformBuffer buffer = robot_at(5s);
  buffer.clear();
  EXPECT_THAT(buffer.frames(), ElementsAre("base_link", "lidar"));
}

TEST(TransformBuffer, FramesAreBounded) {
  TransformBuffer buffer;
  for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(buffer.set("map", "f" + std::to_string(i), 1s, {}));
  EXPECT_THAT(*buffer.set("map", "one_more", 1s, {}), HasSubstr("10000 frames already"));
  EXPECT_FALSE(buffer.set("map", "f0", 2s, {}));
}

}  // namespace tandem
