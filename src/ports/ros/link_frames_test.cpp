// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/link_frames.h"

#include <gmock/gmock.h>

#include <numbers>

#include "ports/ros/convert.h"

namespace tandem {
namespace {

using std::numbers::pi;

// a base with a mast on it, an arm that turns about the mast's top, and a slide on the arm
Model crane() {
  Model model;
  model.links = {{.name = "base_link"},
                 {.name = "mast", .model_from_link = {{0, 0, 1}, {}}},
                 {.name = "arm", .model_from_link = {{0.5, 0, 2}, {}}},
                 {.name = "slide", .model_from_link = {{1.5, 0, 2}, {}}}};
  model.joints = {{.name = "mount", .parent = "base_link", .child = "mast"},
                  {.name = "swing",
                   .type = ModelJointType::revolute,
                   .parent = "mast",
                   .child = "arm",
                   .model_from_joint = {{0, 0, 2}, {}}},
                  {.name = "reach",
                   .type = ModelJointType::prismatic,
                   .parent = "arm",
                   .child = "slide",
                   .model_from_joint = {{1.5, 0, 2}, {}},
                   .axis = {1, 0, 0}}};
  model.frames = {{.name = "hook", .link = "slide", .link_from_frame = {{0, 0, -0.1}, {}}}};
  return model;
}

TEST(LinkFrames, WhatJointsHoldFastIsSaidOnce) {
  const auto fixed = LinkFrames(crane(), "crane/").fixed(2s);

  ASSERT_EQ(fixed.size(), 2u);
  EXPECT_EQ(fixed[0].header.frame_id, "crane/base_link");
  EXPECT_EQ(fixed[0].header.stamp.sec, 2);
  EXPECT_EQ(fixed[0].child_frame_id, "crane/mast");
  EXPECT_EQ(fixed[0].transform.translation.z, 1);
  EXPECT_EQ(fixed[1].header.frame_id, "crane/slide");
  EXPECT_EQ(fixed[1].child_frame_id, "crane/hook");
}

TEST(LinkFrames, WhatMovesFollowsTheJointStates) {
  std::vector<geometry_msgs::msg::TransformStamped> moving;
  LinkFrames(crane(), "").append_moving({{"reach", "swing"}, {0.25, pi / 2}, {}, {}}, 3s, moving);

  ASSERT_EQ(moving.size(), 2u);
  // the arm's middle, half a metre out, swung to the left; 1 m above the mast's own middle
  EXPECT_EQ(moving[0].header.frame_id, "mast");
  EXPECT_EQ(moving[0].child_frame_id, "arm");
  EXPECT_NEAR(moving[0].transform.translation.x, 0, 1e-12);
  EXPECT_NEAR(moving[0].transform.translation.y, 0.5, 1e-12);
  EXPECT_NEAR(moving[0].transform.translation.z, 1, 1e-12);
  EXPECT_NEAR(from_message(moving[0].transform.rotation).yaw(), pi / 2, 1e-12);
  // the slide, 1 m further out on the arm and 0.25 m of reach
  EXPECT_EQ(moving[1].child_frame_id, "slide");
  EXPECT_NEAR(moving[1].transform.translation.x, 1.25, 1e-12);
  EXPECT_NEAR(moving[1].transform.translation.y, 0, 1e-12);
}

TEST(LinkFrames, EveryFrameHasOneParent) {
  Model model = crane();
  // a loop: the slide is also held by the mast, and something holds the base itself
  model.joints.push_back({.name = "stay", .parent = "mast", .child = "slide"});
  model.joints.push_back({.name = "ground", .parent = "world", .child = "base_link"});
  const LinkFrames frames(model, "");
  std::vector<geometry_msgs::msg::TransformStamped> all = frames.fixed(0s);
  frames.append_moving({}, 0s, all);

  std::vector<std::string> children;
  for (const auto& transform : all) children.push_back(transform.child_frame_id);
  EXPECT_THAT(children, testing::UnorderedElementsAre("mast", "hook", "arm", "slide"));
}

}  // namespace
}  // namespace tandem
