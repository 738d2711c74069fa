// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/bouncing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace tandem {

namespace {

constexpr double touch_m = 1e-7;             // nearer than this is a touch
constexpr double shortest_part = 1.0 / 512;  // of a step, that is looked at when leaving a touch
constexpr double closing_share = 1e-9;       // of the ball's speed; slower is not coming nearer
constexpr int most_parts = 2000;             // until a touch is found; never reached by far
constexpr int most_bounces = 16;             // in one step: more is a ball that is squeezed

double length(Vec2 v) { return std::hypot(v.x, v.y); }

// How far a point is from a box, less than nothing inside of it, and which way leads out.
struct Clearance {
  double distance_m = 0;
  Vec2 out;  // unit
};
Clearance clearance_of(Vec2 point, Vec2 half) {
  const Vec2 beyond{std::abs(point.x) - half.x, std::abs(point.y) - half.y};
  const Vec2 sign{std::copysign(1.0, point.x), std::copysign(1.0, point.y)};
  if (beyond.x <= 0 || beyond.y <= 0)
    return beyond.x > beyond.y ? Clearance{beyond.x, {sign.x, 0}}
                               : Clearance{beyond.y, {0, sign.y}};
  const double distance = length(beyond);
  return {distance, {sign.x * beyond.x / distance, sign.y * beyond.y / distance}};
}

// A box as it moves during a step of one unit of time.
class BoxMotion {
 public:
  explicit BoxMotion(const MovedBox& box)
      : box_(box),
        path_(box.court_from_end.translation - box.court_from_start.translation),
        turn_(std::remainder(box.court_from_end.yaw - box.court_from_start.yaw,
                             2 * std::numbers::pi)) {}

  Pose2 at(double part) const {
    return {box_.court_from_start.translation + part * path_,
            box_.court_from_start.yaw + part * turn_};
  }
  // Of a point that is fixed to it.
  Vec2 velocity(Vec2 point, double part) const {
    const Vec2 arm = point - at(part).translation;
    return path_ + turn_ * Vec2{-arm.y, arm.x};
  }
  // Faster than this nothing of it within `reach_m` of its middle moves.
  double speed_limit(double reach_m) const { return length(path_) + std::abs(turn_) * reach_m; }

  Clearance clearance(Vec2 point, double part) const {
    const Pose2 court_from_box = at(part);
    Clearance clearance = clearance_of(inverse(court_from_box) * point, box_.half_size);
    clearance.out = Pose2{{}, court_from_box.yaw} * clearance.out;
    return clearance;
  }

