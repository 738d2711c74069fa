// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/navigation_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "messages/time.h"
#include "ports/ros/convert.h"
#include "ports/streams/attempt.h"

namespace tandem {

namespace {

using geometry_msgs::msg::PoseStamped;

// A navigator ends the goal that another one takes the place of by itself, and Nav2 might take a
// request to cancel the old one for one about the new; others are asked after this time.
constexpr Duration end_by_itself = 1s;
// What was asked last has left by then.
constexpr Duration farewell = 2s;

PoseStamped message_of(const Pose2& goal, SimTime time) {
  return {.header = make_header(time, RobotFrames{}.map), .pose = to_message(to_pose(goal))};
}

std::string text_of(const nav2_msgs::action::NavigateToPose::Result& result) {
  if (!result.error_msg.empty()) return result.error_msg;
  if (result.error_code != 0)
    return fmt::format("the navigator gave up, error {}", result.error_code);
  return "the navigator gave up";
}

}  // namespace

void NavigationDesk::Errand::end(NavigationState state, std::string text) {
  const std::lock_guard lock(mutex);
  abortion.reset();
  now.state = state;
  now.text = std::move(text);
  if (state == NavigationState::arrived) now.distance_m = 0;
}

bool NavigationDesk::Errand::is_over() const {
  const std::lock_guard lock(mutex);
  return abortion ||
         (now.state != NavigationState::asking && now.state != NavigationState::driving);
}

// Nobody watches from here on, so robots are left standing.
NavigationDesk::~NavigationDesk() {
  for (auto& [robot, line] : lines_) dismiss(line, {});
}

void NavigationDesk::navigate(const std::string& robot, const Pose2& world_from_goal) {
  if (!robots_.has(robot) || !std::isfinite(world_from_goal.translation.x) ||
      !std::isfinite(world_from_goal.translation.y) || !std::isfinite(world_from_goal.yaw))
    return;
  auto errand = std::make_shared<Errand>(world_from_goal);
  const std::lock_guard lock(mutex_);
  errands_[robot] = std::move(errand);
}

void NavigationDesk::cancel(const std::string& robot) {
  const std::lock_guard lock(mutex_);
  const auto found = errands_.find(robot);
  if (found == errands_.end()) return;
  const std::lock_guard errand_lock(found->second->mutex);
  found->second->is_cancel_wanted = true;
}

Navigation NavigationDesk::navigation(const std::string& robot) const {
  const std::lock_guard lock(mutex_);
  const auto found = errands_.find(robot);
  if (found == errands_.end()) return {};
  const std::lock_guard errand_lock(found->second->mutex);
  return found->second->now;
}

void NavigationDesk::keep_up(Duration now, SimTime time) {
  std::erase_if(leaving_, [&](const auto& line) { return now - line.first > farewell; });
  std::map<std::string, std::shared_ptr<Errand>> errands;
  {
    const std::lock_guard lock(mutex_);
    if (errands_.empty()) return;
    errands = errands_;
  }
  const auto robots = robots_.all();
  for (const auto& [name, errand] : errands) {
    const NetworkRobot* robot = robot_named(*robots, name);
    if (!robot) continue;
    Line& line = lines_[name];
    if (!line.navigator) {
      line.ns = robot->interface.ns;
      attempt(node_, [&] {
        line.topic = node_.publisher<PoseStamped>(robot->interface.topic("goal_pose"));
        line.navigator =
            node_.action_client<NavigateToPose>(robot->interface.topic("navigate_to_pose"));
      });
    }
    attend(line, errand, now, time);
  }
}

void NavigationDesk::attend(Line& line, const std::shared_ptr<Errand>& errand, Duration now,
                            SimTime time) {
  // one that takes the place of another
  if (line.errand != errand) {
    if (line.errand && line.errand->sent_at && !line.errand->is_over())
      line.retired.push_back({line.errand, now});
    line.errand = errand;
    errand->begun = now;
  }
  const bool is_waited_for = now - *errand->begun < patience;
  std::erase_if(line.retired, [](const Retired& old) { return old.errand->is_over(); });

  if (!errand->is_over()) {
    bool is_cancel_wanted = false;
    {
      const std::lock_guard lock(errand->mutex);
      is_cancel_wanted = std::exchange(errand->is_cancel_wanted, false);
    }
    if (is_cancel_wanted && !errand->sent_at)
      errand->end(NavigationState::cancelled);
    else if (is_cancel_wanted)
      cancel(errand);
    else if (!errand->is_published && is_waited_for && line.topic.is_wanted())
      publish(line, *errand, time);
    if (!errand->sent_at && !errand->is_over()) {
      if (line.navigator.is_server_ready())
        send(line, errand, now, time);
      else if (!is_waited_for)
        errand->end(
            NavigationState::no_navigator,
            fmt::format("nobody answers to {}{}",
                        node_.resolve_topic(line.ns.empty() ? "navigate_to_pose"
                                                            : line.ns + "/navigate_to_pose"),
                        errand->is_published ? "; the goal was published on goal_pose" : ""));
    }
  }
  judge_abortion(line, errand, now, time);

  // the new goal came to nothing, or those before it did not end by themselves
  std::erase_if(line.retired, [&](const Retired& old) {
    if (!errand->is_over() && now - old.since < end_by_itself) return false;
    cancel(old.errand);
    return true;
  });
}

void NavigationDesk::publish(Line& line, Errand& errand, SimTime time) {
  errand.is_published = true;
  line.topic.publish(message_of(*errand.now.goal, time));
}

void NavigationDesk::send(Line& line, const std::shared_ptr<Errand>& errand, Duration now,
                          SimTime time) {
  errand->sent_at = now;
  errand->goal = line.navigator.send_goal(
      {.pose = message_of(*errand->now.goal, time), .behavior_tree = {}},
      {.on_accepted =
           [errand] {
             const std::lock_guard lock(errand->mutex);
             errand->now.state = NavigationState::driving;
           },
       .on_rejected =
           [errand](const std::string& why) { errand->end(NavigationState::failed, why); },
       .on_feedback =
           [errand](const NavigateToPose::Feedback& feedback) {
             const std::lock_guard lock(errand->mutex);
             errand->now.distance_m = feedback.distance_remaining;
           },
       .on_result =
           [errand](const Result<Outcome<NavigateToPose>>& outcome) {
             if (!outcome) return errand->end(NavigationState::failed, outcome.error());
             switch (outcome->status) {
               case GoalStatus::succeeded:
                 return errand->end(NavigationState::arrived);
               case GoalStatus::canceled:
                 return errand->end(NavigationState::cancelled);
               default: {
                 const std::lock_guard lock(errand->mutex);
                 errand->abortion = text_of(outcome->result);
               }
             }
           }});
}

// Nav2 takes what is published on goal_pose for a goal of its own, which ends ours when it comes to
// it second. Asked once more, ours is the last.
void NavigationDesk::judge_abortion(Line& line, const std::shared_ptr<Errand>& errand, Duration now,
                                    SimTime time) {
  std::string text;
  {
    const std::lock_guard lock(errand->mutex);
    if (!errand->abortion) return;
    text = *errand->abortion;
  }
  const bool may_be_overtaken = errand->is_published && !errand->is_repeated &&
                                !errand->is_cancel_sent && now - *errand->sent_at < end_by_itself;
  if (!may_be_overtaken || !line.navigator.is_server_ready())
    return errand->end(NavigationState::failed, text);
  errand->is_repeated = true;
  errand->end(NavigationState::asking);
  send(line, errand, now, time);
}

void NavigationDesk::cancel(const std::shared_ptr<Errand>& errand) {
  using action_msgs::srv::CancelGoal;
  errand->is_cancel_sent = true;
  errand->goal.cancel([errand](const Result<CancelGoal::Response>& response) {
    if (response && response->return_code == CancelGoal::Response::ERROR_NONE) return;
    const std::lock_guard lock(errand->mutex);
    if (errand->now.state == NavigationState::driving)
      errand->now.text =
          "the navigator does not cancel" + (response ? std::string() : ": " + response.error());
  });
}

void NavigationDesk::follow_robots(Duration now) {
  const auto robots = robots_.all();
  const bool is_new_world = world_generation_ != robots_.world_generation();
  world_generation_ = robots_.world_generation();
  const auto is_gone = [&](const std::string& name) {
    const NetworkRobot* robot = robot_named(*robots, name);
    const auto line = lines_.find(name);
    return !robot || is_new_world ||
           (line != lines_.end() && line->second.ns != robot->interface.ns);
  };
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(errands_, [&](const auto& entry) { return is_gone(entry.first); });
  }
  for (auto it = lines_.begin(); it != lines_.end();) {
    if (!is_gone(it->first)) {
      ++it;
      continue;
    }
    dismiss(it->second, now);
    leaving_.emplace_back(now, std::move(it->second));
    it = lines_.erase(it);
  }
}

void NavigationDesk::dismiss(Line& line, Duration now) {
  if (line.errand && line.errand->sent_at) line.retired.push_back({line.errand, now});
  for (const Retired& old : line.retired)
    if (!old.errand->is_over()) cancel(old.errand);
  line.retired.clear();
}

}  // namespace tandem
