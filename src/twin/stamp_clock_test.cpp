// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/stamp_clock.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace tandem {
namespace {

// Poses at 30 Hz that are under way for 20 ms and some more, seen in steps of 8 ms.
struct Stream {
  Random random{1, "stream"};
  SimTime next{};
  std::pair<SimTime, SimTime> pose(Duration offset) {
    next += 33ms;
    const Duration way = 20ms + Duration(static_cast<Duration::rep>(random.uniform(0, 20e6)));
    const SimTime arrival = ((next + way) / 8ms + 1) * 8ms;
    return {next - offset, arrival};
  }
};

TEST(StampClock, ClocksInStepAreTakenAtTheirWord) {
  StampClock clock(StampSource::automatic, {});
  Stream stream;
  for (int i = 0; i < 100; ++i) {
    const auto [stamp, arrival] = stream.pose(0ms);
    EXPECT_EQ(clock.map(stamp, arrival), stamp);
  }
  EXPECT_EQ(clock.offset(), 0ms);
  EXPECT_GE(clock.latency(), 20ms);
  EXPECT_LE(clock.latency(), 30ms);
}

TEST(StampClock, AnotherClockIsFoundToWithinAStep) {
  StampClock clock(StampSource::automatic, 20ms);
  Stream stream;
  for (int i = 0; i < 200; ++i) {
    const auto [stamp, arrival] = stream.pose(12345s);
    const SimTime mapped = clock.map(stamp, arrival);
    if (i < 30) continue;
    EXPECT_LE(mapped - (stamp + 12345s), 9ms);
    EXPECT_GE(mapped - (stamp + 12345s), 0ms);
  }
}

TEST(StampClock, ADriftingClockIsFollowed) {
  StampClock clock(StampSource::own, 20ms);
  Stream stream;
  for (int i = 0; i < 30 * 600; ++i) {
    const auto drift = Duration(stream.next.count() / 10'000);  // 100 ppm: 60 ms in 10 minutes
    const auto [stamp, arrival] = stream.pose(50s + drift);
    const SimTime truth = stamp + 50s + drift;
    const SimTime mapped = clock.map(stamp, arrival);
    if (i > 30) {
      EXPECT_LT(std::chrono::abs(mapped - truth), 10ms) << i;
    }
  }
}

TEST(StampClock, WhenSimulatedTimeFallsBehindTheLatencyStaysKnown) {
  StampClock clock(StampSource::automatic, {});
  Stream stream;
  for (int i = 0; i < 100; ++i) {
    const auto [stamp, arrival] = stream.pose(0ms);
    clock.map(stamp, arrival);
  }
  for (int i = 0; i < 100; ++i) {
    const auto [stamp, arrival] = stream.pose(-700ms);  // it slipped: stamps are ahead
    const SimTime mapped = clock.map(stamp, arrival);
    if (i > 20) {
      EXPECT_LT(std::chrono::abs(mapped - (stamp - 700ms)), 12ms);
    }
  }
}

TEST(StampClock, AClockThatIsSetIsNoticedAtOnce) {
  StampClock clock(StampSource::automatic, 20ms);
  Stream stream;
  for (int i = 0; i < 100; ++i) {
    const auto [stamp, arrival] = stream.pose(100s);
    clock.map(stamp, arrival);
  }
  const auto [stamp, arrival] = stream.pose(90s);
  EXPECT_EQ(clock.map(stamp, arrival), arrival - 20ms);
  EXPECT_EQ(clock.steps(), 1);
}

TEST(StampClock, ArrivalsCountWhereStampsDoNot) {
  StampClock clock(StampSource::arrival, 30ms);
  EXPECT_EQ(clock.map(0s, 5s), 5s - 30ms);
  EXPECT_EQ(clock.map(0s, 6s), 6s - 30ms);
}

TEST(StampClock, NothingIsSeenBeforeItHappens) {
  StampClock clock(StampSource::shared, {});
  EXPECT_EQ(clock.map(7s, 5s), 5s);
}

}  // namespace
}  // namespace tandem
