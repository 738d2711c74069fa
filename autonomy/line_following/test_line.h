// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "autonomy/behavior/planar.h"
#include "geometry/pose2.h"

namespace tandem {

// A line on a floor, and what a camera such as Emaros' sees of it.
struct TestLine {
  std::vector<Vec2> points;  // 2 cm apart

  static TestLine straight(Vec2 from, double yaw, double length_m) {
    TestLine line;
    for (double x = 0; x <= length_m; x += 0.02)
      line.points.push_back(Pose2{from, yaw} * Vec2{x, 0});
    return line;
  }
  // Counter-clockwise from a place and direction on.
  static TestLine arc(const Pose2& from, double radius_m, double angle_rad) {
    TestLine line;
    const Vec2 center{0, radius_m};
    for (double angle = 0; angle <= angle_rad; angle += 0.02 / radius_m)
      line.points.push_back(from * (Pose2{center, angle} * Vec2{0, -radius_m}));
    return line;
  }
  TestLine& operator+=(const TestLine& more) {
    points.insert(points.end(), more.points.begin(), more.points.end());
    return *this;
  }

  static bool is_in_view(Vec2 in_base) {
    const double before_camera = in_base.x - 0.131;
    return in_base.x > 0.23 && std::abs(in_base.y) < 1.7 * before_camera &&
           distance(in_base, {}) < 1.5;
  }

  // As perception tells it: from the nearest place on, the longer way.
  std::vector<Vec2> seen_from(const Pose2& world_from_base) const {
    const Pose2 base_from_world = inverse(world_from_base);
    std::vector<Vec2> in_base;
    for (const Vec2 point : points) in_base.push_back(base_from_world * point);
    std::size_t nearest = points.size();
    for (std::size_t i = 0; i < in_base.size(); ++i)
      if (is_in_view(in_base[i]) &&
          (nearest == points.size() || distance(in_base[i], {}) < distance(in_base[nearest], {})))
        nearest = i;
    if (nearest == points.size()) return {};
    std::vector<Vec2> there, back;
    for (std::size_t i = nearest; i < in_base.size() && is_in_view(in_base[i]); ++i)
      there.push_back(in_base[i]);
    for (std::size_t i = nearest + 1; i-- > 0 && is_in_view(in_base[i]);)
      back.push_back(in_base[i]);
    return there.size() >= back.size() ? there : back;
  }

  double distance_to(Vec2 place) const {
    double least = 1e9;
    for (const Vec2 point : points) least = std::min(least, distance(point, place));
    return least;
  }
};

}  // namespace tandem
