// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/moving_things.h"

#include <algorithm>
#include <array>
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
constexpr double ceasing_mps = 0.08;  // who moves does so until it is slower than this
constexpr int age_needed = 3;         // times that its way from scan to scan was measured
constexpr double trust = 0.4;         // in the newest of many

// Who has moved so far, and so short a time ago, may do so again.
constexpr double habit_m = 0.1;
constexpr double habit_trust = 0.2;
constexpr Duration restless_time = 7s;
constexpr double setting_out_m = 0.3;  // of way, in which it gets as fast as it was before

// So many scans a thing may move on unseen, or where others are so near that its ends are not seen.
constexpr int longest_hidden = 10, longest_guessed = 20;
constexpr double around_m = 0.04;  // that it is looked for around where it is expected

// Scans are remembered for a while, some time apart.
constexpr Duration memory = 2s, look_period = 80ms;
constexpr Duration standing_time = 1s;  // who has been there so long, or longer ago, stands
constexpr int looks_needed = 4;
constexpr double same_place_m = 0.05;  // noise of the lidar and of the robot's place
constexpr double beyond_m = 0.06;      // that a beam goes on behind a place which is free
constexpr int directions = 360;

// Motion is told from where a thing's points would have been then.
constexpr std::array<Duration, 2> ages_looked_at{300ms, 500ms};
constexpr Duration youngest = 200ms;
constexpr std::size_t most_points = 12;  // of a thing that are looked at
constexpr double seen_m = 0.03;          // nearer is where something was seen
constexpr double most_off_m = 0.1;
constexpr double come_m = 0.012;  // that its points are in what was free, on average
constexpr int come_needed = 2;    // scans

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
  seen_.clear();
  is_found_.assign(things_.size(), false);

  // those that stand or move apart from others
  const std::vector<Points> groups = groups_all_around(unknown);
  const std::vector<int> known = known_groups(groups, since_s);
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (known[i] >= 0) take_in(groups[i], known[i], since_s);

  // those that have come together, or are new
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (known[i] >= 0) continue;
    Points group = groups[i];
    take_out_expected(group, since_s);
    Points rest;
    for (const Vec2 point : group)
      if (has_stood(point))
        points_.push_back({point, {}});
      else
        rest.push_back(point);
    for (const Points& part : groups_all_around(rest))
      take_in(part, before(bounds_of(part), false, since_s), since_s);
  }

  Look look = look_from(sensor, beams);
  keep_hidden(look, since_s);
  things_ = std::move(seen_);
  while (!past_.empty() && stamp - past_.front().stamp > memory) past_.pop_front();
  if (past_.empty() || stamp - past_.back().stamp >= look_period) past_.push_back(std::move(look));
}

MovingThings::Thing MovingThings::bounds_of(const Points& points) {
  const auto [west, east] = std::ranges::minmax(points, {}, &Vec2::x);
  const auto [south, north] = std::ranges::minmax(points, {}, &Vec2::y);
  Thing thing;
  thing.middle = {(west.x + east.x) / 2, (south.y + north.y) / 2};
  thing.size = {east.x - west.x, north.y - south.y};
  return thing;
}

// How fast it is, or is about to be: who sets out again is soon as fast as it was before, and what
// was measured since is an average with its rest.
Vec2 MovingThings::going(const Thing& thing) {
  if (!thing.moves) return {};
  const double speed = length(thing.velocity);
  const bool is_setting_out = length(thing.middle - thing.set_out) < setting_out_m;
  const double soon = std::max(speed, is_setting_out ? length(thing.habit) : 0);
  return std::min(soon, fastest_mps) / speed * thing.velocity;
}

MovingThings::Thing MovingThings::expected(const Thing& thing, double since_s) {
  Thing later = thing;
  later.middle = thing.middle + since_s * going(thing);
  ++later.guessed;
  return later;
}

bool MovingThings::may_move_again(const Thing& thing) const {
  return thing.moved && *stamp_ - *thing.moved < restless_time;
}

int MovingThings::before(const Thing& seen, bool is_as_large, double since_s) const {
  int nearest = -1;
  double distance_m = farthest_m;
  for (std::size_t i = 0; i < things_.size(); ++i) {
    const Vec2 grown = seen.size - things_[i].size;
    if (is_found_[i]) continue;
    if (is_as_large && std::max(std::abs(grown.x), std::abs(grown.y)) > as_large_m) continue;
    const double off = length(seen.middle - expected(things_[i], since_s).middle);
    if (off >= distance_m) continue;
    distance_m = off;
    nearest = static_cast<int>(i);
  }
  return nearest;
}

