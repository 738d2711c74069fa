// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/moving_things.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr double together_m = 0.25;  // two legs of a person are one thing
constexpr double longest_m = 0.8;
constexpr double farthest_m = 0.3;    // that a thing comes from one scan to the next
constexpr double slowest_mps = 0.15;  // less is noise, and other sides of a thing coming into sight
constexpr double fastest_mps = 1.0;
constexpr int age_needed = 4;  // scans
constexpr double trust = 0.3;  // in the newest scan

double length(Vec2 v) { return std::hypot(v.x, v.y); }

// The points from one on that belong together.
std::size_t end_of_thing(std::span<const Vec2> points, std::size_t first) {
  std::size_t end = first + 1;
  while (end < points.size() && length(points[end] - points[end - 1]) < together_m) ++end;
  return end;
}

}  // namespace

void MovingThings::observe(SimTime stamp, std::span<const Vec2> points) {
  const double since_s = stamp_ ? seconds(stamp - *stamp_) : 0;
  stamp_ = stamp;
  // a thing that the first and the last beam see is one
  std::size_t begin = 0;
  if (points.size() > 1 && length(points.front() - points.back()) < together_m)
    begin = std::min(end_of_thing(points, 0), points.size() - 1);
  std::vector<Vec2> in_order(points.begin() + static_cast<std::ptrdiff_t>(begin), points.end());
  in_order.insert(in_order.end(), points.begin(),
                  points.begin() + static_cast<std::ptrdiff_t>(begin));

  std::vector<Thing> things;
  points_.clear();
  for (std::size_t first = 0; first < in_order.size();) {
    const std::size_t end = end_of_thing(in_order, first);
    const std::span<const Vec2> own(in_order.data() + first, end - first);
    first = end;
    const auto [west, east] = std::ranges::minmax(own, {}, &Vec2::x);
    const auto [south, north] = std::ranges::minmax(own, {}, &Vec2::y);
    Thing thing{.middle = {(west.x + east.x) / 2, (south.y + north.y) / 2}};
    const bool is_wall = std::hypot(east.x - west.x, north.y - south.y) > longest_m;
    if (!is_wall) things.push_back(thing = recognized(thing.middle, since_s));
    const double speed = length(thing.velocity);
    const bool is_moving = thing.age >= age_needed && speed > slowest_mps;
    const Vec2 velocity = is_moving ? std::min(1.0, fastest_mps / speed) * thing.velocity : Vec2{};
    for (const Vec2 point : own) points_.push_back({point, velocity});
  }
  things_ = std::move(things);
}

MovingThings::Thing MovingThings::recognized(Vec2 middle, double since_s) const {
  const Thing* nearest = nullptr;
  double distance_m = farthest_m;
  for (const Thing& thing : things_)
    if (const double off = length(middle - thing.middle); off < distance_m) {
      distance_m = off;
      nearest = &thing;
    }
  if (!nearest || since_s <= 0) return {.middle = middle};
  const Vec2 measured = (1 / since_s) * (middle - nearest->middle);
  return {middle, nearest->velocity + trust * (measured - nearest->velocity), nearest->age + 1};
}

std::vector<Vec2> places_soon(std::span<const SeenPoint> points, double ahead_s) {
  constexpr double spacing_m = 0.05;
  std::vector<Vec2> places;
  for (const SeenPoint& point : points) {
    const double way_m = ahead_s * length(point.velocity);
    const int steps = static_cast<int>(std::ceil(way_m / spacing_m));
    for (int i = 1; i <= steps; ++i)
      places.push_back(point.at + (ahead_s * i / steps) * point.velocity);
  }
  return places;
}

}  // namespace tandem
