// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/approach_box.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autonomy/behavior/planar.h"
#include "autonomy/logistics/box_sight.h"
#include "autonomy/logistics/spatial_memory.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr double look_from_m = 1.5;
constexpr int most_drives = 8;
constexpr int most_corrections = 30;
constexpr double near_enough_m = 0.1;  // from the distance at which it is taken
constexpr double ahead_rad = 0.3;      // it is before the robot
constexpr int sights_needed = 2;       // one picture may err
constexpr Duration look_for = 1500ms;  // then it is gone

Skill::Result result_of(const Ending& ending) {
  return {.outcome = ending.outcome, .message = ending.message};
}

}  // namespace

ApproachBox::ApproachBox(Node& node, Whereabouts& whereabouts, Sights& sights,
                         ApproachBoxConfig config)
    : node_(node),
      whereabouts_(whereabouts),
      sights_(sights),
      config_(std::move(config)),
      driving_(node, "navigate_to_pose") {}

std::vector<std::string> ApproachBox::outcomes() {
  return {"reached",        "gone",          "unreachable", "camera_lost", "perception_lost",
          "navigator_lost", "tracking_lost", "sensor_lost", "preempted"};
}

void ApproachBox::start(const Goal& goal, SimTime) {
  label_ = goal.target;
  box_.reset();
  if (!goal.poses.empty()) box_ = to_pose2(goal.poses.front().pose).translation;
  tried_.clear();
  drives_ = corrections_ = 0;
  arrived_at_.reset();
  is_looking_ = false;
}

// From far away pictures are not worth what they cost.
void ApproachBox::look_when_near(SimTime now) {
  const auto base = whereabouts_.global_from_base();
  if (is_looking_ || !base || distance(base->translation, *box_) > look_from_m) return;
  is_looking_ = true;
  config_.on_look();
  sights_.look_for("box", {}, now, [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void ApproachBox::stop() {
  driving_.cancel();
  sights_.look_away();
}

void ApproachBox::look(const tandem_msgs::msg::Sight& sight) {
  config_.note(sight);
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!base || !box_) return;
  const Remembered* nearest = nullptr;
  const std::vector<Remembered> boxes = boxes_in(sight, *base, config_.logistics);
  for (const Remembered& box : boxes) {
    if (box.label != label_) continue;
    if (!nearest || distance(box.place, *box_) < distance(nearest->place, *box_)) nearest = &box;
  }
  // one that is elsewhere is another one
  const double away = distance(base->translation, *box_);
  if (!nearest || distance(nearest->place, *box_) > blur_m(away)) return;
  box_ = nearest->place;
  ++seen_;
}

std::optional<Skill::Result> ApproachBox::step(SimTime now) {
  if (!box_) return Result{.outcome = "failed", .message = "nobody said where the box is"};
  look_when_near(now);
  if (is_looking_)
    if (const auto trouble = sights_.trouble(now)) return result_of(*trouble);
  if (driving_.is_under_way()) {
    // what comes nearer is seen better, and there may be a better place to go to
    const auto base = whereabouts_.global_from_base();
    if (!base || distance(*box_, driving_to_) < blur_m(distance(*box_, base->translation)))
      return std::nullopt;
    if (++corrections_ > most_corrections) return std::nullopt;
    return drive();
  }
  if (const auto ending = driving_.take()) {
    if (ending->outcome == "arrived") {
      arrived_at_ = now;
      seen_ = 0;
      return std::nullopt;
    }
    if (ending->outcome != "unreachable") return result_of(*ending);
    tried_.push_back(stand_.translation);
    return drive_anew();
  }
  return arrived_at_ ? judge(now) : drive_anew();
}

std::optional<Skill::Result> ApproachBox::drive_anew() {
  if (++drives_ > most_drives) return unreachable();
  return drive();
}

Skill::Result ApproachBox::unreachable() const {
  return {.outcome = "unreachable",
          .message =
              fmt::format("there is no way to {} at ({:.2f}, {:.2f})", label_, box_->x, box_->y)};
}

std::optional<Skill::Result> ApproachBox::drive() {
  arrived_at_.reset();
  const std::vector<Pose2> stands = config_.stands(*box_, tried_);
  if (stands.empty()) return unreachable();
  stand_ = stands.front();
  driving_to_ = *box_;
  driving_.begin({.pose = to_pose_stamped(stand_, whereabouts_.global_frame())});
  return std::nullopt;
}

std::optional<Skill::Result> ApproachBox::judge(SimTime now) {
  if (seen_ < sights_needed) {
    if (now - *arrived_at_ <= look_for) return std::nullopt;
    return Result{.outcome = "gone",
                  .message = fmt::format("there is no {} at ({:.2f}, {:.2f}) any more", label_,
                                         box_->x, box_->y),
                  .poses = {to_pose_stamped({*box_, 0}, whereabouts_.global_frame())}};
  }
  const auto base = whereabouts_.global_from_base();
  if (!base) return Result{.outcome = "tracking_lost", .message = base.error()};
  const Vec2 in_base = inverse(*base) * *box_;
  const double away = distance(in_base, {});
  const bool is_there = away < config_.logistics.box_stand_m + near_enough_m &&
                        std::abs(std::atan2(in_base.y, in_base.x)) < ahead_rad;
  if (!is_there) return drive_anew();
  return Result{.outcome = "reached",
                .message = fmt::format("{:.2f} m before {}", away, label_),
                .poses = {to_pose_stamped({*box_, base->yaw}, whereabouts_.global_frame())}};
}

Skill::Feedback ApproachBox::feedback() const {
  if (arrived_at_) return {.message = fmt::format("looking at {}", label_), .progress = -1};
  return {.message = fmt::format("driving to {}", label_), .progress = -1};
}

}  // namespace tandem
