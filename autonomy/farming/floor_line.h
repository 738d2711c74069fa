// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "geometry/pose2.h"

namespace tandem {

// A straight line on the floor, with a direction.
struct FloorLine {
  Vec2 point;
  Vec2 direction{1, 0};  // of length 1

  // How far along the line a place is from its point, and how far to the left of it.
  double along(Vec2 place) const { return dot(place - point, direction); }
  double left_of(Vec2 place) const { return dot(place - point, Vec2{-direction.y, direction.x}); }
  double yaw() const { return std::atan2(direction.y, direction.x); }
};

Vec2 direction_of(double yaw);

// The line through places that may have a few wrong ones among them, in the direction that is
// nearer to `ahead`; its point is the middle of the places that count. Nothing when there are fewer
// than two, or all in one spot.
std::optional<FloorLine> fit_floor_line(std::span<const Vec2> places, Vec2 ahead);

// Where two lines meet; nothing when they are parallel.
std::optional<Vec2> crossing_of(const FloorLine& a, const FloorLine& b);

}  // namespace tandem
