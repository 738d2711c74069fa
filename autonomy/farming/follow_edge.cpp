// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/follow_edge.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "autonomy/behavior/planar.h"
#include "autonomy/farming/edge_ahead.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr double steering_range_m = 0.8;  // what is farther away is not steered by
constexpr double end_range_m = 0.8;       // an end that is seen so near is one, not the horizon
constexpr Duration unseen_limit = 700ms;  // the edge is gone
constexpr Duration patience = 5s;         // for who stands in the way
constexpr Duration corner_period = 500ms;
constexpr int most_turns = 12;  // more than a field has corners, and some again
// where an edge may lead that is not straight ahead after a corner
constexpr std::array sweeps_rad{0.0, 0.35, -0.35, 0.7, -0.7};
constexpr Duration sweep_time = 1200ms;

Skill::Result as_result(const Ending& ending) {
  return {.outcome = ending.outcome, .message = ending.message};
}

}  // namespace

FollowEdge::FollowEdge(Node& node, Whereabouts& whereabouts, Sights& sights, const WayGuard& guard,
                       const FollowEdgeConfig& config)
    : node_(node),
      whereabouts_(whereabouts),
      sights_(sights),
      guard_(guard),
      config_(config),
      wheels_(node),
      driver_(node, whereabouts, guard),
      pid_(config.pid) {}

std::vector<std::string> FollowEdge::outcomes() {
  return {"mapped",          "lost",          "blocked",      "camera_lost",
          "perception_lost", "odometry_lost", "tracking_lost"};
}

