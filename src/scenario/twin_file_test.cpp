// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/twin_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "scenario/testing.h"

namespace tandem {
namespace {

using testing::HasSubstr;

class TwinFile : public testing::Test {
 protected:
  std::shared_ptr<const Scenario> load(const std::string& yaml) {
    findings_ = {};
    return load_scenario(folder_.write("test.yaml", yaml).string(), {}, findings_);
  }
  std::string errors_of(const std::string& twin) {
    EXPECT_FALSE(load("robots: [{name: a, model: emaros, mode: twin, twin: " + twin + "}]\n"));
    return all_text(findings_);
  }

  TestFolder folder_;
  Findings findings_;
};

TEST_F(TwinFile, ReadsHowARobotIsTrackedAndPlaced) {
  const auto scenario = load(R"(robots:
  - name: a
    model: emaros
    mode: twin
    twin:
      topic: /tracker/a
      marker: {x: 0.05, yaw_deg: 90}
      marker_height_m: 0.15
      room: {x: 1, y: 2, yaw_deg: 180}
      scale: 2
      area: {size_x_m: 3, size_y_m: 4}
      ground: flat
      body: dynamic
      sync: {distance_m: 0.02, angle_deg: 90, gain_per_s: 2}
      imu_topic: imu
      trigger: pose
      stamps: own
      latency: 30ms
      timeout: 300ms
      holonomic: true
      yaw_noise_deg: 2
)");
  ASSERT_TRUE(scenario) << all_text(findings_);
  const TwinConfig& twin = scenario->robots[0].twin;
  EXPECT_EQ(twin.units, PoseUnits::metres);
  EXPECT_EQ(pose_topic_of(scenario->robots[0]), "/tracker/a");
  EXPECT_NEAR(twin.robot_from_marker.yaw, std::numbers::pi / 2, 1e-9);
  EXPECT_EQ(twin.marker_height_m, 0.15);
  EXPECT_EQ(twin.world_from_room.translation.y, 2);
  EXPECT_EQ(twin.scale, 2);
  EXPECT_EQ(twin.area->size_y_m, 4);
  EXPECT_FALSE(twin.follows_ground);
  EXPECT_TRUE(twin.starts_steps);
  EXPECT_TRUE(twin.is_dynamic);
  EXPECT_EQ(twin.sync.distance_m, 0.02);
  EXPECT_NEAR(twin.sync.angle_rad, std::numbers::pi / 2, 1e-9);
  EXPECT_EQ(twin.sync.gain_per_s, 2);
  EXPECT_EQ(imu_topic_of(scenario->robots[0]), "a/imu");
  EXPECT_EQ(twin.stamps, StampSource::own);
  EXPECT_EQ(twin.latency, 30ms);
  EXPECT_EQ(twin.timeout, 300ms);
  EXPECT_TRUE(twin.is_holonomic);
  EXPECT_NEAR(twin.yaw_noise_rad, 2 * std::numbers::pi / 180, 1e-9);
  EXPECT_EQ(scenario->clock, ClockType::wall);
}

TEST_F(TwinFile, WhereTheMarkerIsMayBeAFileOfItsOwn) {
  folder_.write("marker.yaml", "# by tandem calibrate marker\nx: 0.04\ny: -0.01\nyaw_deg: 90\n");
  const auto scenario =
      load("robots: [{name: a, model: emaros, mode: twin, twin: {marker: marker.yaml}}]\n");
  ASSERT_TRUE(scenario) << all_text(findings_);
  const Pose2& marker = scenario->robots[0].twin.robot_from_marker;
  EXPECT_EQ(marker.translation.x, 0.04);
  EXPECT_EQ(marker.translation.y, -0.01);
  EXPECT_NEAR(marker.yaw, std::numbers::pi / 2, 1e-9);
  EXPECT_THAT(errors_of("{marker: nowhere.yaml}"), HasSubstr("nowhere.yaml"));
  folder_.write("tall.yaml", "x: 0.04\nz: 1\n");
  EXPECT_THAT(errors_of("{marker: tall.yaml}"), HasSubstr("'z' has no meaning here"));
}

TEST_F(TwinFile, WhatIsNotSaidComesFromTrackingAndDrive) {
  const auto scenario = load(R"(tracking: {topic: /pose, timeout: 2s, marker_height_m: 0.2}
robots:
  - {name: a, model: emaros, mode: twin}
  - {name: b, model: emaros, pose: {x: 2}, drive: {max_speed_mps: 2}}
)");
  ASSERT_TRUE(scenario) << all_text(findings_);
  EXPECT_EQ(pose_topic_of(scenario->robots[0]), "/pose");
  EXPECT_EQ(scenario->robots[0].twin.timeout, 2s);
  EXPECT_EQ(scenario->robots[0].twin.marker_height_m, 0.2);
  EXPECT_EQ(scenario->robots[1].twin.max_speed_mps, 3);

  ASSERT_TRUE(load("robots: [{name: a, model: emaros, namespace: lab/r1, mode: twin}]"));
  EXPECT_EQ(
      pose_topic_of(
          load("robots: [{name: a, model: emaros, namespace: lab/r1, mode: twin}]")->robots[0]),
      "lab/r1/tracked_pose");
}

TEST_F(TwinFile, ReadsCalibrationsAsRosWritesThem) {
  folder_.write("camera.yaml", R"(image_width: 1280
image_height: 720
camera_name: overhead
camera_matrix: {rows: 3, cols: 3, data: [620, 0, 655, 0, 615, 350, 0, 0, 1]}
distortion_model: plumb_bob
distortion_coefficients: {rows: 1, cols: 5, data: [-0.28, 0.09, 0.001, -0.0005, -0.012]}
room_from_camera: {x: 0.4, z: 3, roll_deg: 180}
)");
  const auto scenario = load(
      "tracking: {calibration_file: camera.yaml}\nrobots: [{name: a, model: emaros, mode: twin}]");
  ASSERT_TRUE(scenario) << all_text(findings_);
  const TwinConfig& twin = scenario->robots[0].twin;
  EXPECT_EQ(twin.units, PoseUnits::pixels);
  ASSERT_TRUE(twin.camera && twin.camera->lens && twin.camera->room_from_camera);
  EXPECT_EQ(twin.camera->lens->fy_px, 615);
  EXPECT_EQ(twin.camera->lens->cx_px, 655);
  EXPECT_EQ(twin.camera->lens->distortion[4], -0.012);
  EXPECT_EQ(twin.camera->room_from_camera->translation.z, 3);
}

TEST_F(TwinFile, MistakesAreExplained) {
  EXPECT_THAT(errors_of("{topic: 'a b'}"), HasSubstr("'topic' is no topic name"));
  EXPECT_THAT(errors_of("{imu_topic: 'a b'}"), HasSubstr("'imu_topic' is no topic name"));
  EXPECT_THAT(errors_of("{sync: {distance_m: 1}}"),
              HasSubstr("only a twin with 'body: dynamic' is steered"));
  EXPECT_THAT(errors_of("{body: dynamic, sync: {damping: 2}}"), HasSubstr("'damping' must"));
  EXPECT_THAT(errors_of("{trigger: often}"), HasSubstr("'trigger'"));
  EXPECT_THAT(errors_of("{units: px}"),
              HasSubstr("poses in pixels need a 'calibration_file' that says what they mean"));
  EXPECT_THAT(errors_of("{calibration_file: nowhere.yaml}"), HasSubstr("nowhere.yaml"));
  EXPECT_THAT(errors_of("{scale: 0}"), HasSubstr("'scale' must"));
  EXPECT_THAT(errors_of("{timeout: 0s}"), HasSubstr("'timeout' must"));
  EXPECT_THAT(errors_of("{marker: {z: 1}}"), HasSubstr("'z' has no meaning here"));
  EXPECT_THAT(errors_of("{origin: start, room: {x: 1}}"),
              HasSubstr("with 'origin: start' the room lies where the robot starts"));
  EXPECT_THAT(errors_of("{tpoic: a}"), HasSubstr("did you mean 'topic'"));

  folder_.write("bad.yaml", "homography: [1, 2]\n");
  EXPECT_THAT(errors_of("{calibration_file: bad.yaml}"),
              HasSubstr("'homography' expects 9 numbers by rows, has 2"));
  folder_.write("bad.yaml", "homography: [1, 0, 0, 1, 0, 0, 0, 0, 1]\n");
  EXPECT_THAT(errors_of("{calibration_file: bad.yaml}"),
              HasSubstr("the calibration cannot be used: the homography cannot be inverted"));
  folder_.write("bad.yaml", "room_from_camera: {z: 3, roll_deg: 180}\n");
  EXPECT_THAT(errors_of("{calibration_file: bad.yaml}"),
              HasSubstr("a camera's pose says nothing without its camera_matrix"));
  folder_.write("bad.yaml", "distortion_coefficients: [0.1]\nhomography: [1,0,0,0,1,0,0,0,1]\n");
  EXPECT_THAT(errors_of("{calibration_file: bad.yaml}"),
              HasSubstr("distortion says nothing without a 'camera_matrix'"));
}

TEST_F(TwinFile, TwinsOfOneTopicCannotBeToldApart) {
  EXPECT_FALSE(load(R"(tracking: {topic: /pose}
robots:
  - {name: a, model: emaros, mode: twin}
  - {name: b, model: emaros, mode: twin, pose: {x: 2}}
)"));
  EXPECT_ERROR(findings_, 4, "twin 'b' has the poses of twin 'a', '/pose'");
}

}  // namespace
}  // namespace tandem
