// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/drive_to_edge.h"

#include <fmt/format.h>

#include "autonomy/behavior/planar.h"
#include "autonomy/farming/edge_ahead.h"
#include "messages/time.h"

namespace tandem {

DriveToEdge::DriveToEdge(Node& node, Whereabouts& whereabouts, Sights& sights,
                         const WayGuard& guard, const DriveToEdgeConfig& config)
    : whereabouts_(whereabouts),
      sights_(sights),
      config_(config),
      driver_(node, whereabouts, guard) {}

std::vector<std::string> DriveToEdge::outcomes() {
  return {"at_edge",         "not_found",     "blocked",      "camera_lost",
          "perception_lost", "odometry_lost", "tracking_lost"};
}

void DriveToEdge::start(const Goal&, SimTime now) {
  begin_ = now;
  is_driving_ = false;
  edge_.reset();
  sights_.look_for("edge", {}, now, [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void DriveToEdge::stop() {
  sights_.look_away();
  driver_.stop();
}

void DriveToEdge::look(const tandem_msgs::msg::Sight& sight) {
  const auto edge = edge_ahead(curve_within(sight, config_.trusted_m));
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!edge || !base || !is_driving_) return;
  if (edge_ && is_behind_remembered(edge->point, inverse(*base) * edge_->point)) return;
  edge_ = FloorLine{*base * edge->point, Pose2{{}, base->yaw} * edge->direction};
  driver_.change_to({Leg::Kind::forwards, {edge_->point, base->yaw}});
}

std::optional<Skill::Result> DriveToEdge::step(SimTime now) {
  const auto as_result = [](const Ending& ending) {
    return Result{.outcome = ending.outcome, .message = ending.message};
  };
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return as_result(*trouble);
  if (const auto trouble = sights_.trouble(now)) return as_result(*trouble);
  if (!is_driving_) {
    const auto robot = whereabouts_.global_from_base();
    if (!robot) return std::nullopt;
    driver_.begin({{Leg::Kind::forwards, *robot * Pose2{{config_.max_way_m, 0}, 0}}},
                  outline_without_tool(config_.robot_radius_m), {.speed_mps = config_.speed_mps},
                  now);
    is_driving_ = true;
  }
  const auto ending = driver_.step(now);
  if (!ending) return std::nullopt;
  if (ending->outcome != "done") return as_result(*ending);
  if (!edge_)
    return Result{.outcome = "not_found",
                  .message = fmt::format("no edge within {} m", config_.max_way_m)};
  return Result{
      .outcome = "at_edge",
      .message = fmt::format("on the edge at ({:.2f}, {:.2f})", edge_->point.x, edge_->point.y),
      .poses = {to_pose_stamped({edge_->point, edge_->yaw()}, whereabouts_.global_frame())}};
}

Skill::Feedback DriveToEdge::feedback() const {
  return {.message = edge_ ? "driving onto the edge" : "driving on until there is an edge",
          .progress = -1};
}

}  // namespace tandem