void FollowEdge::start(const Goal&, SimTime now) {
  phase_ = Phase::seeking;
  outline_ = FieldOutline(config_.outline);
  pid_ = Pid(config_.pid);
  begin_ = stepped_ = seen_ = clear_ = counted_ = now;
  edge_.reset();
  end_.reset();
  turns_ = 0;
  corners_ = 0;
  sweep_ = 0;
  sights_.look_for("edge_following", {}, now,
                   [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void FollowEdge::stop() {
  sights_.look_away();
  driver_.stop();
}

void FollowEdge::look(const tandem_msgs::msg::Sight& sight) {
  if (phase_ == Phase::running_out || phase_ == Phase::turning) return;
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  const auto line = fit_floor_line(curve_within(sight, steering_range_m), {1, 0});
  if (!base || !line) return;
  constexpr double widest_rad = 0.8, farthest_m = 0.2;  // other edges are not the one it is on
  if (std::abs(line->yaw()) > widest_rad || std::abs(line->left_of({})) > farthest_m) return;
  if (phase_ == Phase::seeking) {
    phase_ = Phase::following;
    pid_.reset();
    outline_.begin_edge(Pose2{{}, base->yaw} * line->direction);
  }
  seen_ = node_.now();
  edge_ = FloorLine{*base * line->point, Pose2{{}, base->yaw} * line->direction};
  Vec2 farthest;
  for (const auto& point : sight.curve) farthest = {point.x, point.y};
  const double range = distance(farthest, {});
  end_.reset();
  if (range < end_range_m) end_ = *base * farthest;
  for (const Vec2 place : curve_within(sight, config_.trusted_m)) outline_.add(*base * place);
}

std::optional<Skill::Result> FollowEdge::step(SimTime now) {
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return as_result(*trouble);
  if (const auto trouble = sights_.trouble(now)) return as_result(*trouble);
  switch (phase_) {
    case Phase::following:
      return follow(now);
    case Phase::running_out:
    case Phase::turning:
      return drive(now);
    case Phase::seeking:
      return seek(now);
  }
  return std::nullopt;
}

std::optional<Skill::Result> FollowEdge::follow(SimTime now) {
  const Duration since_last = now - stepped_;
  stepped_ = now;
  if (auto mapped = map_if_known(now)) return mapped;
  const auto robot = whereabouts_.global_from_base();
  if (!robot) return std::nullopt;

  const double to_end = end_ ? edge_->along(*end_) - edge_->along(robot->translation) : 1e9;
  if (to_end < blind_m || now - seen_ > unseen_limit) {
    if (end_) {
      run_out(now);
      return std::nullopt;
    }
    wheels_.stop();
    return Result{.outcome = "lost", .message = "the edge is out of sight"};
  }

  const double off = wrap_angle(robot->yaw - edge_->yaw());
  const double left = edge_->left_of(robot->translation) + config_.look_ahead_m * std::sin(off);
  const double slow = std::max(0.3, std::cos(2 * off));  // while it does not head along the edge
  const Twist2 twist{.linear = slow * config_.speed_mps, .angular = pid_.update(-left, since_last)};
  if (guard_.is_clear(outline_without_tool(config_.robot_radius_m), twist)) {
    clear_ = now;
    wheels_.drive(twist);
    return std::nullopt;
  }
  wheels_.stop();
  if (now - clear_ < patience) return std::nullopt;
  return Result{.outcome = "blocked", .message = "something stands on the edge"};
}

// To the end of the edge, where the camera is blind, and round the corner.
void FollowEdge::run_out(SimTime now) {
  phase_ = Phase::running_out;
  const FloorLine edge = outline_.edge().value_or(*edge_);
  const Vec2 end = edge.point + edge.along(*end_) * edge.direction;
  constexpr double corner = M_PI / 2;
  driver_.begin(
      {{Leg::Kind::forwards, {end, edge.yaw()}}, {Leg::Kind::turn, {end, edge.yaw() + corner}}},
      outline_without_tool(config_.robot_radius_m), {.speed_mps = config_.speed_mps}, now);
}

std::optional<Skill::Result> FollowEdge::drive(SimTime now) {
  const auto ending = driver_.step(now);
  if (!ending) return std::nullopt;
  if (ending->outcome != "done") return as_result(*ending);
  if (++turns_ > most_turns)
    return Result{.outcome = "lost",
                  .message = fmt::format("{} corners after {} turns", corners_, turns_)};
  phase_ = Phase::seeking;
  sweep_ = 0;
  clear_ = seen_ = now;
  edge_.reset();
  end_.reset();
  return std::nullopt;
}

std::optional<Skill::Result> FollowEdge::seek(SimTime now) {
  stepped_ = clear_ = now;
  if (now - seen_ < sweep_time) {
    driver_.step(now);
    return std::nullopt;
  }
  seen_ = now;
  if (static_cast<std::size_t>(++sweep_) >= sweeps_rad.size())
    return Result{.outcome = "lost", .message = "there is no edge to follow"};
  const auto robot = whereabouts_.global_from_base();
  if (!robot) return std::nullopt;
  const auto at = static_cast<std::size_t>(sweep_);
  driver_.begin({{Leg::Kind::turn, {{}, robot->yaw + sweeps_rad[at] - sweeps_rad[at - 1]}}},
                outline_without_tool(config_.robot_radius_m), {}, now);
  return std::nullopt;
}

std::optional<Skill::Result> FollowEdge::map_if_known(SimTime now) {
  if (now - counted_ < corner_period) return std::nullopt;
  counted_ = now;
  const std::vector<Vec2> corners = outline_.corners();
  corners_ = corners.size();
  if (corners_ < static_cast<std::size_t>(config_.corners)) return std::nullopt;
  Result result{.outcome = "mapped", .message = fmt::format("{} corners", corners_)};
  for (const Vec2 corner : corners)
    result.poses.push_back(to_pose_stamped({corner, 0}, whereabouts_.global_frame()));
  return result;
}

Skill::Feedback FollowEdge::feedback() const {
  constexpr std::array what{"following the edge", "driving to its end", "turning at a corner",
                            "looking for the edge"};
  return {.message = fmt::format("{}, {} of {} corners", what[static_cast<std::size_t>(phase_)],
                                 corners_, config_.corners),
          .progress = static_cast<double>(corners_) / config_.corners};
}

}  // namespace tandem
