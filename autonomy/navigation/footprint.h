// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "autonomy/navigation/costmap.h"
#include "base/result.h"
#include "geometry/pose2.h"

namespace tandem {

// The floor that a robot covers, in its own frame: a circle about its middle, or a polygon.
class Footprint {
 public:
  static Footprint round(double radius_m);
  // Three corners or more, in order; the origin lies inside.
  static Footprint polygon(std::vector<Vec2> corners);

  bool is_round() const { return corners_.empty(); }
  // Of the largest circle about the origin inside of it, and of the smallest one around it.
  double inscribed_m() const { return inscribed_m_; }
  double circumscribed_m() const { return circumscribed_m_; }
  const std::vector<Vec2>& corners() const { return corners_; }  // none of a circle

  // Its corners, or points on the circle.
  std::vector<Vec2> outline() const;

  // How far a point is from it; below zero inside.
  double distance_m(Vec2 point) const;
  bool contains(Vec2 point) const { return distance_m(point) < 0; }
  // The same with a margin all around.
  Footprint padded(double margin_m) const;

 private:
  std::vector<Vec2> corners_;
  double inscribed_m_ = 0;
  double circumscribed_m_ = 0;
};

// The polygon of these corners; why they make none.
Result<Footprint> footprint_of(std::vector<Vec2> corners);

// The corners of a text like Nav2's, "[[0.2, 0.1], [-0.2, 0.1], [-0.2, -0.1]]", which make a
// footprint; none of "[]". What is wrong with it.
Result<std::vector<Vec2>> read_corners(std::string_view text);

// The cost of standing somewhere, on a costmap that was inflated for this footprint: that of the
// middle, or lethal where the middle or an edge of the polygon touches something.
std::uint8_t footprint_cost(const Costmap& costmap, const Footprint& footprint, const Pose2& at);

}  // namespace tandem
