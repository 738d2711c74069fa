// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/adjust_to_edge.h"

#include <fmt/format.h>

#include "autonomy/behavior/planar.h"
#include "autonomy/farming/edge_ahead.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr double trusted_m = 0.8;
constexpr double widest_rad = 0.9;  // an edge that crosses the way is another one, as at a corner
constexpr double near_m = 0.15;     // the edge that the robot stands on passes so near to it
constexpr int sights_needed = 3;

}  // namespace

AdjustToEdge::AdjustToEdge(Node& node, Whereabouts& whereabouts, Sights& sights,
                           const WayGuard& guard, const AdjustToEdgeConfig& config)
    : node_(node),
      whereabouts_(whereabouts),
      sights_(sights),
      config_(config),
      driver_(node, whereabouts, guard) {}

std::vector<std::string> AdjustToEdge::outcomes() {
  return {"adjusted", "lost", "camera_lost", "perception_lost", "odometry_lost", "tracking_lost"};
}

void AdjustToEdge::start(const Goal& goal, SimTime now) {
  goal_ = goal;
  begin_ = now;
  standing_since_.reset();
  is_turning_ = false;
  upright_ = 0;
  error_rad_ = 0;
  if (!goal.poses.empty()) turn_to(to_pose2(goal.poses.front().pose).yaw, now);
  sights_.look_for("edge_adjustment", {}, now,
                   [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void AdjustToEdge::stop() {
  sights_.look_away();
  driver_.stop();
}

void AdjustToEdge::turn_to(double yaw, SimTime now) {
  is_turning_ = true;
  driver_.begin({{Leg::Kind::turn, {{}, yaw}}}, outline_without_tool(config_.robot_radius_m), {},
                now);
}

void AdjustToEdge::look(const tandem_msgs::msg::Sight& sight) {
  if (is_turning_) return;  // pictures of a robot that turns show where it was
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  const auto line = fit_floor_line(curve_within(sight, trusted_m), {1, 0});
  if (!base || !line || std::abs(line->yaw()) > widest_rad || std::abs(line->left_of({})) > near_m)
    return;
  error_rad_ = line->yaw();
  if (std::abs(error_rad_) < config_.tolerance_rad) {
    ++upright_;
    return;
  }
  upright_ = 0;
  turn_to(base->yaw + error_rad_, node_.now());
}

std::optional<Skill::Result> AdjustToEdge::step(SimTime now) {
  const auto as_result = [](const Ending& ending) {
    return Result{.outcome = ending.outcome, .message = ending.message};
  };
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return as_result(*trouble);
  if (const auto trouble = sights_.trouble(now)) return as_result(*trouble);
  if (is_turning_) {
    const auto ending = driver_.step(now);
    if (!ending) return std::nullopt;
    if (ending->outcome == "tracking_lost") return as_result(*ending);
    is_turning_ = false;
    standing_since_ = now;
  }
  if (!standing_since_) standing_since_ = now;
  if (upright_ >= sights_needed)
    return Result{.outcome = "adjusted",
                  .message = fmt::format("the edge leads ahead, off by {:.1f} degrees",
                                         error_rad_ * 180 / M_PI)};
  if (now - *standing_since_ < config_.patience) return std::nullopt;
  // right before a corner only the edge behind it is long enough to be seen
  if (!goal_.poses.empty())
    return Result{.outcome = "adjusted", .message = "by odometry: no edge leads ahead"};
  return Result{.outcome = "lost", .message = "no edge leads ahead"};
}

Skill::Feedback AdjustToEdge::feedback() const {
  return {
      .message = fmt::format("the edge leads {:.0f} degrees to the {}",
                             std::abs(error_rad_) * 180 / M_PI, error_rad_ > 0 ? "left" : "right"),
      .progress = -1};
}

}  // namespace tandem
