// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plane_tracking/drift_correction.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

TEST(DriftCorrection, SaysNothingBeforeTheFirstSight) {
  DriftCorrection drift({});
  EXPECT_FALSE(drift.see(1s, {}));  // no wheels yet
  drift.hear_wheels(1s, {{5, 5}, 1});
  EXPECT_FALSE(drift.room_from_robot());
  EXPECT_TRUE(drift.see(1s, {{2, 3}, 0}));
  ASSERT_TRUE(drift.room_from_robot());
  EXPECT_NEAR(drift.room_from_robot()->translation.x, 2, 1e-12);
  EXPECT_NEAR(drift.room_from_robot()->yaw, 0, 1e-12);
}

// Wheels that think they go 2 % further than they do, for 6 m.
TEST(DriftCorrection, WheelsThatDriftAreMadeGoodByEachSight) {
  DriftCorrection drift({.beyond_m = 0.005});
  double worst = 0;
  for (int i = 0; i <= 600; ++i) {
    const SimTime now = i * 20ms;
    const double really = 0.01 * i;
    drift.hear_wheels(now, {{1.02 * really, 0}, 0});
    // a sight ten times a second but not between 2 and 3 m, told 60 ms late
    const bool is_seen = really < 2 || really > 3;
    if (i % 5 == 3 && i > 3 && is_seen) drift.see(now - 60ms, {{4 + 0.01 * (i - 3), 1}, 0});
    const auto pose = drift.room_from_robot();
    if (!pose) continue;
    const double off = std::abs(pose->translation.x - 4 - really);
    if (is_seen && !(really > 3 && really < 3.1)) worst = std::max(worst, off);
    // unseen it drifts by two in a hundred
    if (!is_seen) EXPECT_LT(off, 0.005 + 0.002 + 0.02 * 1.05);
  }
  // what is left as it is, and what drifts until the next sight and until that is told
  EXPECT_LT(worst, 0.005 + 0.02 * (0.05 + 0.03) + 1e-9);
  EXPECT_GT(drift.corrections(), 10U);
}

TEST(DriftCorrection, WheelsBetweenTwoWordsAreWhereTheyWouldBe) {
  DriftCorrection drift({});
  drift.hear_wheels(1s, {{0, 0}, 0});
  drift.hear_wheels(1100ms, {{1, 0}, 0});
  EXPECT_TRUE(drift.see(1050ms, {{0, 0}, 0}));
  EXPECT_NEAR(drift.room_from_robot()->translation.x, 0.5, 1e-9);
  EXPECT_FALSE(drift.see(5s, {{0, 0}, 0}));     // long after the last
  EXPECT_FALSE(drift.see(500ms, {{0, 0}, 0}));  // before the first
  // a clock that begins anew
  drift.hear_wheels(100s, {{0, 0}, 0});
  drift.hear_wheels(1s, {{9, 9}, 0});
  EXPECT_FALSE(drift.room_from_robot());
}

}  // namespace
}  // namespace tandem
