// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// The court as a goalkeeper has it: x is along the goal line, y from there into the court.

// A ball that flies straight, for a while.
struct BallFlight {
  SimTime time{};
  Vec2 place;
  Vec2 velocity;  // m/s

  Vec2 at(SimTime when) const { return place + seconds(when - time) * velocity; }
};

// The rails at both ends of the goal line, for the middle of a ball.
struct CourtSides {
  double low_x = -1e9;
  double high_x = 1e9;
};

// Where a thing that is mirrored by both sides is, if it were at x without them.
double mirrored(double x, const CourtSides& sides);

// How a ball flies, from where it was seen. Sightings that do not fit on the line of those before
// are the beginning of another one: it was mirrored, or served anew.
class BallTrack {
 public:
  void see(SimTime time, Vec2 place);
  void forget() { sightings_.clear(); }

  // Nothing while too little was seen of it.
  std::optional<BallFlight> flight() const;
  std::optional<SimTime> seen() const;
  std::optional<Vec2> last_place() const;

 private:
  struct Seen {
    SimTime time{};
    Vec2 place;
  };
  std::deque<Seen> sightings_;
};

}  // namespace tandem
