// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/mixing/moment_history.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

MomentHistory of(std::initializer_list<Duration> times) {
  MomentHistory history;
  for (const Duration time : times) {
    Frame frame;
    frame.time = time;
    history.add(frame);
  }
  return history;
}

TEST(MomentHistory, KnowsTheWorldOnBothSidesOfATime) {
  const auto found = of({10ms, 20ms, 30ms}).around(22ms, 50ms);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->before.time, 20ms);
  EXPECT_EQ(found->after.time, 30ms);
  EXPECT_NEAR(found->share, 0.2, 1e-9);
  EXPECT_EQ(found->nearest().time, 20ms);
}

TEST(MomentHistory, HasTheNearestWhereThereIsNothingOnOneSide) {
  const MomentHistory history = of({10ms, 20ms});
  EXPECT_EQ(history.around(45ms, 50ms)->nearest().time, 20ms);
  EXPECT_EQ(history.around(-15ms, 50ms)->nearest().time, 10ms);
  EXPECT_EQ(history.around(20ms, 50ms)->nearest().time, 20ms);
  EXPECT_FALSE(history.around(71ms, 50ms));
  EXPECT_FALSE(history.around(-41ms, 50ms));
  EXPECT_FALSE(MomentHistory().around(0ms, 1h));
}

TEST(MomentHistory, APauseIsNoMoment) {
  const MomentHistory history = of({1s, 4s});
  EXPECT_FALSE(history.around(2s, 300ms));
  EXPECT_EQ(history.around(3900ms, 300ms)->nearest().time, 4s);
}

TEST(MomentHistory, ForgetsWhatIsOldAndWhatWasBeforeTheWorldBeganAgain) {
  EXPECT_FALSE(of({1s, 2s, 7s}).around(1s, 300ms));
  EXPECT_TRUE(of({1s, 2s, 7s}).around(2s, 300ms));
  EXPECT_FALSE(of({1s, 2s, 500ms}).around(2s, 300ms));
}

}  // namespace
}  // namespace tandem
