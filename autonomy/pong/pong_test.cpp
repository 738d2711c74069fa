// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "autonomy/pong/goalkeeping.h"

namespace tandem {
namespace {

constexpr CourtSides court{-1.4, 1.4};

// A ball that was seen every 66 ms on its way.
BallTrack track_of(Vec2 begin, Vec2 velocity, Duration time) {
  BallTrack track;
  for (Duration t{}; t <= time; t += 66ms) track.see(t + 1s, begin + seconds(t) * velocity);
  return track;
}

TEST(BallTrack, SeesHowABallFlies) {
  const auto flight = track_of({0.2, 2}, {0.1, -0.6}, 500ms).flight();
  ASSERT_TRUE(flight);
  EXPECT_NEAR(flight->velocity.x, 0.1, 1e-9);
  EXPECT_NEAR(flight->velocity.y, -0.6, 1e-9);
  EXPECT_NEAR(flight->at(flight->time + 1s).y, flight->place.y - 0.6, 1e-9);
}

TEST(BallTrack, ABallThatIsMirroredBeginsAnotherFlight) {
  BallTrack track = track_of({0.2, 2}, {0.5, -0.5}, 500ms);
  const auto flight = track.flight();
  for (int i = 1; i <= 12; ++i)
    track.see(flight->time + i * 66ms, flight->place + i * 0.066 * Vec2{-0.5, -0.5});
  EXPECT_LT(track.flight()->velocity.x, -0.4);
}

TEST(BallTrack, OneSightingTellsNothing) {
  BallTrack track;
  EXPECT_FALSE(track.flight());
  track.see(SimTime{1s}, {1, 1});
  EXPECT_FALSE(track.flight());
  EXPECT_EQ(track.last_place()->x, 1);
}

TEST(Court, SidesMirrorAsOftenAsTheyAreMet) {
  EXPECT_NEAR(mirrored(0.3, court), 0.3, 1e-9);
  EXPECT_NEAR(mirrored(1.5, court), 1.3, 1e-9);
  EXPECT_NEAR(mirrored(-1.6, court), -1.2, 1e-9);
  EXPECT_NEAR(mirrored(1.4 + 2.8 + 0.1, court), -1.3, 1e-9);
}

TEST(Goalkeeping, GoesWhereTheBallWillBeMirrored) {
  // 1.5 m before the line, 1.28 m before the touch: two seconds at 0.64 m/s
  const BallTrack track = track_of({0.3, 1.5}, {0.2, -0.64}, 198ms);
  EXPECT_NEAR(wanted_place(track, SimTime{1s}, court, {}), 0.3 + 2 * 0.2, 1e-6);
}

TEST(Goalkeeping, CountsRailsOnTheWay) {
  // without the rail it would be at 1.3 + 2 * 0.2 = 1.7; the middle of the ball turns at 1.35
  const BallTrack track = track_of({1.3, 1.5}, {0.2, -0.64}, 198ms);
  EXPECT_NEAR(wanted_place(track, SimTime{1s}, court, {}), 1.35 - 0.35, 1e-6);
}

TEST(Goalkeeping, StaysOnItsLineAndReturnsToTheMiddleWhenThereIsNoBall) {
  const BallTrack track = track_of({1.34, 1.5}, {0, -0.64}, 198ms);
  EXPECT_NEAR(wanted_place(track, SimTime{1s}, court, {}), 1.2, 1e-9);
  EXPECT_NEAR(wanted_place(track, SimTime{9s}, court, {}), 0, 1e-9);
  EXPECT_NEAR(wanted_place({}, SimTime{1s}, {-1, 1.4}, {}), 0.2, 1e-9);
}

TEST(Goalkeeping, SpeedLeavesRoomToBrake) {
  EXPECT_EQ(wanted_speed(0.01, {}), 0);
  EXPECT_NEAR(wanted_speed(5, {}), 0.55, 1e-9);
  EXPECT_NEAR(wanted_speed(-5, {}), -0.55, 1e-9);
  // v^2 = 2 a s with 0.7 of 0.8 m/s^2
  EXPECT_NEAR(wanted_speed(0.1, {}), std::sqrt(2 * 0.56 * 0.1), 1e-9);
}

TEST(Goalkeeping, TurnsBackToItsLineInBothDirections) {
  EXPECT_LT(along_line({{0, 0.1}, 0}, 0.5).angular, 0);   // left of it, forwards: to the right
  EXPECT_GT(along_line({{0, 0.1}, 0}, -0.5).angular, 0);  // and backwards the other way
  EXPECT_LT(along_line({{}, 0.1}, 0.5).angular, 0);
}

}  // namespace
}  // namespace tandem
