// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/keep_goal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "messages/time.h"

namespace tandem {

namespace {

constexpr const char* processor = "ball";
constexpr double narrow_rad = 0.1;  // to both sides of straight ahead

// The median of what a scan measures in a direction; nothing where it measures nothing.
std::optional<double> distance_towards(const sensor_msgs::msg::LaserScan& scan, double angle) {
  std::vector<double> ranges;
  for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
    const double beam = scan.angle_min + static_cast<double>(i) * scan.angle_increment;
    const double off = std::remainder(beam - angle, 2 * std::numbers::pi);
    const double range = scan.ranges[i];
    if (std::abs(off) < narrow_rad && std::isfinite(range) && range >= scan.range_min)
      ranges.push_back(range * std::cos(off));
  }
  if (ranges.empty()) return std::nullopt;
  const auto middle = ranges.begin() + static_cast<std::ptrdiff_t>(ranges.size() / 2);
  std::ranges::nth_element(ranges, middle);
  return *middle;
}

}  // namespace

KeepGoal::KeepGoal(Node& node, Whereabouts& whereabouts, Sights& front, Sights& rear,
                   const GoalkeepingConfig& config)
    : node_(node),
      whereabouts_(whereabouts),
      front_(front),
      rear_(rear),
      config_(config),
      wheels_(node),
      scans_(node.subscribe<sensor_msgs::msg::LaserScan>(
          "scan", qos::sensor,
          [this](const sensor_msgs::msg::LaserScan& scan) { measure(scan); })) {}

std::vector<std::string> KeepGoal::outcomes() {
  return {"camera_lost",   "perception_lost", "lidar_lost",
          "odometry_lost", "tracking_lost",   "robot_stuck"};
}

void KeepGoal::start(const Goal&, SimTime now) {
  is_working_ = true;
  begin_ = now;
  odom_from_line_.reset();
  sides_.reset();
  track_.forget();
  lidar_.begin(now);
  motion_.begin(now);
  for (Sights* sights : {&front_, &rear_})
    sights->look_for(processor, {}, now,
                     [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void KeepGoal::stop() {
  is_working_ = false;
  front_.look_away();
  rear_.look_away();
  wheels_.stop();
}

std::optional<Pose2> KeepGoal::line_from_base(SimTime when) const {
  const auto odom_from_base = whereabouts_.odometry().at(when);
  if (!odom_from_base || !odom_from_line_) return std::nullopt;
  return inverse(*odom_from_line_) * *odom_from_base;
}

void KeepGoal::look(const tandem_msgs::msg::Sight& sight) {
  const SimTime taken = to_time(sight.header.stamp);
  const auto line_from_base = this->line_from_base(taken);
  if (!line_from_base) return;
  for (const tandem_msgs::msg::Sighting& thing : sight.sightings) {
    if (!thing.has_position) continue;
    const Vec2 on_line = *line_from_base * Vec2{thing.position.x, thing.position.y};
    track_.see(taken, {on_line.x, -on_line.y});  // the court is at the right
    return;                                      // the largest comes first
  }
}

void KeepGoal::measure(const sensor_msgs::msg::LaserScan& scan) {
  if (!is_working_) return;
  lidar_.heard(node_.now());
  const auto line_from_base = this->line_from_base(to_time(scan.header.stamp));
  const auto ahead = distance_towards(scan, 0);
  const auto behind = distance_towards(scan, std::numbers::pi);
  if (!line_from_base || !ahead || !behind) return;
  const double x = line_from_base->translation.x;
  sides_ = {x - *behind, x + *ahead};
}

std::optional<Skill::Result> KeepGoal::step(SimTime now) {
  const auto ended = [](const Ending& ending) {
    return Result{.outcome = ending.outcome, .message = ending.message};
  };
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return ended(*trouble);
  for (const Sights* sights : {&front_, &rear_})
    if (const auto trouble = sights->trouble(now)) return ended(*trouble);
  if (lidar_.is_silent(now))
    return ended({"lidar_lost", fmt::format("no scan for {:g} s", seconds(lidar_.limit()))});
  if (!odom_from_line_) odom_from_line_ = whereabouts_.odometry().latest();
  const auto off = line_from_base(now);
  if (!off || !sides_) return std::nullopt;

  wanted_x_ = wanted_place(track_, now, *sides_, config_);
  const double speed_mps = wanted_speed(wanted_x_ - off->translation.x, config_);
  wheels_.drive(along_line(*off, speed_mps));
  if (speed_mps == 0) motion_.begin(now);
  if (motion_.is_stuck(now, *off)) return ended({"robot_stuck", motion_.message()});
  return std::nullopt;
}

Skill::Feedback KeepGoal::feedback() const {
  return {.message =
              fmt::format("{} at {:.2f} m",
                          track_.flight() ? "waits for the ball" : "looks for the ball", wanted_x_),
          .progress = -1};
}

}  // namespace tandem
