// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// A point that a sensor sees, and how fast what it belongs to moves.
struct SeenPoint {
  Vec2 at;
  Vec2 velocity;  // zero of what stands, or of what nobody has watched long enough
};

// Tells from one scan to the next which things move: points that are near to each other are a
// thing, and a thing is the one of the scan before that was nearest to it. What is longer than a
// cart is a wall, and does not move, though another part of it may come into sight.
class MovingThings {
 public:
  // The points of a scan in the order of its beams, without those that the map knows.
  void observe(SimTime stamp, std::span<const Vec2> points);
  // The points of the last scan.
  const std::vector<SeenPoint>& points() const { return points_; }

 private:
  struct Thing {
    Vec2 middle;
    Vec2 velocity;
    int age = 0;  // scans in which it was seen
  };

  Thing recognized(Vec2 middle, double since_s) const;

  std::optional<SimTime> stamp_;
  std::vector<Thing> things_;
  std::vector<SeenPoint> points_;
};

// Where points that move will be within a time, and on the way there.
std::vector<Vec2> places_soon(std::span<const SeenPoint> points, double ahead_s);

}  // namespace tandem
