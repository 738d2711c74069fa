// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/moving_things.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace tandem {
namespace {

// The near side of a box of 0.2 m, as beams from the south see it.
std::vector<Vec2> box_at(Vec2 middle) {
  std::vector<Vec2> points;
  for (int i = -5; i <= 5; ++i) points.push_back(middle + Vec2{0.02 * i, -0.1});
  return points;
}

// A lidar at the origin that sees some points, and past them 6 m far.
void look(MovingThings& things, SimTime stamp, const std::vector<Vec2>& points) {
  std::vector<Beam> beams;
  std::array<bool, 360> is_hit{};
  for (const Vec2 point : points) {
    beams.push_back({point, true});
    const double degrees = std::atan2(point.y, point.x) * 180 / std::numbers::pi;
    is_hit[static_cast<std::size_t>(std::lround(degrees) + 360) % 360] = true;
  }
  for (std::size_t i = 0; i < is_hit.size(); ++i) {
    const double angle = static_cast<double>(i) * std::numbers::pi / 180;
    if (!is_hit[i]) beams.push_back({{6 * std::cos(angle), 6 * std::sin(angle)}, false});
  }
  things.observe(stamp, {}, beams, points);
}

// Ten scans a second of something; the velocity of its first point in the last one.
template <class SeenAt>
Vec2 velocity_after(int scans, SeenAt seen_at) {
  MovingThings things;
  for (int i = 0; i < scans; ++i) look(things, i * 100ms, seen_at(0.1 * i));
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

// A thing with sides along the axes.
struct Block {
  Vec2 middle, size;

  // How far a beam gets to it; nothing when it passes.
  std::optional<double> distance_m(Vec2 from, Vec2 direction) const {
    double first = 0, last = 6;
    const auto cut = [&](double at, double way, double center, double length) {
      const double one = (center - length / 2 - at) / way, other = (center + length / 2 - at) / way;
      first = std::max(first, std::min(one, other));
      last = std::min(last, std::max(one, other));
    };
    cut(from.x, direction.x, middle.x, size.x);
    cut(from.y, direction.y, middle.y, size.y);
    return first < last ? std::optional(first) : std::nullopt;
  }
};

// A scan with a beam for each degree, from wherever the lidar is.
void scan(MovingThings& things, SimTime stamp, Vec2 sensor, const std::vector<Block>& blocks) {
  std::vector<Beam> beams;
  std::vector<Vec2> points;
  for (int i = 0; i < 360; ++i) {
    const double angle = (i + 0.01) * std::numbers::pi / 180;
    const Vec2 direction{std::cos(angle), std::sin(angle)};
    double nearest = 6;
    for (const Block& block : blocks)
      nearest = std::min(nearest, block.distance_m(sensor, direction).value_or(nearest));
    const Vec2 end = sensor + nearest * direction;
    beams.push_back({end, nearest < 6});
    if (nearest < 6) points.push_back(end);
  }
  things.observe(stamp, sensor, beams, points);
}

TEST(MovingThings, ACartThatPassesAStackIsStillACart) {
  MovingThings things;
  for (int i = 0; i < 32; ++i) {
    const Block cart{{-0.3 + 0.03 * i, 2}, {0.24, 0.2}};
    const Block stack{{0.6, 2.3}, {0.16, 0.16}};  // 0.12 m beside the cart's lane
    scan(things, i * 100ms, {}, {cart, stack});
  }
  int moving = 0;
  for (const SeenPoint& point : things.points()) {
    if (point.at.y > 2.15) {
      EXPECT_EQ(point.velocity.x, 0) << "of the stack";
      continue;
    }
    EXPECT_NEAR(point.velocity.x, 0.3, 0.05) << point.at.x;
    ++moving;
  }
  EXPECT_GE(moving, 6);
}

// A cart that drives for two seconds, rests for three and sets out again.
Block restless_cart(int tenth) {
  const double driven = 0.025 * (std::min(tenth, 20) + std::max(tenth - 50, 0));
  return {{-0.2 + driven, 1.5}, {0.24, 0.2}};
}

TEST(MovingThings, WhatHasComeToRestMaySetOutAgain) {
  MovingThings things;
  for (int i = 0; i <= 30; ++i) scan(things, i * 100ms, {}, {restless_cart(i)});
  ASSERT_FALSE(things.points().empty());
  for (const SeenPoint& point : things.points()) {
    EXPECT_EQ(point.velocity.x, 0);
    EXPECT_NEAR(point.habit.x, 0.25, 0.06);
  }
  // but what has stood for long stands
  for (int i = 31; i <= 120; ++i)
    scan(things, i * 100ms, {}, {Block{{-0.2 + 0.5, 1.5}, {0.24, 0.2}}});
  for (const SeenPoint& point : things.points()) EXPECT_EQ(point.habit.x, 0);
}

TEST(MovingThings, WhatSetsOutAgainIsSeenToMoveWithinThreeScansAndTakenToBeAsFastAsBefore) {
  MovingThings things;
  for (int i = 0; i <= 70; ++i) {
    scan(things, i * 100ms, {}, {restless_cart(i)});
    if (i < 53) continue;
    ASSERT_FALSE(things.points().empty());
    for (const SeenPoint& point : things.points())
      EXPECT_NEAR(point.velocity.x, 0.25, 0.05) << "after " << i;
  }
}

TEST(MovingThings, WhatGoesBackIsTakenToBeAsFastAsBefore) {
  MovingThings things;
  for (int i = 0; i <= 60; ++i) {
    const double driven = 0.025 * (std::min(i, 20) - std::max(i - 50, 0));
    scan(things, i * 100ms, {}, {Block{{-0.2 + driven, 1.5}, {0.24, 0.2}}});
    if (i < 54) continue;
    // of its points that are where it stood nobody can tell
    int moving = 0, all = 0;
    for (const SeenPoint& point : things.points()) {
      ++all;
      if (point.velocity.x == 0) continue;
      EXPECT_NEAR(point.velocity.x, -0.25, 0.05) << "after " << i;
      ++moving;
    }
    EXPECT_GE(moving, (all + 1) / 2) << "after " << i;
  }
}

TEST(MovingThings, WhatHasNeverMovedBeforeIsSeenToWithinHalfASecond) {
  // towards the lidar and across, while the robot drives past at 0.4 m/s
  for (const Vec2 velocity : {Vec2{0, -0.25}, Vec2{0.25, 0}, Vec2{-0.25, 0}})
    for (const double robot_mps : {0.0, 0.4}) {
      MovingThings things;
      for (int i = 0; i <= 35; ++i) {
        const Block cart{Vec2{0, 1.2} + 0.1 * std::max(i - 30, 0) * velocity, {0.24, 0.2}};
        scan(things, i * 100ms, {robot_mps * (0.1 * i - 3), 0}, {cart});
        if (i > 30) continue;
        for (const SeenPoint& point : things.points())
          EXPECT_EQ(point.velocity.x, 0) << "at rest, after " << i;
      }
      ASSERT_FALSE(things.points().empty());
      const Vec2 seen = things.points().front().velocity;
      EXPECT_NEAR(seen.x, velocity.x, 0.15) << "with the robot at " << robot_mps;
      EXPECT_NEAR(seen.y, velocity.y, 0.15) << "with the robot at " << robot_mps;
    }
}

TEST(MovingThings, ACartThatAPersonComesCloseToIsStillACart) {
  // the person walks up to 0.13 m beside the cart's lane, stands there, and the cart passes
  MovingThings things;
  for (int i = 0; i < 40; ++i) {
    const Block cart{{-0.5 + 0.025 * i, 1.5}, {0.24, 0.2}};
    const Block person{{0.2, std::max(1.81, 2.6 - 0.05 * i)}, {0.16, 0.16}};
    scan(things, i * 100ms, {}, {cart, person});
    if (i < 10) continue;
    int moving = 0, all = 0;
    for (const SeenPoint& point : things.points()) {
      if (point.at.y > 1.65) continue;
      ++all;
      if (std::abs(point.velocity.x - 0.25) < 0.08) ++moving;
    }
    EXPECT_GE(moving, (all + 1) / 2) << "of the cart's points after " << i << " scans";
  }
}

TEST(MovingThings, WhatComesIntoSightAroundACornerDoesNotMove) {
  // the robot drives past the end of a wall, behind which more and more of a shelf is seen
  MovingThings things;
  const Block wall{{1.5, 1}, {2, 0.05}}, shelf{{2, 2}, {3, 0.3}};
  for (int i = 0; i < 40; ++i) {
    scan(things, i * 100ms, {-0.5, 0.045 * i}, {wall, shelf});
    for (const SeenPoint& point : things.points())
      ASSERT_EQ(point.velocity.x, 0) << point.at.x << ", " << point.at.y;
  }
}

TEST(MovingThings, AThingThatTheFirstAndTheLastBeamSeeIsOne) {
  MovingThings things;
  for (int i = 0; i < 20; ++i) {
    std::vector<Vec2> points = box_at({0, 2 - 0.03 * i});
    std::ranges::rotate(points, points.begin() + 4);
    points.insert(points.begin() + 7, {5, 5});  // something else, between them
    look(things, i * 100ms, points);
  }
  int moving = 0;
  for (const SeenPoint& point : things.points())
    if (std::abs(point.velocity.y + 0.3) < 0.02) ++moving;
  EXPECT_EQ(moving, 11);
}

TEST(MovingThings, LaterTheyAreFartherOn) {
  const std::vector<SeenPoint> moved = later(std::vector<SeenPoint>{{{1, 1}, {0.5, -1}}}, 0.1);
  EXPECT_NEAR(moved[0].at.x, 1.05, 1e-12);
  EXPECT_NEAR(moved[0].at.y, 0.9, 1e-12);
}

TEST(PlacesSoon, LeadFromAPointToWhereItWillBe) {
  const std::vector<SeenPoint> points{{{1, 1}, {0.2, 0}}, {{3, 3}, {}}};
  const std::vector<Vec2> places = places_soon(points, 1);
  ASSERT_EQ(places.size(), 4u);  // of the one that moves, 5 cm apart
  EXPECT_NEAR(places.front().x, 1.05, 1e-9);
  EXPECT_NEAR(places.back().x, 1.2, 1e-9);
  // who may set out again goes on or back, and is given half of the time: 2 places each way
  EXPECT_EQ(places_soon(std::vector<SeenPoint>{{{1, 1}, {}, {0.2, 0}}}, 1).size(), 4u);
}

}  // namespace
}  // namespace tandem
