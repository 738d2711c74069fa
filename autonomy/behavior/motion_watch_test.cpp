// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/motion_watch.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

TEST(MotionWatch, NoticesARobotThatDoesNotMove) {
  MotionWatch watch(2s);
  watch.begin(100s);
  EXPECT_FALSE(watch.is_stuck(101s, {{0, 0}, 0}));
  EXPECT_FALSE(watch.is_stuck(103s, {{0.05, 0}, 0})) << "driven";
  EXPECT_FALSE(watch.is_stuck(105s, {{0.05, 0}, 0.2})) << "turned";
  EXPECT_FALSE(watch.is_stuck(107s, {{0.05, 0.001}, 0.2}));
  EXPECT_TRUE(watch.is_stuck(107100ms, {{0.051, 0}, 0.2}));
  EXPECT_THAT(watch.message(), testing::HasSubstr("has not moved for 2 s"));
  watch.begin(108s);
  EXPECT_FALSE(watch.is_stuck(108s, {{0.05, 0}, 0.2})) << "it was told to stand meanwhile";
}

}  // namespace
}  // namespace tandem
