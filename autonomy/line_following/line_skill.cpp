// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_skill.h"

#include "autonomy/behavior/planar.h"
#include "messages/time.h"

namespace tandem {

std::vector<Vec2> line_of(const tandem_msgs::msg::Sight& sight, double min_length_m) {
  if (!sight.found) return {};
  std::vector<Vec2> curve;
  double length = 0;
  for (const geometry_msgs::msg::Point& point : sight.curve) {
    const Vec2 place{point.x, point.y};
    if (!curve.empty()) length += distance(curve.back(), place);
    curve.push_back(place);
  }
  if (length < min_length_m) curve.clear();
  return curve;
}

LineSkill::LineSkill(Node& node, Whereabouts& whereabouts, Sights& sights, const WayAhead& way,
                     const LineFollowerConfig& config)
    : config_(config),
      whereabouts_(whereabouts),
      node_(node),
      sights_(sights),
      wheels_(node),
      way_(way),
      motion_(config.stuck_after) {}

void LineSkill::start(const Goal& goal, SimTime now) {
  begin_ = now;
  motion_.begin(now);
  begin(goal, now);
  sights_.look_for("line", {}, now, [this](const tandem_msgs::msg::Sight& sight) {
    // a picture is of a moment ago, and was taken where the robot was then
    if (const auto then = whereabouts_.odometry().at(to_time(sight.header.stamp)))
      look({*then, line_of(sight, config_.min_length_m)}, node_.now());
  });
}

void LineSkill::stop() {
  sights_.look_away();
  wheels_.stop();
}

std::optional<Skill::Result> LineSkill::step(SimTime now) {
  const auto failed = [](const Ending& ending) {
    return Result{.outcome = ending.outcome, .message = ending.message};
  };
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return failed(*trouble);
  if (const auto trouble = sights_.trouble(now)) return failed(*trouble);
  const auto odom_from_base = whereabouts_.odometry().latest();
  if (!odom_from_base) return std::nullopt;
  Move move = this->move(*odom_from_base, now);
  if (move.result) return move.result;
  is_waiting_ = move.twist.linear > 0 && way_.is_blocked(now, config_.stop_at_m);
  if (is_waiting_) {
    if (const auto ending = blocked()) return ending;
    move.twist = {};
  }
  wheels_.drive(move.twist);
  if (move.twist.linear == 0 && move.twist.angular == 0) motion_.begin(now);
  if (motion_.is_stuck(now, *odom_from_base)) return failed({"robot_stuck", motion_.message()});
  return std::nullopt;
}

}  // namespace tandem
