// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "autonomy/navigation/costmap.h"
#include "autonomy/navigation/footprint.h"
#include "geometry/pose2.h"

namespace tandem {

// Where a beam of a distance sensor ended.
struct Beam {
  Vec2 end;
  bool is_hit = false;  // otherwise nothing is on the way up to there
};

// What one kind of sensor has seen on the floor: what stands at the ends of its beams, and that
// nothing stands on the way there. Sensors that look at different heights have layers of their own,
// because one looks over what another sees.
class ObstacleLayer {
 public:
  ObstacleLayer() = default;
  explicit ObstacleLayer(const GridFrame& frame) { move_to(frame); }

  // What is in both the old and the new place is kept. Both have the same resolution.
  void move_to(const GridFrame& frame);

  // Clears all ways, then marks all ends.
  void observe(Vec2 sensor, std::span<const Beam> beams);
  // Nothing but the robot is where it stands.
  void clear_under(const Footprint& footprint, const Pose2& at);
  void clear();

  const GridFrame& frame() const { return frame_; }
  bool is_marked(Cell cell) const { return marks_[frame_.index(cell)] != 0; }

 private:
  GridFrame frame_;
  std::vector<std::uint8_t> marks_;
};

// The beams of a sensor that tells only the nearest distance in a cone: everything nearer is free,
// and something is at that distance somewhere.
std::vector<Beam> cone_beams(const Pose2& sensor, double opening_rad, double range_m, bool is_hit,
                             double resolution_m);

}  // namespace tandem
