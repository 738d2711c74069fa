// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/find_line.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "autonomy/behavior/planar.h"
#include "autonomy/line_following/line_skill.h"
#include "messages/time.h"

namespace tandem {

namespace {

// longer than a navigator that does not get on stands before it turns or backs up
constexpr Duration navigator_patience = 40s;
constexpr int sights_needed = 2;
constexpr double no_line_m = 0.3;  // around a place where there is none

SpiralSearchConfig spiral_config(
    const LineFollowerConfig& config,
    std::function<std::optional<Vec2>(const tandem_msgs::msg::Sight&)> find) {
  return {.processor = "line",
          .find = std::move(find),
          .spacing_m = config.search.spacing_m,
          .stride_m = config.search.spacing_m,
          .radius_m = config.search.radius_m,
          .clearance_m = config.search.clearance_m,
          .sights_needed = sights_needed};
}

}  // namespace

FindLine::FindLine(Node& node, Whereabouts& whereabouts, Sights& sights,
                   const LineFollowerConfig& config)
    : config_(config),
      whereabouts_(whereabouts),
      sights_(sights),
      wheels_(node),
      spiral_(node, whereabouts, sights,
              spiral_config(config, [this](const auto& sight) { return find(sight); })),
      turning_(config.stuck_after),
      driving_(navigator_patience) {}

std::vector<std::string> FindLine::outcomes() {
  std::vector<std::string> outcomes = SpiralSearch::outcomes();
  outcomes.emplace_back("robot_stuck");
  return outcomes;
}

void FindLine::start(const Goal& goal, SimTime now) {
  no_lines_.clear();
  for (const auto& pose : goal.poses) no_lines_.push_back(to_pose2(pose.pose).translation);
  begin_ = now;
  is_turning_ = true;
  turned_rad_ = 0;
  last_yaw_.reset();
  seen_ = 0;
  has_looked_ = false;
  found_.reset();
  turning_.begin(now);
  sights_.look_for("line", {}, now, [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void FindLine::stop() {
  if (!is_turning_) return spiral_.stop();
  sights_.look_away();
  wheels_.stop();
}

std::optional<Vec2> FindLine::find(const tandem_msgs::msg::Sight& sight) const {
  const std::vector<Vec2> line = line_of(sight, config_.min_length_m);
  if (line.empty()) return std::nullopt;
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!base) return std::nullopt;
  for (const Vec2 place : no_lines_)
    if (distance(*base * line.front(), place) < no_line_m) return std::nullopt;
  return line.front();
}

void FindLine::look(const tandem_msgs::msg::Sight& sight) {
  has_looked_ = true;
  const auto line = find(sight);
  seen_ = line ? seen_ + 1 : 0;
  if (seen_ < sights_needed) return;
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!base) return;
  const Vec2 place = *base * *line, way = place - base->translation;
  found_ = Pose2{place, std::atan2(way.y, way.x)};
}

std::optional<Skill::Result> FindLine::step(SimTime now) {
  if (const auto lost = trouble(now)) return lost;
  return is_turning_ ? look_around(now) : spiral_.step(now);
}

std::optional<Skill::Result> FindLine::trouble(SimTime now) {
  const auto failed = [](const Ending& ending) {
    return Result{.outcome = ending.outcome, .message = ending.message};
  };
  if (const auto lost = whereabouts_.trouble(now, begin_)) return failed(*lost);
  const auto odom_from_base = whereabouts_.odometry().latest();
  MotionWatch& watch = is_turning_ ? turning_ : driving_;
  if (odom_from_base && watch.is_stuck(now, *odom_from_base))
    return failed({"robot_stuck", watch.message()});
  return std::nullopt;
}

std::optional<Skill::Result> FindLine::look_around(SimTime now) {
  if (const auto lost = sights_.trouble(now))
    return Result{.outcome = lost->outcome, .message = lost->message};
  if (found_)
    return Result{.outcome = "found",
                  .message = fmt::format("seen at ({:.2f}, {:.2f})", found_->translation.x,
                                         found_->translation.y),
                  .poses = {to_pose_stamped(*found_, whereabouts_.global_frame())}};
  const auto odom_from_base = whereabouts_.odometry().latest();
  if (!odom_from_base || !has_looked_) {  // who cannot see need not turn
    turning_.begin(now);
    return std::nullopt;
  }
  if (last_yaw_) turned_rad_ += wrap_angle(odom_from_base->yaw - *last_yaw_);
  last_yaw_ = odom_from_base->yaw;
  if (turned_rad_ < 2 * std::numbers::pi) {
    wheels_.drive({0, config_.search.turn_radps});
    return std::nullopt;
  }
  wheels_.stop();
  is_turning_ = false;
  driving_.begin(now);
  spiral_.start({}, now);
  return std::nullopt;
}

Skill::Feedback FindLine::feedback() const {
  if (is_turning_)
    return {.message = "looking around", .progress = turned_rad_ / (2 * std::numbers::pi)};
  return spiral_.feedback();
}

}  // namespace tandem
