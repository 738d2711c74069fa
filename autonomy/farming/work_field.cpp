// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/work_field.h"

#include <fmt/format.h>

#include "autonomy/behavior/planar.h"
#include "autonomy/farming/floor_line.h"

namespace tandem {

namespace {

constexpr Duration ask_period = 2s;

}  // namespace

WorkField::WorkField(Node& node, Whereabouts& whereabouts, const WayGuard& guard,
                     const WorkFieldConfig& config)
    : whereabouts_(whereabouts),
      config_(config),
      command_(node),
      drive_(node),
      driver_(node, whereabouts, guard) {}

std::vector<std::string> WorkField::outcomes() {
  return {"worked",        "tool_missing", "navigator_lost", "odometry_lost",
          "tracking_lost", "sensor_lost",  "preempted"};
}

void WorkField::start(const Goal& goal, SimTime now) {
  const bool goes_on =
      goal.target == goal_.target && goal.poses == goal_.poses && current_ < swaths_.size();
  if (!goes_on) {
    goal_ = goal;
    swaths_.clear();
    for (std::size_t i = 0; i + 1 < goal.poses.size(); i += 2)
      swaths_.push_back(
          {to_pose2(goal.poses[i].pose).translation, to_pose2(goal.poses[i + 1].pose).translation});
    current_ = left_out_ = 0;
    why_left_out_.clear();
  }
  begin_ = asked_ = now;
  phase_ = Phase::switching_on;
  is_on_ = true;  // as far as anybody knows from here on
  command_.send("tool,on", now);
}

void WorkField::stop() {
  drive_.stop();
  driver_.stop();
  if (is_on_) command_.send("tool,off", begin_);
  is_on_ = false;
  command_.forget();
}

std::vector<Vec2> WorkField::outline() const {
  return outline_with(config_.shape_of(goal_.target), config_.robot_radius_m);
}

// By the navigator, to where its legs begin.
void WorkField::go_to_swath(SimTime) {
  phase_ = Phase::travelling;
  const Swath& swath = swaths_[current_];
  // on the field, where there is room to turn; from there it backs up before the edge
  const double in_m = config_.shape_of(goal_.target).far_m;
  const Pose2 place{swath.from + in_m * direction_of(swath.yaw()), swath.yaw()};
  drive_.begin(to_pose_stamped(place, whereabouts_.global_frame()),
               outline_with(config_.shape_of(goal_.target), config_.robot_radius_m, tool_margin_m));
}

void WorkField::next_swath(SimTime now, bool is_done) {
  if (!is_done) ++left_out_;
  ++current_;
  if (current_ == swaths_.size()) {
    phase_ = Phase::switching_off;
    command_.send("tool,off", now);
  } else if (is_done) {
    phase_ = Phase::driving;
    driver_.begin(legs_between(swaths_[current_ - 1], swaths_[current_]), outline(),
                  {.speed_mps = config_.speed_mps}, now);
  } else {
    go_to_swath(now);
  }
}

// Somebody may have taken it away.
std::optional<Ending> WorkField::ask_for_tool(SimTime now) {
  const auto answer = command_.step(now);
  if (!answer) return std::nullopt;
  if (answer->outcome == "refused") return Ending{"tool_missing", answer->message};
  if (answer->outcome != "done") return answer;
  if (now - asked_ < ask_period) return std::nullopt;
  asked_ = now;
  command_.send("tool,on", now);
  return std::nullopt;
}

std::optional<Skill::Result> WorkField::step(SimTime now) {
  if (const auto trouble = whereabouts_.trouble(now, begin_)) return end(*trouble);
  if (phase_ == Phase::travelling || phase_ == Phase::driving)
    if (const auto trouble = ask_for_tool(now)) return end(*trouble);
  switch (phase_) {
    case Phase::switching_on:
      if (const auto answer = command_.step(now)) {
        if (answer->outcome == "refused") return end({"tool_missing", answer->message});
        if (answer->outcome != "done") return end(*answer);
        if (swaths_.empty()) return end({"failed", "there is nothing to work on"});
        go_to_swath(now);
      }
      return std::nullopt;
    case Phase::travelling:
      if (const auto& ending = drive_.ending()) {
        if (ending->outcome.ends_with("_lost") || ending->outcome == "preempted")
          return end(*ending);
        if (ending->outcome == "arrived") {
          phase_ = Phase::driving;
          driver_.begin(legs_along(swaths_[current_]), outline(), {.speed_mps = config_.speed_mps},
                        now);
        } else {
          why_left_out_ = ending->message;
          next_swath(now, false);
        }
      }
      return std::nullopt;
    case Phase::driving:
      if (const auto ending = driver_.step(now)) {
        if (ending->outcome.ends_with("_lost")) return end(*ending);
        if (ending->outcome != "done") why_left_out_ = ending->message;
        next_swath(now, ending->outcome == "done");
      }
      return std::nullopt;
    case Phase::switching_off:
      if (const auto answer = command_.step(now)) {
        is_on_ = false;
        if (answer->outcome == "refused") return end({"tool_missing", answer->message});
        if (answer->outcome != "done") return end(*answer);
        if (left_out_ == swaths_.size())
          return end(
              {"failed", fmt::format("no swath could be driven; the last: {}", why_left_out_)});
        return end({"worked", left_out_ == 0 ? fmt::format("{} swaths", swaths_.size())
                                             : fmt::format("{} of {} swaths; left out: {}",
                                                           swaths_.size() - left_out_,
                                                           swaths_.size(), why_left_out_)});
      }
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Skill::Result> WorkField::end(const Ending& ending) {
  return Result{.outcome = ending.outcome, .message = ending.message};
}

Skill::Feedback WorkField::feedback() const {
  const auto count = static_cast<double>(swaths_.size());
  return {.message = fmt::format(
              "{} with {}, swath {} of {}", phase_ == Phase::travelling ? "on the way" : "working",
              goal_.target, std::min(current_ + 1, swaths_.size()), swaths_.size()),
          .progress = count > 0 ? static_cast<double>(current_) / count : -1};
}

}  // namespace tandem
