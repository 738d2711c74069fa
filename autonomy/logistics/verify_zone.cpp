// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/verify_zone.h"

#include <fmt/format.h>

#include <array>
#include <numbers>

#include "autonomy/behavior/planar.h"
#include "autonomy/logistics/box_sight.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr Duration look_for = 1s;
constexpr int sights_needed = 3;
constexpr double moved_m = 0.2;  // it is somewhere else than it was
// to the left, from there to the right, and back to where it looked first
constexpr std::array turns{std::numbers::pi / 2, -std::numbers::pi, std::numbers::pi / 2};

}  // namespace

VerifyZone::VerifyZone(Node& node, Whereabouts& whereabouts, Sights& sights, Note note)
    : whereabouts_(whereabouts), sights_(sights), note_(std::move(note)), turning_(node, "spin") {}

std::vector<std::string> VerifyZone::outcomes() {
  return {"verified",       "moved",         "not_seen",    "camera_lost", "perception_lost",
          "navigator_lost", "tracking_lost", "sensor_lost", "preempted"};
}

void VerifyZone::start(const Goal& goal, SimTime now) {
  label_ = goal.target;
  expected_.reset();
  if (!goal.poses.empty()) expected_ = to_pose2(goal.poses.front().pose).translation;
  zone_.reset();
  look_since_ = now;
  seen_ = 0;
  turns_ = 0;
  sights_.look_for("zone", {}, now, [this](const tandem_msgs::msg::Sight& sight) { look(sight); });
}

void VerifyZone::stop() {
  turning_.cancel();
  sights_.look_away();
}

void VerifyZone::look(const tandem_msgs::msg::Sight& sight) {
  const auto base = whereabouts_.global_from_base(to_time(sight.header.stamp));
  if (!base || turning_.is_under_way()) return;
  for (const Remembered& zone : zones_in(sight, *base, CutZones::leave_out)) note_(zone);
  for (const Remembered& zone : zones_in(sight, *base, CutZones::take)) {
    if (zone.label != label_) continue;
    zone_ = zone.place;
    ++seen_;
  }
}

std::optional<Skill::Result> VerifyZone::step(SimTime now) {
  const auto ended = [](const Ending& ending) {
    return Result{.outcome = ending.outcome, .message = ending.message};
  };
  if (const auto trouble = sights_.trouble(now)) return ended(*trouble);
  if (!expected_) return ended({"failed", "nobody said where the zone is"});
  if (turning_.is_under_way()) return std::nullopt;
  if (const auto ending = turning_.take()) {
    // without room to turn it looks from where it is
    if (ending->outcome != "arrived" && ending->outcome != "unreachable") return ended(*ending);
    look_since_ = now;
    seen_ = 0;
    return std::nullopt;
  }
  if (seen_ >= sights_needed) return seen();
  if (now - look_since_ <= look_for) return std::nullopt;
  if (turns_ == turns.size())
    return ended({"not_seen", fmt::format("there is no {} at ({:.2f}, {:.2f})", label_,
                                          expected_->x, expected_->y)});
  turning_.begin(
      {.target_yaw = static_cast<float>(turns[turns_++]), .time_allowance = {.sec = 15}});
  return std::nullopt;
}

Skill::Result VerifyZone::seen() const {
  const bool has_moved = distance(*zone_, *expected_) > moved_m;
  return {.outcome = has_moved ? "moved" : "verified",
          .message = fmt::format("{} {} at ({:.2f}, {:.2f})", label_, has_moved ? "is now" : "is",
                                 zone_->x, zone_->y),
          .poses = {to_pose_stamped({*zone_, 0}, whereabouts_.global_frame())}};
}

Skill::Feedback VerifyZone::feedback() const {
  return {.message = turning_.is_under_way() ? fmt::format("turning to look for {}", label_)
                                             : fmt::format("looking for {}", label_),
          .progress = -1};
}

}  // namespace tandem
