// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "autonomy/navigation/obstacle_layer.h"
#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// A point that a sensor sees, and how fast what it belongs to moves.
struct SeenPoint {
  Vec2 at;
  Vec2 velocity;  // zero of what stands, or of what nobody has watched long enough
};

// Tells from one scan to the next which things move: points that are near to each other are a
// thing, and a thing is the one of the scan before that was nearest to it and as large. Where there
// was none, because a cart passes a shelf, points at which something has been for a second are no
// part of it. Only what is where the lidar has looked through before can have come there: another
// side of a thing, or more of a wall, that comes into sight as the robot drives is no motion. Nor
// is it of what is longer than a cart.
class MovingThings {
 public:
  // A scan: all its beams, and the ends of those in their order that meet what the map does not
  // know.
  void observe(SimTime stamp, Vec2 sensor, std::span<const Beam> beams,
               std::span<const Vec2> unknown);
  // The unknown points of the last scan, and when that was.
  const std::vector<SeenPoint>& points() const { return points_; }
  SimTime stamp() const { return stamp_.value_or(SimTime{}); }

 private:
  struct Thing {
    Vec2 middle, size;
    Vec2 velocity;
    int age = 0;            // scans in which it was seen again
    bool has_come = false;  // to where nothing was
    int hidden = 0;         // scans since it was seen
  };
  // A scan of the last seconds.
  struct Look {
    SimTime stamp{};
    Vec2 sensor;
    std::vector<float> reach_m;  // by direction, in whole degrees; 0: not looked there
  };

  static bool is_moving(const Thing& thing);
  bool has_stood(Vec2 point) const;
  bool was_free(Vec2 point) const;
  void remember(Vec2 sensor, std::span<const Beam> beams);
  const Thing* before(const Thing& seen, bool is_as_large) const;
  Thing recognized(const Thing& seen, const Thing* before, double since_s) const;

  std::optional<SimTime> stamp_;
  std::vector<Thing> things_;
  std::vector<SeenPoint> points_;
  std::deque<Look> past_;  // the oldest first
};

// The same points some time later.
std::vector<SeenPoint> later(std::span<const SeenPoint> points, double time_s);

// Where points that move will be within a time, and on the way there.
std::vector<Vec2> places_soon(std::span<const SeenPoint> points, double ahead_s);

}  // namespace tandem
