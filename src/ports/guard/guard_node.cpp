// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/guard/guard_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "messages/sensor_msgs.h"
#include "messages/time.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;

constexpr Duration look_period = 10ms;
constexpr Duration report_period = 500ms;
constexpr Duration answer_patience = 500ms;  // then the simulator is asked again

NodeOptions waiting(NodeOptions options) {
  options.starts_at_once = false;
  return options;
}

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
      is_lockstep_(options.context && options.context->is_lockstep()),
      node_(config.robot + "_guard", waiting(std::move(options))),
      guard_(config.guard) {
  const std::string out = topic(GuardSettings::output_topic);
  if (config_.command_type == CommandType::stamped) {
    stamped_ = node_.publisher<geometry_msgs::msg::TwistStamped>(out);
  } else {
    twist_ = node_.publisher<geometry_msgs::msg::Twist>(out);
  }
  safety_stop_ = node_.publisher<std_msgs::msg::Bool>(topic("safety_stop"));
  status_ = node_.publisher<DiagnosticStatus>(topic("guard/status"), qos::latched);
  diagnostics_ = node_.publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics");
  pause_ = node_.client<Trigger>(topic("twin/pause"));
  resume_ = node_.client<Trigger>(topic("twin/resume"));
  release_ = node_.serve<Trigger>(topic("guard/release"), [this](const Trigger::Request&) {
    const std::lock_guard lock(mutex_);
    const bool was_stuck = guard_.release(now());
    return Trigger::Response{.success = was_stuck,
                             .message = was_stuck ? "" : "the robot is not stuck"};
  });
  commands_.emplace(node_, topic("cmd_vel"), qos::reliable, config_.command_type,
                    [this](const Twist2& velocity) {
                      const std::lock_guard lock(mutex_);
                      if (const auto passed = guard_.command(velocity, now())) send(*passed);
                    });
  scan_ = node_.subscribe<sensor_msgs::msg::LaserScan>(
      topic(config_.scan_topic), qos::sensor, [this](const sensor_msgs::msg::LaserScan& message) {
        {
          const std::lock_guard lock(mutex_);
          guard_.scan(scan_of(message), now());
        }
        look();
      });
  graph_watch_ = node_.watch_graph([this] { commands_->follow(node_.graph()); });
  node_.start();
  if (is_lockstep_) {
    timer_ = node_.timer(look_period, [this] { look(); });
  } else {
    watcher_ = std::jthread([this](std::stop_token stop) { watch(stop); });
  }
}

// Nobody watches from here on, so the robot is left standing.
GuardNode::~GuardNode() {
  watcher_ = {};
  graph_watch_.close();
  commands_.reset();
  scan_ = {};
  const std::lock_guard lock(mutex_);
  send({});
}

GuardState GuardNode::state() const {
  const std::lock_guard lock(mutex_);
  return guard_.state();
}

int GuardNode::stops() const {
  const std::lock_guard lock(mutex_);
  return guard_.stops();
}

SimTime GuardNode::now() const {
  return is_lockstep_ ? node_.now() : SimTime(std::chrono::steady_clock::now().time_since_epoch());
}

// Not a timer of the node: whatever its thread does, silence is noticed.
void GuardNode::watch(std::stop_token stop) {
  std::mutex sleeping;
  std::unique_lock lock(sleeping);
  auto next = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    look();
    next = std::max(next + look_period, std::chrono::steady_clock::now());
    bell_.wait_until(lock, stop, next, [] { return false; });
  }
}

void GuardNode::look() {
  const std::lock_guard lock(mutex_);
  const SimTime at = now();
  if (const auto wanted = guard_.tick(at)) send(*wanted);
  ask_for_pause(at);
  // a robot that needs a person does not wait with an open gate
  if (const bool is_stuck = guard_.state() == GuardState::stuck; is_stuck != is_closing_) {
    is_closing_ = is_stuck;
    safety_stop_.publish({is_stuck});
    // the simulator takes that for a resume
    if (!is_stuck) is_paused_ = false;
    guard_.twin_is_paused(is_paused_);
  }
  report(at);
}

// The twin stands while its robot turns. What the simulator answered last counts.
void GuardNode::ask_for_pause(SimTime) {
  const bool wanted = guard_.wants_pause();
  if (is_asking_ || wanted == is_paused_) return;
  is_asking_ = true;
  (wanted ? pause_ : resume_)
      .call({}, answer_patience, [this, wanted](const Result<Trigger::Response>& answer) {
        const std::lock_guard in_callback(mutex_);
        is_asking_ = false;
        if (!answer || !answer->success) return;  // and asked again
        is_paused_ = wanted;
        guard_.twin_is_paused(wanted);
      });
}

void GuardNode::send(const Twist2& velocity) {
  geometry_msgs::msg::Twist message;
  message.linear.x = velocity.linear;
  message.angular.z = velocity.angular;
  if (twist_) twist_.publish(message);
  if (stamped_)
    stamped_.publish({.header = {.stamp = to_message_time(node_.now())}, .twist = message});
}

void GuardNode::report(SimTime at) {
  const GuardState state = guard_.state();
  const bool has_changed = told_state_ != state;
  if (!has_changed && told_at_ && at - *told_at_ < report_period) return;
  DiagnosticStatus status;
  status.level = level_of(state);
  status.name = "guard: " + config_.robot;
  status.hardware_id = config_.robot;
  status.message = guard_.text();
  status.values = {{"state", std::string(name_of(state))},
                   {"stops", std::to_string(guard_.stops())},
                   {"free_ahead_m", fmt::format("{:.2f}", guard_.free_ahead_m())},
                   {"untrusted_scans", std::to_string(guard_.untrusted())}};
  status_.publish(status);
  diagnostics_.publish(
      {.header = {.stamp = to_message_time(node_.now())}, .status = {std::move(status)}});
  if (has_changed) {
    const bool is_fine = state == GuardState::passing;
    node_.log(is_fine ? LogLevel::info : LogLevel::warning, config_.robot + ": " + guard_.text());
  }
  told_state_ = state;
  told_at_ = at;
}

}  // namespace tandem
