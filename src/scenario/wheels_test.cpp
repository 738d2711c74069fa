// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/wheels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

namespace tandem {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

void add_wheel(Model& model, const std::string& name, const Vec3& at, double radius_m,
               ModelJointType type = ModelJointType::continuous) {
  Link& link = model.links.emplace_back();
  link.name = name;
  link.model_from_link.translation = at;
  const Quat on_its_side = Quat::from_rpy(std::numbers::pi / 2, 0, 0);
  link.collisions.push_back({"tire", {{}, on_its_side}, Cylinder{radius_m, 0.04}, {}});
  Joint& joint = model.joints.emplace_back();
  joint.name = name + "_joint";
  joint.type = type;
  joint.child = name;
  joint.model_from_joint.translation = at;
  joint.axis = {0, 1, 0};
}

Model two_wheels() {
  Model model;
  model.name = "robot";
  model.links.emplace_back().name = "base";
  add_wheel(model, "left", {0, 0.15, 0.05}, 0.05);
  add_wheel(model, "right", {0, -0.15, 0.05}, 0.05);
  return model;
}

DriveConfig drive_of(const Model& model, std::string_view text, Findings& findings) {
  return read_drive(*parse_yaml(text, "f.yaml", findings), model, findings);
}

TEST(Wheels, RadiusTrackAndJointsComeFromTheModel) {
  Findings findings;
  const DriveConfig drive = drive_of(two_wheels(), "{type: differential}", findings);
  EXPECT_FALSE(findings.has_errors());
  EXPECT_THAT(drive.left_joints, ElementsAre("left_joint"));
  EXPECT_THAT(drive.right_joints, ElementsAre("right_joint"));
  EXPECT_NEAR(drive.wheel_radius_m, 0.05, 1e-12);
  EXPECT_NEAR(drive.track_m, 0.3, 1e-12);
}

TEST(Wheels, WhatIsWrittenWinsOverTheModel) {
  Findings findings;
  const DriveConfig drive =
      drive_of(two_wheels(), "{type: differential, wheel_radius_m: 0.06, track_m: 0.5}", findings);
  EXPECT_EQ(drive.wheel_radius_m, 0.06);
  EXPECT_EQ(drive.track_m, 0.5);
}

TEST(Wheels, FourWheelsAreSkidSteeringAndNotClearForADifferentialDrive) {
  Model model = two_wheels();
  add_wheel(model, "rear_left", {-0.2, 0.15, 0.05}, 0.05);
  add_wheel(model, "rear_right", {-0.2, -0.15, 0.05}, 0.05);
  Findings findings;
  EXPECT_THAT(drive_of(model, "{type: skid}", findings).left_joints,
              ElementsAre("left_joint", "rear_left_joint"));
  EXPECT_FALSE(findings.has_errors());
  EXPECT_EQ(guess_drive(model).type, DriveType::skid);

  drive_of(model, "{type: differential}", findings);
  ASSERT_EQ(findings.error_count(), 1);
  EXPECT_THAT(findings.all()[0].message,
              HasSubstr("name them with 'left_joints' and 'right_joints'"));
}

TEST(Wheels, CasterAndSteeringJointsAreNoWheels) {
  Model model = two_wheels();
  add_wheel(model, "caster", {-0.2, 0, 0.02}, 0.02);
  add_wheel(model, "arm", {0.2, 0.1, 0.1}, 0.02, ModelJointType::revolute);
  model.joints.back().lower = -1;
  add_wheel(model, "swivel", {-0.2, 0.1, 0.1}, 0.02);
  model.joints.back().axis = {0, 0, 1};
  EXPECT_EQ(guess_drive(model).type, DriveType::differential);
}

TEST(Wheels, JointsThatAreMissingOrDoNotTurnAreErrors) {
  Model model = two_wheels();
  add_wheel(model, "fixed", {0, 0.2, 0}, 0.05, ModelJointType::fixed);
  Findings findings;
  drive_of(model,
           "{type: differential,\n left_joints: [left_jiont],\n right_joints: [fixed_joint]}",
           findings);
  ASSERT_EQ(findings.error_count(), 2);
  EXPECT_EQ(to_string(findings.all()[0]),
            "f.yaml:2: error: model 'robot' has no joint 'left_jiont'; did you mean 'left_joint'?");
  EXPECT_THAT(to_string(findings.all()[1]), HasSubstr("f.yaml:3: error: joint 'fixed_joint'"));
}

TEST(Wheels, DifferentRadiiMustBeSettledByHand) {
  Model model = two_wheels();
  model.links[1].collisions[0].shape = Cylinder{0.04, 0.04};
  Findings findings;
  drive_of(model, "{type: differential}", findings);
  ASSERT_EQ(findings.error_count(), 1);
  EXPECT_THAT(findings.all()[0].message, HasSubstr("give 'wheel_radius_m'"));
}

TEST(Wheels, ModelWithoutWheelsGetsNoDrive) {
  Model model;
  model.links.emplace_back().name = "base";
  EXPECT_EQ(guess_drive(model).type, DriveType::none);
}

}  // namespace
}  // namespace tandem
