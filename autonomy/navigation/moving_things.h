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
  Vec2 habit{};   // of what stands, but moved so a moment ago, and may do so again or go back
};

// Tells from one scan to the next which things move: points that are near to each other are a
// thing, and a thing is the one of the scan before that was nearest to where that was to be, and as
// large. Where there was none, because a cart passes a shelf or a person comes close to it, what
// moved is looked for where it is expected, and points at which something has been for a second
// are no part of anything else. Only what is where the lidar has looked through before can have
// come there: another side of a thing, or more of a wall, that comes into sight as the robot drives
// is no motion. Nor is it of what is longer than a cart.
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
    int age = 0;   // scans in which it was seen again
    int come = 0;  // scans in a row in which it was where nothing had been
    bool moves = false;
    int guessed = 0;               // scans since it was seen for itself
    Vec2 set_out;                  // where it was when it began to move
    Vec2 habit;                    // how it moved when it last did
    std::optional<SimTime> moved;  // when that was
  };
  using Points = std::vector<Vec2>;
  // Where a thing has come from in the last moments.
  struct Motion {
    Vec2 velocity;
    bool is_certain = false;  // it is where nothing was, and this says from where
  };
  // A scan of the last seconds.
  struct Look {
    SimTime stamp{};
    Vec2 sensor;
    std::vector<float> reach_m;  // by direction, in whole degrees; 0: not looked there
  };

  static Thing bounds_of(const Points& points);
  static Vec2 going(const Thing& thing);
  static Thing expected(const Thing& thing, double since_s);
  bool may_move_again(const Thing& thing) const;
  bool has_stood(Vec2 point) const;
  Motion motion_of(const Points& points) const;
  Look look_from(Vec2 sensor, std::span<const Beam> beams) const;
  // Which of the things before this one is; none is -1.
  int before(const Thing& seen, bool is_as_large, double since_s) const;
  // The groups that are things of the scan before, each of one.
  std::vector<int> known_groups(const std::vector<Points>& groups, double since_s) const;
  void take_in(const Points& own, int known, double since_s);
  void take_out_expected(Points& group, double since_s);
  void keep_hidden(const Look& look, double since_s);
  void add_points(const Points& own, const Thing& thing);
  Thing recognized(const Thing& seen, const Thing* before, double since_s) const;

  std::optional<SimTime> stamp_;
  std::vector<Thing> things_;   // of the scan before
  std::vector<Thing> seen_;     // of this one
  std::vector<bool> is_found_;  // which of the things before are among them
  std::vector<SeenPoint> points_;
  std::deque<Look> past_;  // the oldest first
};

// The same points some time later.
std::vector<SeenPoint> later(std::span<const SeenPoint> points, double time_s);

// Where points that move will be within a time, and on the way there; and, within half of it, those
// that may move again.
std::vector<Vec2> places_soon(std::span<const SeenPoint> points, double ahead_s);

}  // namespace tandem
