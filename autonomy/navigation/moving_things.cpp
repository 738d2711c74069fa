// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/moving_things.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr double together_m = 0.2;   // two legs of a person are one thing
constexpr double as_large_m = 0.15;  // by so much a thing may look larger or smaller than before
constexpr double longest_m = 0.8;
constexpr double farthest_m = 0.3;    // that a thing comes from one scan to the next
constexpr double slowest_mps = 0.15;  // less is noise, and other sides of a thing coming into sight
constexpr double fastest_mps = 1.0;
constexpr int age_needed = 3;  // times that its way from scan to scan was measured
constexpr double trust = 0.4;  // in the newest of many

// Scans are remembered for a while, some time apart.
constexpr Duration memory = 3s, look_period = 200ms;
constexpr Duration standing_time = 1s;  // who has been there so long, or longer ago, stands
constexpr Duration coming_time = 400ms;
constexpr int looks_needed = 2;
constexpr double same_place_m = 0.05;  // noise of the lidar and of the robot's place
constexpr double beyond_m = 0.06;      // that a beam goes on behind a place which is free
constexpr double come_share = 0.3;     // of a thing's points that are where nothing was
constexpr int directions = 360;

int direction_of(Vec2 way) {
  const double degrees = std::atan2(way.y, way.x) * 180 / std::numbers::pi;
  return (static_cast<int>(std::lround(degrees)) + directions) % directions;
}

double length(Vec2 v) { return std::hypot(v.x, v.y); }

// How far a thing has moved along an axis whose two ends have moved so far. Where one end has moved
// more than the other, that is another side of it, or something beside it, that came into sight.
double moved(double low_end, double high_end) {
  constexpr double noise_m = 0.04;
  if (std::abs(low_end - high_end) < noise_m) return (low_end + high_end) / 2;
  if (low_end * high_end <= 0) return 0;
  return std::abs(low_end) < std::abs(high_end) ? low_end : high_end;
}

// Points that follow each other at small distances, all around: what the first and the last beam
// see is one.
std::vector<std::vector<Vec2>> groups_all_around(std::span<const Vec2> points) {
  std::vector<std::vector<Vec2>> groups;
  for (const Vec2 point : points) {
    if (groups.empty() || length(point - groups.back().back()) >= together_m) groups.emplace_back();
    groups.back().push_back(point);
  }
  if (groups.size() > 1 && length(points.front() - points.back()) < together_m) {
    groups.back().insert(groups.back().end(), groups.front().begin(), groups.front().end());
    groups.erase(groups.begin());
  }
  return groups;
}

}  // namespace

void MovingThings::observe(SimTime stamp, Vec2 sensor, std::span<const Beam> beams,
                           std::span<const Vec2> unknown) {
  const double since_s = stamp_ ? seconds(stamp - *stamp_) : 0;
  stamp_ = stamp;
  points_.clear();
  std::vector<Thing> things;
  const auto look_at = [&](const std::vector<Vec2>& own, bool is_as_large) {
    const auto [west, east] = std::ranges::minmax(own, {}, &Vec2::x);
    const auto [south, north] = std::ranges::minmax(own, {}, &Vec2::y);
    Thing thing{.middle = {(west.x + east.x) / 2, (south.y + north.y) / 2},
                .size = {east.x - west.x, north.y - south.y}};
    const Thing* known = before(thing, is_as_large);
    if (is_as_large && !known) return false;
    if (length(thing.size) <= longest_m) {
      thing = recognized(thing, known, since_s);
      const auto come = std::ranges::count_if(own, [&](Vec2 point) { return was_free(point); });
      if (static_cast<double>(come) >= come_share * static_cast<double>(own.size()))
        thing.has_come = true;
      things.push_back(thing);
    }
    const double speed = length(thing.velocity);
    const Vec2 velocity =
        is_moving(thing) ? std::min(1.0, fastest_mps / speed) * thing.velocity : Vec2{};
    for (const Vec2 point : own) points_.push_back({point, velocity});
    return true;
  };
  for (const std::vector<Vec2>& group : groups_all_around(unknown)) {
    if (look_at(group, true)) continue;
    std::vector<Vec2> rest;
    for (const Vec2 point : group)
      if (has_stood(point))
        points_.push_back({point, {}});
      else
        rest.push_back(point);
    for (const std::vector<Vec2>& part : groups_all_around(rest)) look_at(part, false);
  }
  // who was not seen this time may be hidden, or one with something else, for a moment
  constexpr int longest_hidden = 3;
  for (const Thing& thing : things_) {
    const Vec2 middle = thing.middle + since_s * thing.velocity;
    const bool is_seen = std::ranges::any_of(
        things, [&](const Thing& it) { return length(it.middle - middle) < farthest_m; });
    if (is_seen || thing.hidden >= longest_hidden || !is_moving(thing)) continue;
    things.push_back(thing);
    things.back().middle = middle;
    ++things.back().hidden;
  }
  things_ = std::move(things);
  remember(sensor, beams);
}

