// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/dynamic_window.h"

#include <algorithm>

namespace tandem {

namespace {

constexpr double slow_mps = 0.02;  // below, it turns on the spot

int sign_of(double value, double least) { return value > least ? 1 : value < -least ? -1 : 0; }

// How near what moves comes to a robot that stands, at each step.
struct Standing {
  int steps = 0;  // that are looked at
  double least_m = Foresight::far_m;
  bool is_safe = true;
  // if what rests set out
  int start_steps = 0;
  double start_m = Foresight::far_m;
};

Standing stand(const WindowView& view, const DynamicWindowConfig& config) {
  Standing standing;
  if (view.moving.has_resting())
    standing.start_steps = static_cast<int>(std::lround(config.start_horizon_s / config.step_s));
  for (int i = 1; i <= standing.start_steps; ++i)
    standing.start_m =
        std::min(standing.start_m,
                 view.moving.clearance_if_started_m(view.footprint, view.robot, i * config.step_s));
  if (view.moving.is_empty()) return standing;
  const double until = std::max(config.horizon_s, config.moving_horizon_s);
  standing.steps = static_cast<int>(std::lround(until / config.step_s));
  for (int i = 1; i <= standing.steps; ++i)
    standing.least_m = std::min(
        standing.least_m, view.moving.clearance_m(view.footprint, view.robot, i * config.step_s));
  standing.is_safe = standing.least_m >= config.moving_margin_m;
  return standing;
}

// How near what moves comes on the way and, as if the robot went straight on for what is left of
// its path, after it; nothing when that is too near, and nearer than to who stands, or what rests
// would be if it set out.
std::optional<double> clearance_on(const std::vector<Pose2>& poses, double speed_mps,
                                   const WindowView& view, const Standing& standing,
                                   const DynamicWindowConfig& config) {
  constexpr double farther_m = 0.01;
  const double left_m =
      std::max(0.0, view.path.remaining_m() - std::abs(speed_mps) * config.horizon_s);
  const double least_allowed = std::min(config.moving_margin_m, standing.least_m + farther_m);
  // standing is never worse than standing
  constexpr double as_near_m = 0.005;
  const double start_allowed = std::min(config.moving_margin_m, standing.start_m - as_near_m);
  double least = Foresight::far_m;
  for (int i = 1; i <= std::max(standing.steps, standing.start_steps); ++i) {
    const int beyond = i - static_cast<int>(poses.size());
    Pose2 at = beyond > 0 ? poses.back() : poses[static_cast<std::size_t>(i - 1)];
    if (beyond > 0)
      at.translation =
          at * Vec2{std::clamp(speed_mps * config.step_s * beyond, -left_m, left_m), 0};
    const double time_s = i * config.step_s;
    if (i <= standing.start_steps &&
        view.moving.clearance_if_started_m(view.footprint, at, time_s) < start_allowed)
      return {};
    if (i > standing.steps) continue;
    least = std::min(least, view.moving.clearance_m(view.footprint, at, time_s));
    if (least < least_allowed) return {};
  }
  return least;
}

// The poses of the arc; none when it touches something.
std::vector<Pose2> drive(const WindowView& view, const Twist2& wanted, const MotionLimits& limits,
                         const DynamicWindowConfig& config, std::uint8_t& highest) {
  // who stands too close already may go where it is no worse, which the collision monitor watches
  const bool is_leaving = cost::is_blocked(view.costmap.at(view.robot.translation));
  std::vector<Pose2> poses;
  Pose2 at = view.robot;
  Twist2 velocity = view.velocity;
  const int count = std::max(1, static_cast<int>(std::lround(config.horizon_s / config.step_s)));
  for (int i = 0; i < count; ++i) {
    velocity = approached(velocity, wanted, limits, config.step_s);
    at = driven(at, velocity, config.step_s);
    const std::uint8_t here = footprint_cost(view.costmap, view.footprint, at);
    if (here == cost::lethal) {
      if (!is_leaving || view.costmap.at(at.translation) == cost::lethal) return {};
      highest = cost::inscribed;
    } else if (here != cost::unknown) {
      highest = std::max(highest, here);
    }
    poses.push_back(at);
  }
  return poses;
}

double penalty_of(const WindowView& view, const Trajectory& trajectory, std::uint8_t highest,
                  double clearance_m, const MotionLimits& limits,
                  const DynamicWindowConfig& config) {
  const double begin = view.path.along_m();
  const double farthest = limits.max_speed_mps * config.horizon_s;
  const Pose2& end = trajectory.poses.back();
  const double window = begin + farthest + config.alignment_distance_m + 0.2;
  const Projection at_end = view.path.project(end.translation, begin, window);
  const Projection ahead =
      view.path.project(end * Vec2{config.alignment_distance_m, 0}, begin, window);
  const double reachable = std::min(farthest, view.path.length_m() - begin);
  const bool is_at_goal = at_end.along_m >= view.path.length_m() - config.alignment_distance_m;

  double penalty = config.path_weight * at_end.off_m +
                   config.progress_weight * std::max(0.0, begin + reachable - at_end.along_m) +
                   config.obstacle_weight * highest / (cost::inscribed - 1) +
                   config.moving_weight * std::max(0.0, 1 - clearance_m / config.moving_comfort_m);
  // beyond the goal there is no path to head along
  if (!is_at_goal) penalty += config.alignment_weight * ahead.off_m;
  if (trajectory.velocity.linear < slow_mps) penalty += config.forward_weight;
  return penalty;
}

}  // namespace

bool OscillationGuard::allows(const Twist2& velocity) const {
  const int drives = sign_of(velocity.linear, slow_mps);
  if (drives != 0) return drives_ == 0 || drives == drives_;
  const int turns = sign_of(velocity.angular, 0.01);
  return turns == 0 || turns_ == 0 || turns == turns_;
}

void OscillationGuard::follow(const Pose2& robot, const Twist2& chosen) {
  constexpr double far_m = 0.05, far_rad = 0.3;
  const Vec2 moved = robot.translation - since_.translation;
  if (std::hypot(moved.x, moved.y) > far_m || std::abs(wrapped(robot.yaw - since_.yaw)) > far_rad) {
    drives_ = turns_ = 0;
    since_ = robot;
  }
  if (const int drives = sign_of(chosen.linear, slow_mps); drives != 0)
    drives_ = drives;
  else if (const int turns = sign_of(chosen.angular, 0.01); turns != 0)
    turns_ = turns;
}

std::optional<Trajectory> best_trajectory(const WindowView& view, const MotionLimits& limits,
                                          const DynamicWindowConfig& config,
                                          const OscillationGuard& guard) {
  const double dv = limits.acceleration_mps2 * config.horizon_s;
  const double dw = limits.yaw_acceleration_radps2 * config.horizon_s;
  const double slowest = std::max(limits.min_speed_mps, view.velocity.linear - dv);
  const double fastest =
      std::max(slowest, std::min(limits.max_speed_mps, view.velocity.linear + dv));
  const double rightmost = std::max(-limits.max_yaw_rate_radps, view.velocity.angular - dw);
  const double leftmost =
      std::max(rightmost, std::min(limits.max_yaw_rate_radps, view.velocity.angular + dw));
  const auto sample = [](double low, double high, int i, int count) {
    return count < 2 ? high : low + (high - low) * i / (count - 1);
  };

  const Standing standing = stand(view, config);
  std::optional<Trajectory> best;
  for (int i = config.speed_samples; i-- > 0;)
    for (int j = 0; j < config.yaw_rate_samples; ++j) {
      Trajectory tried{{sample(slowest, fastest, i, config.speed_samples),
                        sample(rightmost, leftmost, j, config.yaw_rate_samples)}};
      const bool stands =
          std::abs(tried.velocity.linear) < slow_mps && std::abs(tried.velocity.angular) < 0.05;
      // waiting is for those who wait for something
      const bool has_to_wait = !view.moving.is_empty() || view.moving.has_resting();
      if (stands && (!has_to_wait || !standing.is_safe)) continue;
      if (!guard.allows(tried.velocity)) continue;
      std::uint8_t highest = cost::free;
      tried.poses = drive(view, tried.velocity, limits, config, highest);
      if (tried.poses.empty()) continue;
      const auto clearance =
          clearance_on(tried.poses, tried.velocity.linear, view, standing, config);
      if (!clearance) continue;
      tried.penalty = penalty_of(view, tried, highest, *clearance, limits, config);
      if (!best || tried.penalty < best->penalty) best = std::move(tried);
    }
  return best;
}

}  // namespace tandem