std::vector<int> MovingThings::known_groups(const std::vector<Points>& groups,
                                            double since_s) const {
  std::vector<int> known;
  std::vector<int> group_of(things_.size(), -1);  // the nearest of those that may be it
  std::vector<double> off_m(things_.size(), farthest_m);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Thing seen = bounds_of(groups[i]);
    const int it = before(seen, true, since_s);
    known.push_back(it);
    if (it < 0) continue;
    const auto thing = static_cast<std::size_t>(it);
    const double off = length(seen.middle - expected(things_[thing], since_s).middle);
    if (off >= off_m[thing]) continue;
    off_m[thing] = off;
    group_of[thing] = static_cast<int>(i);
  }
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (known[i] >= 0 && group_of[static_cast<std::size_t>(known[i])] != static_cast<int>(i))
      known[i] = -1;
  return known;
}

void MovingThings::add_points(const Points& own, const Thing& thing) {
  const Vec2 velocity = going(thing);
  const Vec2 habit = !thing.moves && may_move_again(thing) ? thing.habit : Vec2{};
  for (const Vec2 point : own) points_.push_back({point, velocity, habit});
}

// Notes a thing with all its points.
void MovingThings::take_in(const Points& own, int known, double since_s) {
  Thing thing = bounds_of(own);
  if (length(thing.size) > longest_m) return add_points(own, {});
  const Thing* known_as = known >= 0 ? &things_[static_cast<std::size_t>(known)] : nullptr;
  thing = recognized(thing, known_as, since_s);
  if (known_as) is_found_[static_cast<std::size_t>(known)] = true;

  // its ends tell best how fast it is, unless others hide them or come into sight
  constexpr double alike_mps = 0.1;
  const Motion motion = motion_of(own);
  thing.come = motion.is_certain ? thing.come + 1 : 0;
  if (const double fast = length(motion.velocity);
      motion.is_certain && dot(thing.velocity, motion.velocity) < (fast - alike_mps) * fast)
    thing.velocity = motion.velocity;
  const double speed = length(thing.velocity);
  const bool moved_before = thing.moves;
  if (moved_before)
    thing.moves = speed > ceasing_mps;
  else
    thing.moves = speed > slowest_mps && (thing.come >= come_needed || may_move_again(thing));
  if (thing.moves && !moved_before) thing.set_out = thing.middle;
  if (thing.moves && speed > slowest_mps && length(thing.middle - thing.set_out) > habit_m) {
    // who slows down before it rests has not changed its ways
    const bool is_new = dot(thing.habit, thing.velocity) <= 0;
    const Vec2 velocity = going(thing);
    thing.habit = is_new ? velocity : thing.habit + habit_trust * (velocity - thing.habit);
    thing.moved = stamp_;
  }
  seen_.push_back(thing);
  add_points(own, thing);
}

// What moved, or may, is where it was to be, though something else is right beside it: takes its
// points out of the others'.
void MovingThings::take_out_expected(Points& group, double since_s) {
  constexpr std::size_t fewest = 3;
  for (std::size_t i = 0; i < things_.size(); ++i) {
    if (is_found_[i] || things_[i].guessed >= longest_guessed) continue;
    const Thing thing = expected(things_[i], since_s);
    if (!thing.moves && !may_move_again(thing)) continue;
    Points own, others;
    for (const Vec2 point : group) {
      const Vec2 off = point - thing.middle;
      const bool is_there = std::abs(off.x) < thing.size.x / 2 + around_m &&
                            std::abs(off.y) < thing.size.y / 2 + around_m &&
                            !(thing.moves && has_stood(point));
      (is_there ? own : others).push_back(point);
    }
    if (own.size() < fewest) continue;
    is_found_[i] = true;
    seen_.push_back(thing);
    add_points(own, thing);
    group = std::move(others);
  }
}

// Who was not seen this time may be hidden for a while: somebody stands before it.
void MovingThings::keep_hidden(const Look& look, double since_s) {
  for (std::size_t i = 0; i < things_.size(); ++i) {
    if (is_found_[i]) continue;
    const Thing thing = expected(things_[i], since_s);
    if (thing.moves ? thing.guessed > longest_hidden : !may_move_again(thing)) continue;
    const Vec2 way = thing.middle - look.sensor;
    const double reach_m = look.reach_m[static_cast<std::size_t>(direction_of(way))];
    if (reach_m > length(way) + length(thing.size) / 2 + beyond_m) continue;  // it has gone
    seen_.push_back(thing);
  }
}

