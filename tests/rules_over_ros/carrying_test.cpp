// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_lab.h"

namespace tandem {
namespace {

class Carrying : public RulesOverRos {};
INSTANTIATE_TEST_SUITE_P(, Carrying, testing::Bool(), name_of_mode);

// A red box before the robot, a zone for such boxes two metres on, and one for blue ones behind it.
const std::string warehouse = R"(
world: {generate: arena, size_x_m: 6, size_y_m: 4}
robots: [{name: emaros, model: emaros, pose: {x: -1.5}, sensors: {lidar: {noise_m: 0}}}]
spawn:
  red_boxes: {area: {x: -1.1, size_x_m: 0.2, size_y_m: 0.2}, keep_clear_m: 0, object: {model: red_box}}
rules:
  attachment: {type: attachment, tools: [plow]}
  blue_zone: {type: zone, area: {x: 0.3, size_x_m: 0.6, size_y_m: 0.6}, accepts: [blue_box]}
  red_zone: {type: zone, area: {x: 1.2, size_x_m: 0.6, size_y_m: 0.6}, accepts: [red_box]}
)";

bool is_red(int r, int g, int b) { return r > 70 && r > 2 * g && r > 2 * b; }

TEST_P(Carrying, ABoxIsTakenBroughtAndDelivered) {
  RuleLab lab(warehouse, options());
  EXPECT_GT(count_pixels(lab.look<Image>("camera_front/image_raw"), is_red), 1000);
  lab.expect_done("attach , red_box");
  ASSERT_THAT(lab.loads(), testing::SizeIs(1));
  const std::string load = lab.loads()[0].load;
  EXPECT_EQ(lab.loads()[0].robot, "emaros");
  EXPECT_EQ(lab.heard("attached")->robot, "emaros");
  EXPECT_EQ(RuleLab::value_of(*lab.heard("attached"), "load"), load);

  // into the wrong zone: it is told of, and left
  lab.bring_along_x(load, 0.3);
  lab.expect_done("detach");
  EXPECT_THAT(lab.loads(), testing::IsEmpty());
  lab.run(1s);
  ASSERT_NE(lab.heard("wrong_delivery"), nullptr);
  EXPECT_EQ(RuleLab::value_of(*lab.heard("wrong_delivery"), "zone"), "blue_zone");
  EXPECT_EQ(lab.number("blue_zone", "wrong"), 1);
  EXPECT_GT(count_pixels(lab.look<Image>("camera_front/image_raw"), is_red), 1000);

  // into its own: it vanishes, for the camera too
  lab.expect_done("attach,red_box");
  lab.bring_along_x(load, 1.2);
  lab.expect_done("detach");
  lab.run(1s);
  ASSERT_NE(lab.heard("delivered"), nullptr);
  EXPECT_EQ(lab.heard("delivered")->robot, "emaros");
  EXPECT_EQ(RuleLab::value_of(*lab.heard("delivered"), "thing"), load);
  EXPECT_EQ(lab.number("red_zone", "delivered"), 1);
  EXPECT_EQ(lab.number("blue_zone", "wrong"), 0);
  EXPECT_EQ(count_pixels(lab.look<Image>("camera_front/image_raw"), is_red), 0);
}

TEST_P(Carrying, WhatCannotBeDoneIsRefusedAndChangesNothing) {
  RuleLab lab(warehouse, options());
  lab.expect_refused("detach", "carries nothing");
  lab.expect_refused("tool,on", "carries no tool");
  lab.expect_refused("tool,off", "carries no tool");
  lab.expect_refused("attach", "");
  lab.expect_refused("attach,", "");
  lab.expect_refused("attach,blue_box", "blue_box");
  lab.expect_refused("attach,unicorn", "unicorn");
  lab.expect_refused("attach,red_box,robot=nobody", "nobody");
  lab.expect_refused("fly", "'fly' is nothing that can be done here");
  lab.expect_refused("tool,sideways", "'on' or 'off'");

  lab.expect_done("attach,red_box");
  lab.expect_refused("attach,red_box", "carries");  // twice
  lab.expect_refused("tool,on", "no tool");         // a box is none
  lab.expect_done("detach");
  lab.expect_refused("detach", "carries nothing");  // twice
  EXPECT_EQ(lab.count("attached"), 1);
  EXPECT_EQ(lab.count("detached"), 1);
}

TEST_P(Carrying, ALoadIsPutDownWithoutAJumpAndSeenByTheLaser) {
  RuleLab lab(
      warehouse + "catalog: {pillar: {shape: box, size_m: [0.16, 0.16, 0.5], mass_kg: 0.5}}\n",
      options());
  lab.remove("red_boxes_1");
  lab.bring("pillar", "pillar", {-1.15, 0}, 0.25);
  lab.expect_done("attach,pillar");
  // its back is at the mount, 0.135 m before the robot's middle, where the laser is
  EXPECT_NEAR(lab.ahead_m(), 0.135, 0.02);
  lab.drive(0.4, 0.3, 2s);
  EXPECT_NEAR(lab.ahead_m(), 0.135, 0.02) << "it does not drift";
  const Vec3 before = lab.world().pose_of("pillar").translation;
  lab.expect_done("detach");
  lab.run(500ms);
  EXPECT_LT(length(lab.world().pose_of("pillar").translation - before), 0.01);
  lab.drive(-0.4, 0, 1s);
  EXPECT_GT(lab.ahead_m(), 0.3) << "it stays";
}

}  // namespace
}  // namespace tandem
