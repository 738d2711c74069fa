// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/mission.h"

#include <fmt/format.h>

#include <utility>

#include "messages/time.h"

namespace tandem {

namespace {

// how long a robot that was halted is told to stand: what its navigator sent before it heard of it
// may still be under way
constexpr Duration halting_lasts = 500ms;

StatePlan plan_of(const MissionStep& step) {
  StatePlan plan{.name = step.name, .next = step.next};
  for (const MissionStep& inner : step.inner) plan.inner.push_back(plan_of(inner));
  if (step.work) {
    plan.outcomes = step.work->outcomes();
  } else {
    for (const Transition& transition : step.next) plan.outcomes.push_back(transition.outcome);
  }
  return plan;
}

MachinePlan machine_of(const MissionPlan& mission) {
  MachinePlan plan{.outcomes = mission.successes};
  plan.outcomes.insert(plan.outcomes.end(), mission.failures.begin(), mission.failures.end());
  for (const MissionStep& step : mission.steps) plan.states.push_back(plan_of(step));
  return plan;
}

void collect(std::map<std::string, State*>& works, const std::string& around,
             const std::vector<MissionStep>& steps) {
  for (const MissionStep& step : steps) {
    const std::string path = around + step.name;
    if (step.work) works[path] = step.work.get();
    collect(works, path + "/", step.inner);
  }
}

}  // namespace

Mission::Mission(Node& node, MissionPlan plan)
    : node_(node),
      plan_(std::move(plan)),
      machine_(machine_of(plan_)),
      states_(state_messages()),
      mission_(node.publisher<MissionMessage>("mission", qos::latched)),
      commands_(node.publisher<geometry_msgs::msg::Twist>(plan_.command_topic)),
      control_(node.serve<Control>(
          "mission/control", [this](const Control::Request& request) { return obey(request); })),
      timer_(node.timer(plan_.period, [this] { step(); })) {
  collect(works_, "", plan_.steps);
  point_.active = *machine_.entry();
  publish();
}

Mission::~Mission() {
  if (active_) active_->leave();
  commands_.publish({});
}

void Mission::start() { go(begin(machine_, node_.now())); }

std::optional<std::string> Mission::stop() { return go_if(tandem::stop(point_)); }

std::optional<std::string> Mission::resume() { return go_if(tandem::resume(point_, node_.now())); }

std::optional<std::string> Mission::restart(const std::string& path) {
  const Result<MissionPoint> next = tandem::restart(machine_, path, node_.now());
  if (next && path.empty()) blackboard_.clear();
  return go_if(next);
}

std::optional<std::string> Mission::go_if(const Result<MissionPoint>& next) {
  if (!next) return next.error();
  go(*next);
  return std::nullopt;
}

// The only place where the point changes: what goes on ends, and what is next begins.
void Mission::go(const MissionPoint& next) {
  if (active_) std::exchange(active_, nullptr)->leave();
  point_ = next;
  if (point_.is_running()) {
    halting_until_ = {};
    active_ = works_.at(point_.active);
    active_->enter(blackboard_, node_.now());
    node_.log(LogLevel::info, fmt::format("{}: {}", plan_.program, point_.active));
  } else {
    halt();
    const bool is_failure = point_.status == MissionStatus::failed;
    node_.log(is_failure ? LogLevel::error : LogLevel::info,
              fmt::format("{} {}: {}", plan_.program, to_string(point_.status),
                          point_.message.empty() ? point_.outcome : point_.message));
  }
  publish();
}

void Mission::halt() {
  halting_until_ = node_.now() + halting_lasts;
  commands_.publish({});
  if (plan_.on_halt) plan_.on_halt();
}

void Mission::step() {
  const SimTime now = node_.now();
  if (!active_) {
    if (now < halting_until_) commands_.publish({});
    return;
  }
  if (const std::optional<Ending> ending = active_->step(blackboard_, now)) {
    go(after(machine_, plan_.successes, point_, *ending, now));
    return;
  }
  if (const std::string message = active_->message(); !message.empty()) point_.message = message;
  publish();
}

// Sends how it is, unless everybody knows that already.
void Mission::publish() {
  MissionMessage message{.stamp = told_.stamp,
                         .program = plan_.program,
                         .status = static_cast<std::uint8_t>(point_.status),
                         .active = point_.active,
                         .since = to_message_time(point_.since),
                         .outcome = point_.outcome,
                         .message = point_.message,
                         .states = states_,
                         .blackboard = blackboard_.to_message()};
  if (message == told_) return;
  message.stamp = to_message_time(node_.now());
  mission_.publish(message);
  told_ = std::move(message);
}

Mission::Control::Response Mission::obey(const Control::Request& request) {
  std::optional<std::string> why_not;
  if (request.command == "stop")
    why_not = stop();
  else if (request.command == "resume")
    why_not = resume();
  else if (request.command == "restart")
    why_not = restart(request.state);
  else
    why_not = fmt::format("'{}' is not stop, resume or restart", request.command);
  return {.success = !why_not, .message = why_not.value_or("")};
}

std::vector<tandem_msgs::msg::MissionState> Mission::state_messages() const {
  std::vector<tandem_msgs::msg::MissionState> messages;
  for (const std::string& path : machine_.paths()) {
    tandem_msgs::msg::MissionState message{.path = path, .outcomes = machine_.state(path).outcomes};
    for (const std::string& outcome : message.outcomes)
      message.next.push_back(machine_.next(path, outcome).name);
    messages.push_back(std::move(message));
  }
  return messages;
}

}  // namespace tandem