bool MovingThings::is_moving(const Thing& thing) {
  return thing.has_come && thing.age >= age_needed && length(thing.velocity) > slowest_mps;
}

// The thing of the scan before that this one is.
const MovingThings::Thing* MovingThings::before(const Thing& seen, bool is_as_large) const {
  const Thing* nearest = nullptr;
  double distance_m = farthest_m;
  for (const Thing& thing : things_) {
    const Vec2 grown = seen.size - thing.size;
    if (is_as_large && std::max(std::abs(grown.x), std::abs(grown.y)) > as_large_m) continue;
    if (const double off = length(seen.middle - thing.middle); off < distance_m) {
      distance_m = off;
      nearest = &thing;
    }
  }
  return nearest;
}

MovingThings::Thing MovingThings::recognized(const Thing& seen, const Thing* before,
                                             double since_s) const {
  if (!before || since_s <= 0) return seen;
  const Vec2 low = (seen.middle - 0.5 * seen.size) - (before->middle - 0.5 * before->size);
  const Vec2 high = (seen.middle + 0.5 * seen.size) - (before->middle + 0.5 * before->size);
  const Vec2 measured = (1 / since_s) * Vec2{moved(low.x, high.x), moved(low.y, high.y)};
  const int age = before->age + 1;
  const double share = std::max(trust, 1.0 / age);  // the mean of the first few
  return {seen.middle, seen.size, before->velocity + share * (measured - before->velocity), age,
          before->has_come};
}

bool MovingThings::has_stood(Vec2 point) const {
  int looks = 0;
  for (const Look& look : past_) {
    if (*stamp_ - look.stamp < standing_time) break;
    const Vec2 way = point - look.sensor;
    const double distance_m = length(way);
    const int direction = direction_of(way);
    for (const int beside : {-1, 0, 1}) {
      const auto i = static_cast<std::size_t>((direction + beside + directions) % directions);
      if (std::abs(look.reach_m[i] - distance_m) > same_place_m) continue;
      if (++looks == looks_needed) return true;
      break;
    }
  }
  return false;
}

bool MovingThings::was_free(Vec2 point) const {
  int looks = 0;
  for (const Look& look : past_) {
    if (*stamp_ - look.stamp < coming_time) break;
    const Vec2 way = point - look.sensor;
    const double distance_m = length(way);
    const int direction = direction_of(way);
    bool is_free = true, is_looked_at = false;
    for (const int beside : {-1, 0, 1}) {
      const auto i = static_cast<std::size_t>((direction + beside + directions) % directions);
      if (look.reach_m[i] == 0) continue;
      is_looked_at = true;
      is_free = is_free && look.reach_m[i] > distance_m + beyond_m;
    }
    if (is_looked_at && is_free && ++looks == looks_needed) return true;
  }
  return false;
}

void MovingThings::remember(Vec2 sensor, std::span<const Beam> beams) {
  while (!past_.empty() && *stamp_ - past_.front().stamp > memory) past_.pop_front();
  if (!past_.empty() && *stamp_ - past_.back().stamp < look_period) return;
  Look look{*stamp_, sensor, std::vector<float>(directions, 0)};
  for (const Beam& beam : beams) {
    const Vec2 way = beam.end - sensor;
    const auto reach = static_cast<float>(length(way));
    float& known = look.reach_m[static_cast<std::size_t>(direction_of(way))];
    known = known == 0 ? reach : std::min(known, reach);
  }
  past_.push_back(std::move(look));
}

std::vector<SeenPoint> later(std::span<const SeenPoint> points, double time_s) {
  std::vector<SeenPoint> moved(points.begin(), points.end());
  for (SeenPoint& point : moved) point.at = point.at + time_s * point.velocity;
  return moved;
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
