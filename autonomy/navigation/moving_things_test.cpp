// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/moving_things.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

// The near side of a box of 0.2 m, as beams from the south see it.
std::vector<Vec2> box_at(Vec2 middle) {
  std::vector<Vec2> points;
  for (int i = -5; i <= 5; ++i) points.push_back(middle + Vec2{0.02 * i, -0.1});
  return points;
}

// Ten scans a second of something; the velocity of its first point in the last one.
template <class SeenAt>
Vec2 velocity_after(int scans, SeenAt seen_at) {
  MovingThings things;
  for (int i = 0; i < scans; ++i) things.observe(i * 100ms, seen_at(0.1 * i));
  return things.points().front().velocity;
}

TEST(MovingThings, TellsHowFastACartDrives) {
  const auto cart = [](double time) { return box_at({0.25 * time, 2}); };
  const Vec2 velocity = velocity_after(20, cart);
  EXPECT_NEAR(velocity.x, 0.25, 0.01);
  EXPECT_NEAR(velocity.y, 0, 0.01);
  // nobody knows after two looks
  EXPECT_EQ(velocity_after(2, cart).x, 0);
}

TEST(MovingThings, WhatStandsDoesNotMoveThoughItsPointsTremble) {
  const Vec2 velocity = velocity_after(30, [](double time) {
    return box_at({0.005 * std::sin(40 * time), 2 + 0.005 * std::cos(70 * time)});
  });
  EXPECT_EQ(velocity.x, 0);
  EXPECT_EQ(velocity.y, 0);
}

TEST(MovingThings, AWallOfWhichMoreAndMoreIsSeenStands) {
  const Vec2 velocity = velocity_after(20, [](double time) {
    std::vector<Vec2> wall;
    for (double x = 0; x < 1 + time; x += 0.05) wall.push_back({x, 2});
    return wall;
  });
  EXPECT_EQ(velocity.x, 0);
}

TEST(MovingThings, AThingThatTheFirstAndTheLastBeamSeeIsOne) {
  MovingThings things;
  for (int i = 0; i < 20; ++i) {
    std::vector<Vec2> points = box_at({0, 2 - 0.03 * i});
    std::ranges::rotate(points, points.begin() + 4);
    points.insert(points.begin() + 7, {5, 5});  // something else, between them
    things.observe(i * 100ms, points);
  }
  int moving = 0;
  for (const SeenPoint& point : things.points())
    if (std::abs(point.velocity.y + 0.3) < 0.02) ++moving;
  EXPECT_EQ(moving, 11);
}

TEST(PlacesSoon, LeadFromAPointToWhereItWillBe) {
  const std::vector<SeenPoint> points{{{1, 1}, {0.2, 0}}, {{3, 3}, {}}};
  const std::vector<Vec2> places = places_soon(points, 1);
  ASSERT_EQ(places.size(), 4u);  // of the one that moves, 5 cm apart
  EXPECT_NEAR(places.front().x, 1.05, 1e-9);
  EXPECT_NEAR(places.back().x, 1.2, 1e-9);
}

}  // namespace
}  // namespace tandem
