// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/line_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>
#include <utility>

#include "autonomy/behavior/planar.h"
#include "base/random.h"

namespace tandem {

namespace {

constexpr double curve_radius_m = 0.4;
constexpr double turn = 2 * std::numbers::pi;

using Overrides = std::vector<std::pair<std::string, std::string>>;

Overrides with_start(Overrides overrides, const TrialOptions& trial, const Pose2& start) {
  const auto set = [&](const std::string& key, double value) {
    overrides.emplace_back(key, fmt::format("{}", value));
  };
  overrides.emplace_back("seed", fmt::format("{}", trial.seed));
  overrides.emplace_back("paint.strokes", "[]");
  set("robots.emaros.pose.x", start.translation.x);
  set("robots.emaros.pose.y", start.translation.y);
  set("robots.emaros.pose.yaw_deg", start.yaw * 360 / turn);
  return overrides;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Somewhere on the floor, with room to turn.
Pose2 any_start(Random& random) {
  return {{random.uniform(-1.5, 1.3), random.uniform(-1.1, 1.0)}, random.uniform(0, turn)};
}

Color any_color(Random& random) {
  const Color colors[] = {
      {0.8F, 0.1F, 0.1F, 1}, {0.1F, 0.3F, 0.8F, 1}, {0.1F, 0.5F, 0.2F, 1}, {0.5F, 0.1F, 0.6F, 1}};
  return colors[random.below(4)];
}

// Corners to both sides, as large as the floor; mirrored and turned a little by the seed.
std::vector<Vec2> any_course(Random& random) {
  std::vector<Vec2> corners{{-1.5, -1}, {1.5, -1}, {1.5, 0}, {0.2, 0}, {0.2, 1}, {-1.5, 1}};
  const double x = random.below(2) == 0 ? 1 : -1, y = random.below(2) == 0 ? 1 : -1;
  const Pose2 moved{{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1)},
                    random.uniform(-0.06, 0.06)};
  for (Vec2& corner : corners) corner = moved * Vec2{x * corner.x, y * corner.y};
  return rounded(corners, curve_radius_m);
}

// A bent line of a metre and a half around a place.
std::vector<Vec2> any_line(Random& random, Vec2 middle) {
  const Pose2 placed{middle, random.uniform(0, turn)};
  const double bend = random.uniform(0.15, 0.35);
  std::vector<Vec2> points;
  for (double x = -0.7; x <= 0.7; x += 0.02)
    points.push_back(placed * Vec2{x, bend * (x * x - 0.25)});
  return points;
}

}  // namespace

LineWorld::LineWorld(const TrialOptions& trial, const Pose2& start, Overrides overrides)
    : LockstepWorld("paint",
                    {.scenario = {.overrides = with_start(std::move(overrides), trial, start)},
                     .is_twin = trial.is_twin}),
      navigator(std::make_unique<NavigatorNode>(
          node_options(trial.is_twin ? std::vector<std::string>{"-p", "parameter_set:=physical"}
                                     : std::vector<std::string>{}))),
      perception(std::make_unique<PerceptionNode>(node_options(eye_arguments(trial.is_twin)))),
      follower(std::make_unique<LineFollower>(node_options())),
      is_twin_(trial.is_twin),
      person_("person", node_options()),
      missions_(person_.subscribe<tandem_msgs::msg::Mission>(
          "mission", qos::latched,
          [this](const tandem_msgs::msg::Mission& message) { mission_ = message; })),
      truths_(person_.subscribe<nav_msgs::msg::Odometry>(
          "plant/ground_truth", qos::reliable, [this](const nav_msgs::msg::Odometry& message) {
            stand_in_ = to_pose2(message.pose.pose);
          })) {
  person_.start();
  if (trial.tells) teller_.emplace(*this);
}

void LineWorld::draw(const std::vector<Vec2>& points, double width_m, const Color& color) {
  inbox().paint.put(paint_stroke(points, width_m, color));
}

void LineWorld::erase_all() { inbox().paint.put(paint_erase(PaintEverywhere{})); }

Pose2 LineWorld::truth() const { return is_twin_ ? stand_in_.value_or(place()) : place(); }

bool LineWorld::is_in(const std::string& state) const {
  return mission_.status == tandem_msgs::msg::Mission::RUNNING && mission_.active == state;
}

LineFoot foot_on(const std::vector<Vec2>& line, Vec2 place) {
  LineFoot best{.distance_m = 1e9};
  double along_m = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Vec2 along = line[i + 1] - line[i];
    const double length = distance(line[i + 1], line[i]);
    const double share = std::clamp(dot(along, place - line[i]) / dot(along, along), 0.0, 1.0);
    const double away = distance(line[i] + share * along, place);
    if (away < best.distance_m) best = {along_m + share * length, away};
    along_m += length;
  }
  return best;
}

