// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/path_shape.h"

#include <algorithm>

namespace tandem {

namespace {

// What is unknown counts as free.
std::uint8_t known_cost(const Costmap& costmap, Vec2 at) {
  const std::uint8_t here = costmap.at(at);
  return here == cost::unknown ? cost::free : here;
}

// The highest cost along a line; what is unknown counts as free.
std::uint8_t highest_cost(const Costmap& costmap, Vec2 from, Vec2 to) {
  std::uint8_t highest = cost::free;
  walk_line(costmap.frame(), from, to, [&](Cell cell) {
    if (!costmap.frame().contains(cell)) return true;
    const std::uint8_t here = costmap.at(cell);
    if (here != cost::unknown) highest = std::max(highest, here);
    return true;
  });
  return highest;
}

double length(Vec2 v) { return std::hypot(v.x, v.y); }

}  // namespace

std::vector<Vec2> pull_straight(const Costmap& costmap, const std::vector<Vec2>& points) {
  constexpr std::size_t farthest = 80;  // points ahead that are tried
  if (points.size() < 3) return points;
  std::vector<Vec2> kept{points.front()};
  for (std::size_t at = 0; at + 1 < points.size();) {
    // Of the way as it is, in its cells: a step across a corner passes two more, and who leaves
    // something that it stands too close to goes through no more of that than it must.
    std::uint8_t limit = known_cost(costmap, points[at]);
    std::size_t next = at + 1;
    for (std::size_t end = at + 1; end < std::min(points.size(), at + farthest); ++end) {
      limit = std::max(limit, known_cost(costmap, points[end]));
      const std::uint8_t straight = highest_cost(costmap, points[at], points[end]);
      if (straight <= limit && !cost::is_blocked(straight)) next = end;
    }
    kept.push_back(points[next]);
    at = next;
  }
  return kept;
}

std::vector<Vec2> resample(const std::vector<Vec2>& points, double spacing_m) {
  if (points.empty()) return {};
  std::vector<Vec2> even{points.front()};
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vec2 from = points[i - 1], way = points[i] - from;
    const int parts = std::max(1, static_cast<int>(std::ceil(length(way) / spacing_m)));
    for (int part = 1; part <= parts; ++part)
      even.push_back(from + (static_cast<double>(part) / parts) * way);
  }
  return even;
}

std::vector<Vec2> smooth(const Costmap& costmap, std::vector<Vec2> points) {
  constexpr int rounds = 30;
  constexpr double pull = 0.4;  // of a point towards the middle of its neighbours
  if (points.size() < 3) return points;
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
      const Vec2 middle = 0.5 * (points[i - 1] + points[i + 1]);
      const Vec2 moved = points[i] + pull * (middle - points[i]);
      if (known_cost(costmap, moved) <= std::max(known_cost(costmap, points[i]), std::uint8_t{60}))
        points[i] = moved;
    }
  return points;
}

std::vector<Pose2> with_headings(const std::vector<Vec2>& points, double last_yaw) {
  std::vector<Pose2> path;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2 way = points[i + 1] - points[i];
    path.push_back({points[i], std::atan2(way.y, way.x)});
  }
  if (!points.empty()) path.push_back({points.back(), last_yaw});
  return path;
}

}  // namespace tandem
