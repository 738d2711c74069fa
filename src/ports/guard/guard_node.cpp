// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/guard/guard_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "messages/diagnostic_msgs.h"
#include "messages/sensor_msgs.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using diagnostic_msgs::msg::KeyValue;

constexpr Duration look_period = 10ms;
constexpr Duration answer_patience = 500ms;  // then the simulator is asked again

std::byte level_of(GuardState state) {
  switch (state) {
    case GuardState::passing:
      return DiagnosticStatus::OK;
    case GuardState::no_scan:
    case GuardState::stuck:
      return DiagnosticStatus::ERROR;
    default:
      return DiagnosticStatus::WARN;
  }
}

GuardScan scan_of(const sensor_msgs::msg::LaserScan& message) {
  return {.angle_min_rad = message.angle_min,
          .angle_increment_rad = message.angle_increment,
          .range_min_m = message.range_min,
          .range_max_m = message.range_max,
          .ranges_m = message.ranges};
}

}  // namespace

std::optional<GuardNodeConfig> guard_config(const RobotConfig& robot) {
  if (!robot.guard) return std::nullopt;
  const GuardSettings& settings = *robot.guard;
  GuardNodeConfig config;
  config.robot = robot.name;
  config.ns = namespace_of(robot);
  config.scan_topic = settings.scan_topic;
  config.guard = {.body = {.radius_m = settings.radius_m,
                           .side_m = settings.side_m,
                           .robot_from_lidar = settings.robot_from_lidar},
                  .braking_mps2 = settings.braking_mps2,
                  .reaction = settings.reaction,
                  .margin_m = settings.margin_m,
                  .free_m = settings.free_m,
                  .turn_radps = settings.turn_radps,
                  .scan_timeout = settings.scan_timeout};
  if (robot.ros.cmd_vel_type == CommandVelocityType::twist)
    config.command_type = CommandType::twist;
  if (robot.ros.cmd_vel_type == CommandVelocityType::stamped)
    config.command_type = CommandType::stamped;
  return config;
}

GuardNode::GuardNode(const GuardNodeConfig& config, NodeOptions options)
    : config_(config),
      is_lockstep_(is_lockstep(options)),
      node_(config.robot + "_guard", waiting(std::move(options))),
      watch_(node_, is_lockstep_, look_period),
      guard_(config.guard),
      gate_(node_, topic(GuardSettings::output_topic),
            config.command_type.value_or(CommandType::twist)),
      safety_stop_(node_.publisher<std_msgs::msg::Bool>(topic("safety_stop"))),
      report_(node_, "guard", config.robot, topic("guard/status")),
      pause_(node_.client<Trigger>(topic("twin/pause"))),
      resume_(node_.client<Trigger>(topic("twin/resume"))) {
  release_ = node_.serve<Trigger>(topic("guard/release"), [this](const Trigger::Request&) {
    const std::lock_guard lock(mutex_);
    const bool was_stuck = guard_.release(watch_.now());
    return Trigger::Response{.success = was_stuck,
                             .message = was_stuck ? "" : "the robot is not stuck"};
  });
  commands_.emplace(node_, topic("cmd_vel"), qos::reliable, config_.command_type,
                    [this](const Twist2& velocity) {
                      const std::lock_guard lock(mutex_);
                      if (const auto passed = guard_.command(velocity, watch_.now()))
                        gate_.send(*passed);
                    });
  scan_ = node_.subscribe<sensor_msgs::msg::LaserScan>(
      topic(config_.scan_topic), qos::sensor, [this](const sensor_msgs::msg::LaserScan& message) {
        {
          const std::lock_guard lock(mutex_);
          guard_.scan(scan_of(message), watch_.now());
        }
        look();
      });
  // somebody else may have resumed it, or the simulator was started anew
  twin_ = node_.subscribe<DiagnosticStatus>(
      topic("twin/status"), qos::reliable, [this](const DiagnosticStatus& status) {
        const auto paused = std::ranges::find(status.values, "paused", &KeyValue::key);
        if (paused == status.values.end()) return;
        const std::lock_guard lock(mutex_);
        if (!is_asking_) twin_is_paused(paused->value == "true");
      });
  follow();
  graph_watch_ = node_.watch_graph([this] { follow(); });
  node_.start();
  watch_.start([this] { look(); });
}

// Nobody watches from here on, so the robot is left standing.
GuardNode::~GuardNode() {
  watch_.stop();
  graph_watch_.close();
  commands_.reset();
  scan_ = {};
  gate_.send({});
}

GuardState GuardNode::state() const {
  const std::lock_guard lock(mutex_);
  return guard_.state();
}

int GuardNode::stops() const {
  const std::lock_guard lock(mutex_);
  return guard_.stops();
}

void GuardNode::follow() {
  commands_->follow(node_.graph());
  gate_.become(commands_->type());
}

void GuardNode::look() {
  const std::lock_guard lock(mutex_);
  const SimTime at = watch_.now();
  if (const auto wanted = guard_.tick(at)) gate_.send(*wanted);
  ask_for_pause();
  // a robot that needs a person does not wait with an open gate
  if (const bool is_stuck = guard_.state() == GuardState::stuck; is_stuck != is_closing_) {
    is_closing_ = is_stuck;
    safety_stop_.publish({is_stuck});
    // the simulator takes that for a resume
    if (!is_stuck) twin_is_paused(false);
  }
  report(at);
}

void GuardNode::twin_is_paused(bool is_paused) {
  is_paused_ = is_paused;
  guard_.twin_is_paused(is_paused);
}

// The twin stands while its robot turns. What the simulator said last counts.
void GuardNode::ask_for_pause() {
  const bool wanted = guard_.wants_pause();
  if (is_asking_ || wanted == is_paused_) return;
  is_asking_ = true;
  (wanted ? pause_ : resume_)
      .call({}, answer_patience, [this, wanted](const Result<Trigger::Response>& answer) {
        const std::lock_guard in_callback(mutex_);
        is_asking_ = false;
        if (!answer || !answer->success) return;  // and asked again
        twin_is_paused(wanted);
      });
}

void GuardNode::report(SimTime at) {
  const GuardState state = guard_.state();
  if (!report_.is_due(name_of(state), at)) return;
  report_.tell({.name = name_of(state),
                .text = guard_.text(),
                .level = level_of(state),
                .values = {{"stops", std::to_string(guard_.stops())},
                           {"free_ahead_m", fmt::format("{:.2f}", guard_.free_ahead_m())},
                           {"untrusted_scans", std::to_string(guard_.untrusted())}}},
               at);
}

}  // namespace tandem
