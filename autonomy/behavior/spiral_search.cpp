// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/spiral_search.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "autonomy/behavior/drive_outcome.h"
#include "autonomy/behavior/planar.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr Duration place_timeout = 10s;  // to hear where the robot is, after the start
constexpr Duration accept_timeout = 10s;
constexpr double half_view_rad = 0.8;  // in which what stands around a place is in the picture too

Skill::Result result_of(const Ending& ending) {
  return {.outcome = ending.outcome, .message = ending.message};
}

}  // namespace

SpiralSearch::SpiralSearch(Node& node, Whereabouts& whereabouts, Sights& sights,
                           SpiralSearchConfig config)
    : node_(node),
      whereabouts_(whereabouts),
      sights_(sights),
      config_(std::move(config)),
      navigator_(node.action_client<NavigateToPose>("navigate_to_pose")),
      maps_(node.subscribe<nav_msgs::msg::OccupancyGrid>(
          "/map", qos::latched, [this](const nav_msgs::msg::OccupancyGrid& map) { map_ = map; })) {}

std::vector<std::string> SpiralSearch::outcomes() {
  return {"found",          "not_found",     "camera_lost",   "perception_lost",
          "navigator_lost", "odometry_lost", "tracking_lost", "sensor_lost"};
}

void SpiralSearch::start(const Goal& goal, SimTime now) {
  goal_ = goal;
  begin_ = now;
  way_points_.reset();
  next_ = 0;
  reached_ = 0;
  last_refusal_.clear();
  seen_ = 0;
  found_.reset();
  trouble_.reset();
  std::vector<std::string> labels;
  if (!goal.target.empty()) labels.push_back(goal.target);
  sights_.look_for(config_.processor, labels, now,
                   [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void SpiralSearch::stop() {
  sights_.look_away();
  ++drives_;
  if (driving_) std::exchange(driving_, std::nullopt)->cancel();
}

void SpiralSearch::look(const tandem_msgs::msg::Sight& sight) {
  const std::optional<Vec2> place = config_.find(sight);
  seen_ = place ? seen_ + 1 : 0;
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (found_ || !base) return;
  if (!place) note_seen(*base);
  if (seen_ < config_.sights_needed) return;
  const Vec2 thing = *base * *place;
  const Vec2 way = thing - base->translation;
  found_ = Pose2{thing, std::atan2(way.y, way.x)};
  if (driving_) driving_->cancel();
}

// Way points that are in the picture, without what is looked for, are done with.
void SpiralSearch::note_seen(const Pose2& base) {
  if (!way_points_ || config_.seen_within_m <= 0) return;
  const auto is_in_view = [&](Vec2 place) {
    const Vec2 in_base = inverse(base) * place;
    if (distance(in_base, {}) > config_.seen_within_m ||
        std::abs(std::atan2(in_base.y, in_base.x)) > half_view_rad)
      return false;
    return !map_ || is_in_sight(*map_, base.translation, place);
  };
  const std::size_t current = driving_ && next_ > 0 ? next_ - 1 : next_;
  for (std::size_t i = current; i < way_points_->size(); ++i) {
    if (is_seen_[i] || !is_in_view((*way_points_)[i].translation)) continue;
    is_seen_[i] = true;
    if (driving_ && i == current) driving_->cancel();
  }
}

std::optional<Skill::Result> SpiralSearch::step(SimTime now) {
  if (trouble_) return trouble_;
  // it ends when the robot has stopped, so that nobody else drives beside the navigator
  if (found_ && !driving_)
    return Result{.outcome = "found",
                  .message = fmt::format("seen at ({:.2f}, {:.2f})", found_->translation.x,
                                         found_->translation.y),
                  .poses = {to_pose_stamped(*found_, whereabouts_.global_frame())}};
  if (const auto trouble = sights_.trouble(now)) return result_of(*trouble);
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return result_of(*trouble);
  // a search that began blind could end without having looked
  if (driving_ || found_ || !sights_.is_looking()) return std::nullopt;
  return way_points_ ? drive_on() : plan(now);
}

std::optional<Skill::Result> SpiralSearch::plan(SimTime now) {
  const auto base = whereabouts_.global_from_base();
  if (!base) {
    if (now - begin_ < place_timeout) return std::nullopt;
    return Result{.outcome = "tracking_lost",
                  .message = fmt::format("nobody knows where the robot is: {}", base.error())};
  }
  SpiralConfig config{.center = base->translation,
                      .heading = base->yaw - M_PI / 2,  // which begins forwards
                      .spacing_m = config_.spacing_m,
                      .stride_m = config_.stride_m,
                      .radius_m = config_.radius_m};
  if (!goal_.poses.empty()) config.center = to_pose2(goal_.poses.front().pose).translation;
  way_points_ = spiral(config, [this](Vec2 place) {
    return (!config_.is_allowed || config_.is_allowed(place)) &&
           (!map_ || is_free(*map_, place, config_.clearance_m));
  });
  is_seen_.assign(way_points_->size(), false);
  return std::nullopt;
}

std::optional<Skill::Result> SpiralSearch::drive_on() {
  for (; next_ < way_points_->size() && is_seen_[next_]; ++next_) ++reached_;
  if (next_ < way_points_->size()) {
    send((*way_points_)[next_++]);
    return std::nullopt;
  }
  if (reached_ == 0 && !last_refusal_.empty())
    return Result{.outcome = "failed",
                  .message = fmt::format("none of {} way points can be reached; the last: {}",
                                         way_points_->size(), last_refusal_)};
  return Result{.outcome = "not_found",
                .message = fmt::format("not seen at any of {} way points", reached_)};
}

void SpiralSearch::send(const Pose2& way_point) {
  const auto mine = [this, number = ++drives_](auto then) {
    return [this, number, then](const auto&... values) {
      if (number == drives_) then(values...);
    };
  };
  const auto lose = [this](const std::string& why) {
    driving_.reset();
    trouble_ = Result{.outcome = "navigator_lost", .message = why};
  };
  driving_ = navigator_.send_goal(
      {.pose = to_pose_stamped(way_point, whereabouts_.global_frame())},
      {.on_rejected = mine([this, lose](const std::string& why) {
         if (!navigator_.is_server_ready()) return lose(why);
         driving_.reset();
         last_refusal_ = why;
       }),
       .on_result = mine([this, lose](const tandem::Result<Outcome<NavigateToPose>>& outcome) {
         if (!outcome) return lose(outcome.error());
         driving_.reset();
         const Ending ending = judge_drive(outcome->status == GoalStatus::succeeded,
                                           outcome->result.error_code, outcome->result.error_msg);
         // who cannot drive anywhere would fare no better with other way points, and a search that
         // skipped them all would have found nothing without having looked
         if (ending.outcome == "arrived" || is_seen_[next_ - 1])
           ++reached_;
         else if (ending.outcome == "unreachable")
           last_refusal_ = outcome->result.error_msg;
         else
           trouble_ = result_of(ending);
       })},
      {.accept_timeout = accept_timeout});
}

Skill::Feedback SpiralSearch::feedback() const {
  if (!way_points_) return {.message = "looking where it is", .progress = -1};
  const auto count = static_cast<double>(way_points_->size());
  return {.message = fmt::format("driving to way point {} of {}", next_, way_points_->size()),
          .progress = count > 0 ? static_cast<double>(next_) / count : -1};
}

}  // namespace tandem