double length_of(const std::vector<Vec2>& line) {
  double length = 0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) length += distance(line[i], line[i + 1]);
  return length;
}

std::vector<Vec2> rounded(const std::vector<Vec2>& corners, double radius_m) {
  std::vector<Vec2> points;
  const std::size_t count = corners.size();
  const auto unit = [](Vec2 v) { return (1 / std::hypot(v.x, v.y)) * v; };
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 corner = corners[i];
    const Vec2 in = unit(corner - corners[(i + count - 1) % count]);
    const Vec2 out = unit(corners[(i + 1) % count] - corner);
    const double bend = std::atan2(in.x * out.y - in.y * out.x, dot(in, out));
    const double before = radius_m * std::tan(std::abs(bend) / 2);
    const double side = bend > 0 ? 1 : -1;
    const Vec2 begin = corner - before * in;
    const Vec2 center = begin + side * radius_m * Vec2{-in.y, in.x};
    const int steps = std::max(2, static_cast<int>(radius_m * std::abs(bend) / 0.01));
    for (int k = 0; k <= steps; ++k) {
      const Pose2 turned{center, bend * k / steps};
      points.push_back(turned * (begin - center));
    }
  }
  points.push_back(points.front());
  return points;
}

LineCourseResult run_line_course_trial(const TrialOptions& trial) {
  constexpr double bin_m = 0.05, beside_m = 0.1;
  constexpr Duration limit = 300s;
  Random random(trial.seed, "line course");
  const Pose2 start = any_start(random);
  const std::vector<Vec2> course = any_course(random);
  const double began = cpu_seconds();
  LineWorld world(trial, start);
  world.draw(course, random.uniform(0.03, 0.05), any_color(random));

  LineCourseResult result{.course_m = length_of(course)};
  std::vector<bool> driven(static_cast<std::size_t>(result.course_m / bin_m));
  double squares = 0;
  int samples = 0;
  bool was_following = false;
  while (world.now() < SimTime{} + limit && result.covered < 1) {
    world.step();
    const bool is_following = world.is_in("follow_line");
    if (is_following && !was_following && result.follows++ == 0)
      result.aligned_s = seconds(world.now());
    was_following = is_following;
    if (!is_following) continue;
    const LineFoot foot = foot_on(course, world.truth().translation);
    squares += foot.distance_m * foot.distance_m;
    ++samples;
    result.lateral_max_m = std::max(result.lateral_max_m, foot.distance_m);
    const auto bin = static_cast<std::size_t>(foot.along_m / bin_m);
    if (foot.distance_m < beside_m && bin < driven.size()) driven[bin] = true;
    result.covered =
        static_cast<double>(std::ranges::count(driven, true)) / static_cast<double>(driven.size());
  }
  result.is_completed = result.covered >= 1;
  result.lateral_rms_m = samples > 0 ? std::sqrt(squares / samples) : 0;
  result.simulated_s = seconds(world.now());
  result.cpu_s = cpu_seconds() - began;
  result.last_message = world.mission().message;
  return result;
}

LineRedrawnResult run_line_redrawn_trial(const TrialOptions& trial) {
  constexpr double on_m = 0.03, followed_m = 0.5;
  Random random(trial.seed, "line redrawn");
  const double side = random.below(2) == 0 ? 1 : -1;
  const std::vector<Vec2> first = any_line(random, {-0.9 * side, random.uniform(-0.3, 0.3)});
  const std::vector<Vec2> second = any_line(random, {0.95 * side, random.uniform(-0.3, 0.3)});
  const double began = cpu_seconds();
  LineWorld world(trial, any_start(random));
  LineRedrawnResult result;
  // followed for some way, one way or the other
  const auto follows = [&](const std::vector<Vec2>& line, Duration limit) {
    std::optional<double> from;
    return world.run_until(
        [&] {
          const LineFoot foot = foot_on(line, world.truth().translation);
          if (!world.is_in("follow_line") || foot.distance_m > on_m) {
            from.reset();
            return false;
          }
          if (!from) from = foot.along_m;
          return std::abs(foot.along_m - *from) >= followed_m;
        },
        limit);
  };
  world.draw(first, 0.035, any_color(random));
  result.is_found_first = follows(first, 240s);
  const SimTime erased = world.now();
  world.erase_all();
  world.draw(second, 0.035, any_color(random));
  result.is_found_again = result.is_found_first && follows(second, 240s);
  result.search_s = seconds(world.now() - erased);
  result.simulated_s = seconds(world.now());
  result.cpu_s = cpu_seconds() - began;
  result.last_message = world.mission().message;
  return result;
}

}  // namespace tandem