 private:
  const MovedBox& box_;
  Vec2 path_;
  double turn_;
};

struct Touch {
  double part = 0;
  Vec2 out;
  Vec2 box_velocity;  // per step
  double depth_m = 0;
};

// When the ball, which flies straight from `part` on, first meets a box. No step is longer than
// what it could need at least to get there.
std::optional<Touch> first_touch(const FlyingBall& ball, Vec2 path, double part, double end,
                                 const BoxMotion& box) {
  Vec2 at = ball.at;
  for (int i = 0; i < most_parts && part <= end; ++i) {
    const Clearance clearance = box.clearance(at, part);
    const double gap = clearance.distance_m - ball.radius_m;
    if (gap <= touch_m) {
      const Vec2 surface = box.velocity(at - clearance.distance_m * clearance.out, part);
      if (dot(path - surface, clearance.out) < -closing_share * length(path))
        return Touch{part, clearance.out, surface, std::max(0.0, -gap)};
    }
    const double reach = length(at - box.at(part).translation) + length(path);
    const double closing = length(path) + box.speed_limit(reach);
    const double next = part + (gap > touch_m ? gap / std::max(closing, 1e-12) : shortest_part);
    if (next > end) return {};
    at = at + (next - part) * path;
    part = next;
  }
  return {};
}

// Mirrored, at the same speed; and no slower across the side than what hit it, if it can be.
Vec2 mirrored(Vec2 path, Vec2 out, Vec2 surface) {
  const double speed = length(path);
  const Vec2 along{-out.y, out.x};
  const double across =
      std::clamp(std::max(std::abs(dot(path, out)), dot(surface, out)), 0.0, speed);
  const double rest = std::copysign(std::sqrt(speed * speed - across * across), dot(path, along));
  const Vec2 made = across * out + rest * along;
  return (speed / length(made)) * made;  // to the last bit
}

struct Wall {
  double part = std::numeric_limits<double>::infinity();
  Vec2 out{};
  std::optional<CourtSide> goal{};
};

Wall first_wall(const FlyingBall& ball, Vec2 path, double part, const Court& court) {
  Wall first;
  const auto meet = [&](double at, double speed, double wall, Vec2 out,
                        std::optional<CourtSide> goal) {
    if (dot(path, out) >= 0) return;
    const double then = part + std::max(0.0, (wall - at) / speed);
    if (then < first.part) first = {then, out, goal};
  };
  const double x = court.size_x_m / 2, y = court.size_y_m / 2, r = ball.radius_m;
  meet(ball.at.y, path.y, y - r, {0, -1}, {});
  meet(ball.at.y, path.y, r - y, {0, 1}, {});
  if (court.has_right_goal)
    meet(ball.at.x, path.x, x, {-1, 0}, CourtSide::right);
  else
    meet(ball.at.x, path.x, x - r, {-1, 0}, {});
  if (court.has_left_goal)
    meet(ball.at.x, path.x, -x, {1, 0}, CourtSide::left);
  else
    meet(ball.at.x, path.x, r - x, {1, 0}, {});
  return first;
}

// Boxes may push the ball, but not out of the court; across a goal's line it has to fly.
Vec2 kept_in(Vec2 at, double radius_m, const Court& court) {
  const double x = court.size_x_m / 2, y = court.size_y_m / 2 - radius_m;
  return {std::clamp(at.x, court.has_left_goal ? -x : radius_m - x,
                     court.has_right_goal ? x : x - radius_m),
          std::clamp(at.y, -y, y)};
}

}  // namespace

Bounces fly(FlyingBall& ball, double dt_s, const Court& court, const std::vector<MovedBox>& boxes) {
  Bounces bounces;
  Vec2 path = dt_s * ball.velocity;
  double part = 0;
  std::vector<BoxMotion> motions(boxes.begin(), boxes.end());
  for (int i = 0; i < most_bounces; ++i) {
    const Wall wall = first_wall(ball, path, part, court);
    std::optional<Touch> touch;
    std::size_t touched = 0;
    for (std::size_t box = 0; box < motions.size(); ++box) {
      const double end = std::min({1.0, wall.part, touch ? touch->part : 1.0});
      const auto found = first_touch(ball, path, part, end, motions[box]);
      if (!found) continue;
      touch = found;
      touched = box;
    }
    if (!touch && wall.part > 1) break;

    const double then = touch ? touch->part : wall.part;
    ball.at = ball.at + (then - part) * path;
    part = then;
    if (touch) {
      bounces.hits.push_back({touched, ball.at - ball.radius_m * touch->out});
      path = mirrored(path, touch->out, touch->box_velocity);
      ball.at = ball.at + touch->depth_m * touch->out;
      if (dot(touch->box_velocity, touch->out) > length(path)) {
        // there is no fleeing from it: it takes the ball along
        const BoxMotion& box = motions[touched];
        ball.at = box.at(1) * (inverse(box.at(part)) * ball.at);
        part = 1;
      }
      ball.at = kept_in(ball.at, ball.radius_m, court);
      if (part == 1) break;
    } else if (wall.goal) {
      bounces.goals.push_back(*wall.goal);
      bounces.goal_at = ball.at;
      part = 1;
      break;
    } else {
      path = mirrored(path, wall.out, {});
    }
  }
  ball.at = ball.at + (1 - part) * path;

  // what a box faster than the ball, or one put on top of it, has overrun lies before it
  for (const BoxMotion& box : motions) {
    const Clearance clearance = box.clearance(ball.at, 1);
    const double depth = ball.radius_m - clearance.distance_m;
    if (depth > touch_m && bounces.goals.empty()) ball.at = ball.at + depth * clearance.out;
  }
  if (bounces.goals.empty()) ball.at = kept_in(ball.at, ball.radius_m, court);
  // at the speed that it had, however often it was turned
  const double speed = length(ball.velocity), made = length(path);
  if (made > 0) ball.velocity = (speed / made) * path;
  return bounces;
}

}  // namespace tandem
