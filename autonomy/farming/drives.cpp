// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/drives.h"

#include <fmt/format.h>

#include <utility>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

Skill::Result as_result(const Ending& ending) {
  return {.outcome = ending.outcome, .message = ending.message};
}

}  // namespace

std::vector<std::string> Travel::outcomes() {
  return {"arrived", "unreachable", "navigator_lost", "tracking_lost", "sensor_lost", "preempted"};
}

void Travel::start(const Goal& goal, SimTime) {
  wrong_.clear();
  if (goal.poses.empty())
    wrong_ = "nobody said where to";
  else
    drive_.begin(goal.poses.front(), outline_of_(goal.target));
}

std::optional<Skill::Result> Travel::step(SimTime) {
  if (!wrong_.empty()) return as_result({"failed", wrong_});
  if (const auto& ending = drive_.ending()) return as_result(*ending);
  return std::nullopt;
}

Skill::Feedback Travel::feedback() const {
  return {.message = fmt::format("{:.1f} m to go", drive_.to_go_m()), .progress = -1};
}

Dock::Dock(Node& node, Whereabouts& whereabouts, const WayGuard& guard, OutlineOf outline_of,
           const DockConfig& config)
    : whereabouts_(whereabouts),
      outline_of_(std::move(outline_of)),
      config_(config),
      driver_(node, whereabouts, guard) {}

std::vector<std::string> Dock::outcomes() {
  return {"arrived", "blocked", "odometry_lost", "tracking_lost"};
}

void Dock::start(const Goal& goal, SimTime now) {
  goal_ = goal;
  begin_ = now;
  is_driving_ = false;
}

std::optional<Skill::Result> Dock::step(SimTime now) {
  if (goal_.poses.empty()) return as_result({"failed", "nobody said where to"});
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return as_result(*trouble);
  if (!is_driving_) {
    const auto robot = whereabouts_.global_from_base();
    if (!robot) return std::nullopt;
    const Pose2 place = to_pose2(goal_.poses.front().pose);
    const bool is_ahead = (inverse(place) * robot->translation).x < 0;
    driver_.begin(
        {{Leg::Kind::turn, place}, {is_ahead ? Leg::Kind::forwards : Leg::Kind::backwards, place}},
        outline_of_(goal_.target), {.speed_mps = config_.speed_mps}, now);
    is_driving_ = true;
  }
  const auto ending = driver_.step(now);
  if (!ending) return std::nullopt;
  if (ending->outcome == "done") return as_result({"arrived", ""});
  return as_result(*ending);
}

}  // namespace tandem
