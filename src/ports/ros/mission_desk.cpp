// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/mission_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "messages/time.h"
#include "ports/streams/attempt.h"

namespace tandem {

namespace {

using tandem_msgs::msg::Mission;

// What is longer is no program for people to look at.
constexpr std::size_t max_states = 500;
constexpr std::size_t max_entries = 200;

ProgramStatus status_of(const Mission& mission) {
  switch (mission.status) {
    case Mission::RUNNING:
      return ProgramStatus::running;
    case Mission::STOPPED:
      return ProgramStatus::stopped;
    case Mission::SUCCEEDED:
      return ProgramStatus::succeeded;
    default:
      return ProgramStatus::failed;
  }
}

MissionView view_of(const std::string& robot, const Mission& mission) {
  MissionView view{.robot = robot,
                   .program = mission.program,
                   .status = status_of(mission),
                   .active = mission.active,
                   .since = to_time(mission.since),
                   .outcome = mission.outcome,
                   .message = mission.message,
                   .states = {},
                   .blackboard = {}};
  for (const auto& state : mission.states) {
    if (view.states.size() == max_states) break;
    view.states.push_back({state.path, state.outcomes, state.next});
  }
  for (const auto& entry : mission.blackboard) {
    if (view.blackboard.size() == max_entries) break;
    view.blackboard.emplace_back(entry.key, entry.value);
  }
  return view;
}

}  // namespace

MissionDesk::~MissionDesk() {
  for (const Waiting& waiting : waiting_) waiting.on_answer(Error{"this run is ending"});
}

std::shared_ptr<const std::vector<MissionView>> MissionDesk::missions() const {
  const std::lock_guard lock(mutex_);
  return missions_;
}

void MissionDesk::control(MissionOrder order, Network::OnMissionAnswer on_answer) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() < max_waiting) {
      waiting_.push_back({std::move(order), std::move(on_answer)});
      return;
    }
  }
  on_answer(Error{"too much is asked for at once"});
}

void MissionDesk::follow_robots() {
  const auto robots = robots_.all();
  const auto topic_of = [&](const std::string& name) -> std::string {
    const NetworkRobot* robot = robot_named(*robots, name);
    return robot ? node_.resolve_topic(robot->interface.topic("mission")) : "";
  };
  const std::size_t gone = std::erase_if(
      lines_, [&](const auto& entry) { return topic_of(entry.first) != entry.second.topic; });
  if (gone > 0) is_list_old_ = true;
  for (const NetworkRobot& robot : *robots)
    if (!lines_.contains(robot.name)) lines_[robot.name].topic = topic_of(robot.name);
  listen();
}

void MissionDesk::follow(const GraphView& graph) {
  published_.clear();
  for (const EndpointInfo& endpoint : graph.endpoints)
    if (endpoint.is_publisher && endpoint.type.name == Mission::type_name)
      published_.insert(endpoint.topic);
  listen();
}

void MissionDesk::listen() {
  for (auto& [name, line] : lines_) {
    const bool has_program = published_.contains(line.topic);
    if (std::exchange(line.has_program, has_program) != has_program) is_list_old_ = true;
    if (!has_program || line.heard) continue;
    line.heard = std::make_shared<Heard>();
    attempt(node_, [&] {
      line.subscription = node_.subscribe<Mission>(
          line.topic, qos::latched, [heard = line.heard, robot = name](const Mission& mission) {
            MissionView view = view_of(robot, mission);
            const std::lock_guard lock(heard->mutex);
            heard->view = std::move(view);
            heard->is_new = true;
          });
    });
  }
}

void MissionDesk::keep_up() {
  std::deque<Waiting> waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting.swap(waiting_);
  }
  for (const Waiting& each : waiting) ask(each);

  std::vector<MissionView> missions;
  for (auto& [name, line] : lines_) {
    if (!line.heard) continue;
    const std::lock_guard lock(line.heard->mutex);
    if (std::exchange(line.heard->is_new, false)) is_list_old_ = true;
    if (!line.heard->view) continue;
    missions.push_back(*line.heard->view);
    missions.back().has_program = line.has_program;
  }
  if (!std::exchange(is_list_old_, false)) return;
  const std::lock_guard lock(mutex_);
  missions_ = std::make_shared<const std::vector<MissionView>>(std::move(missions));
}

void MissionDesk::ask(const Waiting& waiting) {
  const auto& [order, on_answer] = waiting;
  const auto line = lines_.find(order.robot);
  if (line == lines_.end()) return on_answer(Error{fmt::format("there is no {}", order.robot)});
  Client<MissionControl>& control = line->second.control;
  if (!control)
    attempt(node_, [&] {
      const auto robots = robots_.all();
      control = node_.client<MissionControl>(
          robot_named(*robots, order.robot)->interface.topic("mission/control"));
    });
  if (!control) return on_answer(Error{"the network does not take requests"});
  control.call({.command = order.command, .state = order.state}, patience,
               [on_answer = on_answer,
                robot = order.robot](const Result<MissionControl::Response>& response) {
                 if (!response)
                   return on_answer(Error{fmt::format("the program of {} does not answer: {}",
                                                      robot, response.error())});
                 if (!response->success) return on_answer(Error{response->message});
                 on_answer(response->message);
               });
}

}  // namespace tandem
