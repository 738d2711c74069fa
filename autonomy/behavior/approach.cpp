// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/approach.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "autonomy/behavior/planar.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr double turn_gain = 2.0;         // rad/s for each radian beside the nose
constexpr double speed_gain = 1.0;        // m/s for each metre to go
constexpr double least_speed = 0.04;      // m/s; slower, friction holds some robots
constexpr double turn_only_beyond = 0.3;  // rad

}  // namespace

std::optional<Twist2> drive_towards(Vec2 target_in_base, const ApproachLimits& limits) {
  const double to_go = distance(target_in_base, {}) - limits.stop_at_m;
  if (to_go <= 0) return std::nullopt;
  const double bearing = std::atan2(target_in_base.y, target_in_base.x);
  Twist2 twist{.angular =
                   std::clamp(turn_gain * bearing, -limits.max_turn_radps, limits.max_turn_radps)};
  if (std::abs(bearing) < turn_only_beyond)
    twist.linear = std::clamp(speed_gain * to_go, least_speed, limits.max_speed_mps);
  return twist;
}

Approach::Approach(Node& node, Whereabouts& whereabouts, Sights& sights, ApproachConfig config)
    : node_(node),
      whereabouts_(whereabouts),
      sights_(sights),
      config_(std::move(config)),
      wheels_(node) {}

std::vector<std::string> Approach::outcomes() {
  return {"reached", "lost", "camera_lost", "perception_lost", "odometry_lost", "tracking_lost"};
}

void Approach::start(const Goal& goal, SimTime now) {
  target_ = goal.target;
  begin_ = seen_ = now;
  thing_in_odom_.reset();
  std::vector<std::string> labels;
  if (!target_.empty()) labels.push_back(target_);
  sights_.look_for(config_.processor, labels, now,
                   [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void Approach::stop() {
  sights_.look_away();
  wheels_.stop();
}

void Approach::look(const tandem_msgs::msg::Sight& sight) {
  const auto odom_from_base = whereabouts_.odometry().at(to_time(sight.header.stamp));
  if (!odom_from_base) return;
  if (thing_in_odom_ && distance(inverse(*odom_from_base) * *thing_in_odom_, {}) < config_.unseen_m)
    return;
  for (const tandem_msgs::msg::Sighting& thing : sight.sightings) {
    if (!thing.has_position || (!target_.empty() && thing.label != target_)) continue;
    thing_in_odom_ = *odom_from_base * Vec2{thing.position.x, thing.position.y};
    seen_ = node_.now();
    return;  // the largest comes first
  }
}

std::optional<Skill::Result> Approach::step(SimTime now) {
  const auto failed = [](const Ending& ending) {
    return Result{.outcome = ending.outcome, .message = ending.message};
  };
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return failed(*trouble);
  if (const auto trouble = sights_.trouble(now)) return failed(*trouble);
  const auto odom_from_base = whereabouts_.odometry().latest();
  if (!thing_in_odom_ || !odom_from_base) {
    if (now - seen_ <= config_.lost_after) return std::nullopt;
    return failed({"lost", fmt::format("there is no {} to be seen", target_)});
  }
  const Vec2 in_base = inverse(*odom_from_base) * *thing_in_odom_;
  distance_m_ = distance(in_base, {});
  if (now - seen_ > config_.lost_after && distance_m_ > config_.blind_m)
    return failed({"lost", fmt::format("{} is out of sight, {:.2f} m away", target_, distance_m_)});
  if (const auto twist = drive_towards(in_base, config_.limits)) {
    wheels_.drive(*twist);
    return std::nullopt;
  }
  Result result{.outcome = "reached", .message = fmt::format("{:.2f} m before it", distance_m_)};
  if (const auto base = whereabouts_.global_from_base())
    result.poses.push_back(
        to_pose_stamped({*base * in_base, base->yaw}, whereabouts_.global_frame()));
  return result;
}

Skill::Feedback Approach::feedback() const {
  return {.message = fmt::format("{:.1f} m to go", distance_m_ - config_.limits.stop_at_m),
          .progress = -1};
}

}  // namespace tandem
