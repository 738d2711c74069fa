// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/run_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem {
namespace {

using Kind = TimelineEntry::Kind;

TEST(RunLog, HasRoomForVerdictsAndWhatIsBadHoweverMuchElseHappens) {
  const MissionScript mission;
  RunResult result;
  RunLog log(mission, result);
  for (int i = 0; i < 3000; ++i) log.tell(i, Kind::world, "something");
  log.tell(3001, Kind::program, "a warning", "emaros", true);
  log.tell(3002, Kind::verdict, "passed: a; so it was");
  log.tell(3003, Kind::verdict, "failed: b; it was not", {}, true);

  ASSERT_EQ(result.timeline.size(), 2003u);
  EXPECT_EQ(result.timeline_left_out, 1000u);
  EXPECT_EQ(result.timeline[1999].time_s, 1999);
  EXPECT_EQ(result.timeline[2000].text, "a warning");
  EXPECT_EQ(result.timeline[2001].text, "passed: a; so it was");
  EXPECT_EQ(result.timeline[2002].text, "failed: b; it was not");
  EXPECT_EQ(log.take_caption(), "a warning; passed: a; so it was; failed: b; it was not");
  EXPECT_EQ(log.take_caption(), "");
}

TEST(RunLog, AProgramThatComplainsAllTheTimeLeavesRoomForTheRest) {
  const MissionScript mission;
  RunResult result;
  RunLog log(mission, result);
  for (int i = 0; i < 5000; ++i) log.tell(i, Kind::program, "a warning", {}, true);
  log.tell(5000, Kind::event, "place box");
  log.tell(5001, Kind::verdict, "failed: b; it was not", {}, true);
  ASSERT_EQ(result.timeline.size(), 2002u);
  EXPECT_EQ(result.timeline_left_out, 3000u);
  EXPECT_EQ(result.timeline[2000].text, "place box");
  EXPECT_EQ(result.timeline[2001].text, "failed: b; it was not");
  // of a picture's caption nobody reads more
  EXPECT_LT(log.take_caption().size(), 1100u);
}

}  // namespace
}  // namespace tandem
