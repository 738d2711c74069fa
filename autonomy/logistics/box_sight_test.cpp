// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/box_sight.h"

#include <gtest/gtest.h>

#include <numbers>

namespace tandem {
namespace {

tandem_msgs::msg::Sighting sighting(double x, bool is_cut = false) {
  return {.label = "red_box", .is_cut = is_cut, .has_position = true, .position = {.x = x}};
}

TEST(BoxSight, TheMiddleOfABoxIsHalfABoxBehindItsFoot) {
  const Pose2 base{{1, 2}, std::numbers::pi / 2};
  const auto boxes = boxes_in({.sightings = {sighting(0.5)}}, base, {.box_size_m = 0.16});
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_EQ(boxes[0].label, "red_box");
  EXPECT_NEAR(boxes[0].place.x, 1, 1e-9);
  EXPECT_NEAR(boxes[0].place.y, 2.58, 1e-9);
  EXPECT_NEAR(boxes[0].seen_from_m, 0.5, 1e-9);
}

TEST(BoxSight, WhatIsCutOrTooFarAwayToKnowWhereItIsIsLeftOut) {
  const auto boxes = boxes_in({.sightings = {sighting(1, true), sighting(3.1), sighting(2.9)}}, {},
                              {.box_range_m = 3});
  ASSERT_EQ(boxes.size(), 1U);
  EXPECT_NEAR(boxes[0].seen_from_m, 2.9, 1e-9);
}

}  // namespace
}  // namespace tandem
