// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/spiral_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "autonomy/behavior/planar.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr Duration place_timeout = 10s;  // to hear where the robot is, after the start
constexpr double half_view_rad = 0.8;  // in which what stands around a place is in the picture too
constexpr double all_round_rad = 2 * std::numbers::pi - 2 * half_view_rad;  // to turn by

Skill::Result result_of(const Ending& ending) {
  return {.outcome = ending.outcome, .message = ending.message};
}

}  // namespace

SpiralSearch::SpiralSearch(Node& node, Whereabouts& whereabouts, Sights& sights,
                           SpiralSearchConfig config)
    : whereabouts_(whereabouts),
      sights_(sights),
      config_(std::move(config)),
      driving_(node, "navigate_to_pose"),
      turning_(node, "spin"),
      maps_(node.subscribe<nav_msgs::msg::OccupancyGrid>(
          "/map", qos::latched, [this](const nav_msgs::msg::OccupancyGrid& map) { map_ = map; })) {}

std::vector<std::string> SpiralSearch::outcomes() {
  return {"found",         "not_found",     "camera_lost", "perception_lost", "navigator_lost",
          "odometry_lost", "tracking_lost", "sensor_lost", "preempted"};
}

void SpiralSearch::start(const Goal& goal, SimTime now) {
  goal_ = goal;
  begin_ = now;
  way_points_.reset();
  next_ = 0;
  reached_ = 0;
  last_refusal_.clear();
  looked_around_at_.reset();
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
  driving_.cancel();
  turning_.cancel();
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
  driving_.halt();
  turning_.halt();
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
  const bool is_driving = driving_.is_under_way();
  const std::size_t current = is_driving && next_ > 0 ? next_ - 1 : next_;
  for (std::size_t i = current; i < way_points_->size(); ++i) {
    if (is_seen_[i] || !is_in_view((*way_points_)[i].translation)) continue;
    is_seen_[i] = true;
    if (is_driving && i == current) driving_.halt();
  }
}

std::optional<Skill::Result> SpiralSearch::step(SimTime now) {
  // it ends when the robot has stopped, so that nobody else drives beside the navigator
  if (found_ && !is_moving())
    return Result{.outcome = "found",
                  .message = fmt::format("seen at ({:.2f}, {:.2f})", found_->translation.x,
                                         found_->translation.y),
                  .poses = {to_pose_stamped(*found_, whereabouts_.global_frame())}};
  take_endings();
  if (trouble_) return trouble_;
  if (const auto trouble = sights_.trouble(now)) return result_of(*trouble);
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return result_of(*trouble);
  // a search that began blind could end without having looked
  if (is_moving() || found_ || !sights_.is_looking() || looks_around()) return std::nullopt;
  return way_points_ ? drive_on() : plan(now);
}

void SpiralSearch::take_endings() {
  // who cannot drive anywhere would fare no better with other way points, and a search that skipped
  // them all would have found nothing without having looked
  if (const auto drive = driving_.take()) {
    if (drive->outcome == "arrived" || is_seen_[next_ - 1])
      ++reached_;
    else if (drive->outcome == "unreachable")
      last_refusal_ = drive->message;
    else
      trouble_ = result_of(*drive);
  }
  // without room to turn it sees what it passes
  const auto turn = turning_.take();
  if (turn && turn->outcome != "arrived" && turn->outcome != "unreachable")
    trouble_ = result_of(*turn);
}

// Whether it is time to, and then it turns.
bool SpiralSearch::looks_around() {
  const auto base = whereabouts_.global_from_base();
  if (config_.look_around_every_m <= 0 || !base) return false;
  if (looked_around_at_ &&
      distance(*looked_around_at_, base->translation) < config_.look_around_every_m)
    return false;
  looked_around_at_ = base->translation;
  turning_.begin({.target_yaw = static_cast<float>(all_round_rad), .time_allowance = {.sec = 30}});
  return true;
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
  if (config_.comes_last)
    std::ranges::stable_partition(*way_points_, [this](const Pose2& way_point) {
      return !config_.comes_last(way_point.translation);
    });
  is_seen_.assign(way_points_->size(), false);
  return std::nullopt;
}

std::optional<Skill::Result> SpiralSearch::drive_on() {
  for (; next_ < way_points_->size() && is_seen_[next_]; ++next_) ++reached_;
  if (next_ < way_points_->size()) {
    driving_.begin({.pose = to_pose_stamped((*way_points_)[next_++], whereabouts_.global_frame())});
    return std::nullopt;
  }
  if (reached_ == 0 && !last_refusal_.empty())
    return Result{.outcome = "failed",
                  .message = fmt::format("none of {} way points can be reached; the last: {}",
                                         way_points_->size(), last_refusal_)};
  return Result{.outcome = "not_found",
                .message = fmt::format("not seen at any of {} way points", reached_)};
}

Skill::Feedback SpiralSearch::feedback() const {
  if (turning_.is_under_way()) return {.message = "looking around", .progress = -1};
  if (!way_points_) return {.message = "looking where it is", .progress = -1};
  const auto count = static_cast<double>(way_points_->size());
  return {.message = fmt::format("driving to way point {} of {}", next_, way_points_->size()),
          .progress = count > 0 ? static_cast<double>(next_) / count : -1};
}

}  // namespace tandem