MovingThings::Thing MovingThings::recognized(const Thing& seen, const Thing* before,
                                             double since_s) const {
  if (!before || since_s <= 0) return seen;
  const Vec2 low = (seen.middle - 0.5 * seen.size) - (before->middle - 0.5 * before->size);
  const Vec2 high = (seen.middle + 0.5 * seen.size) - (before->middle + 0.5 * before->size);
  const Vec2 measured = (1 / since_s) * Vec2{moved(low.x, high.x), moved(low.y, high.y)};
  const int age = before->age + 1;
  const double share = std::max(trust, 1.0 / age);  // the mean of the first few
  Thing again = *before;
  again.middle = seen.middle;
  again.size = seen.size;
  again.velocity = before->velocity + share * (measured - before->velocity);
  again.age = age;
  again.guessed = 0;
  return again;
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

// Which velocity puts a thing's points to where something was seen some moments ago, or was hidden,
// and none to where the lidar looked through. Of several, the slowest.
MovingThings::Motion MovingThings::motion_of(const Points& points) const {
  std::vector<const Look*> looks;
  for (const Duration age : ages_looked_at) {
    const auto off = [&](const Look& look) { return std::chrono::abs(*stamp_ - look.stamp - age); };
    const auto nearest = std::ranges::min_element(past_, {}, off);
    if (nearest != past_.end() && *stamp_ - nearest->stamp >= youngest) looks.push_back(&*nearest);
  }
  if (looks.empty()) return {};

  struct Misfit {
    double free_m = 0;  // how far points are before what was seen then, on average
    double all_m = 0;   // and behind it, which matters less
  };
  const std::size_t stride = (points.size() + most_points - 1) / most_points;
  const auto misfit = [&](Vec2 velocity) {
    Misfit sum;
    int count = 0;
    for (const Look* look : looks) {
      const Vec2 moved = seconds(*stamp_ - look->stamp) * velocity + look->sensor;
      for (std::size_t i = 0; i < points.size(); i += stride) {
        const Vec2 way = points[i] - moved;
        const double distance_m = length(way);
        const int direction = direction_of(way);
        double before_m = most_off_m, behind_m = most_off_m;  // the least of the beams around it
        for (const int beside : {-1, 0, 1}) {
          const auto at = static_cast<std::size_t>((direction + beside + directions) % directions);
          if (look->reach_m[at] == 0) continue;
          const double off_m = look->reach_m[at] - distance_m;
          before_m = std::min(before_m, std::max(0.0, off_m - seen_m));
          behind_m = std::min(behind_m, std::max(0.0, -off_m - seen_m));
        }
        ++count;
        sum.free_m += before_m;
        sum.all_m += before_m + 0.5 * behind_m;
      }
    }
    return Misfit{sum.free_m / count, sum.all_m / count};
  };

  const double at_rest_m = misfit({}).free_m;
  if (at_rest_m < come_m) return {};
  // first roughly, then finely
  constexpr double rough_mps = 0.1, fine_mps = 0.025, per_mps = 0.004;
  constexpr int rough_steps = 6, fine_steps = 2;
  Vec2 best;
  double best_worth = at_rest_m + 1;
  const auto search = [&](Vec2 around, double step_mps, int steps) {
    for (int x = -steps; x <= steps; ++x)
      for (int y = -steps; y <= steps; ++y) {
        const Vec2 velocity =
            around + step_mps * Vec2{static_cast<double>(x), static_cast<double>(y)};
        const double cost = misfit(velocity).all_m + per_mps * length(velocity);
        if (cost >= best_worth) continue;
        best_worth = cost;
        best = velocity;
      }
  };
  search({}, rough_mps, rough_steps);
  search(best, fine_mps, fine_steps);
  return {best, misfit(best).free_m < at_rest_m / 2};
}

MovingThings::Look MovingThings::look_from(Vec2 sensor, std::span<const Beam> beams) const {
  Look look{*stamp_, sensor, std::vector<float>(directions, 0)};
  for (const Beam& beam : beams) {
    const Vec2 way = beam.end - sensor;
    const auto reach = static_cast<float>(length(way));
    float& known = look.reach_m[static_cast<std::size_t>(direction_of(way))];
    known = known == 0 ? reach : std::min(known, reach);
  }
  return look;
}

std::vector<SeenPoint> later(std::span<const SeenPoint> points, double time_s) {
  std::vector<SeenPoint> moved(points.begin(), points.end());
  for (SeenPoint& point : moved) point.at = point.at + time_s * point.velocity;
  return moved;
}

std::vector<Vec2> places_soon(std::span<const SeenPoint> points, double ahead_s) {
  constexpr double spacing_m = 0.05;
  std::vector<Vec2> places;
  const auto add = [&](Vec2 from, Vec2 way) {
    const int steps = static_cast<int>(std::ceil(length(way) / spacing_m));
    for (int i = 1; i <= steps; ++i)
      places.push_back(from + (static_cast<double>(i) / steps) * way);
  };
  for (const SeenPoint& point : points) {
    add(point.at, ahead_s * point.velocity);
    for (const double back : {1.0, -1.0}) add(point.at, back * ahead_s / 2 * point.habit);
  }
  return places;
}

}  // namespace tandem
