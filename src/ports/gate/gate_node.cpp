// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/gate/gate_node.h"

#include <chrono>
#include <utility>

#include "messages/rosgraph_msgs.h"
#include "messages/time.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;

// How often the gate looks; a loss is noticed that much later than its threshold.
constexpr Duration look_period = 5ms;
constexpr Duration report_period = 500ms;

NodeOptions waiting(NodeOptions options) {
  options.starts_at_once = false;
  return options;
}

std::byte level_of(GateState state) {
  switch (state) {
    case GateState::open:
      return DiagnosticStatus::OK;
    case GateState::waiting_for_command:
    case GateState::command_silent:
      return DiagnosticStatus::WARN;
    default:
      return DiagnosticStatus::ERROR;
  }
}

}  // namespace

GateNodeConfig gate_config(const RobotConfig& robot) {
  GateNodeConfig config;
  config.robot = robot.name;
  config.ns = namespace_of(robot);
  config.gate.area = robot.twin.area;
  config.gate.pose_timeout = robot.twin.timeout;
  config.pose_topic = pose_topic_of(robot);
  config.pose_frame = robot.twin.frame;
  if (robot.twin.units == PoseUnits::pixels)
    if (auto view = PlaneView::make(*robot.twin.camera, robot.twin.marker_height_m))
      config.view = *std::move(view);
  config.robot_from_marker = robot.twin.robot_from_marker;
  // what comes directly from the autonomy is not for the motors
  if (robot.guard)
    config.command_topic = (config.ns.empty() ? "" : config.ns + "/") + GuardSettings::output_topic;
  if (robot.ros.cmd_vel_type == CommandVelocityType::twist)
    config.command_type = CommandType::twist;
  if (robot.ros.cmd_vel_type == CommandVelocityType::stamped)
    config.command_type = CommandType::stamped;
  return config;
}

GateNode::GateNode(const GateNodeConfig& config, NodeOptions options)
    : config_(config),
      is_lockstep_(options.context && options.context->is_lockstep()),
      node_(config.robot + "_gate", waiting(std::move(options))),
      gate_(config.gate) {
  const std::string in = config_.command_topic.empty() ? topic("cmd_vel") : config_.command_topic;
  std::string out = config_.output_topic.empty() ? topic("hardware/cmd_vel") : config_.output_topic;
  if (config_.is_weak) out = in;
  if (config_.command_type == CommandType::stamped) {
    stamped_ = node_.publisher<geometry_msgs::msg::TwistStamped>(out);
  } else {
    twist_ = node_.publisher<geometry_msgs::msg::Twist>(out);
  }
  open_ = node_.publisher<std_msgs::msg::Bool>(topic("gate/open"), qos::latched);
  status_ = node_.publisher<DiagnosticStatus>(topic("gate/status"), qos::latched);
  diagnostics_ = node_.publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics");

  clock_ =
      node_.subscribe<rosgraph_msgs::msg::Clock>(config_.clock_topic, qos::clock,
                                                 [this](const rosgraph_msgs::msg::Clock& message) {
                                                   const std::lock_guard lock(mutex_);
                                                   gate_.simulator(to_time(message.clock), now());
                                                 },
                                                 {.is_immediate = true});
  stop_ = node_.subscribe<std_msgs::msg::Bool>(topic("safety_stop"), qos::reliable,
                                               [this](const std_msgs::msg::Bool& message) {
                                                 {
                                                   const std::lock_guard lock(mutex_);
                                                   gate_.stop(message.data);
                                                 }
                                                 look();
                                               },
                                               {.is_immediate = true});
  poses_.emplace(node_, config_.pose_topic, config_.pose_frame,
                 [this](const HeardPose& heard) { hear_pose(heard); });
  if (!config_.is_weak)
    commands_.emplace(node_, in, qos::reliable, config_.command_type,
                      [this](const Twist2& velocity) { hear_command(velocity); });
  graph_watch_ = node_.watch_graph([this] {
    const GraphView graph = node_.graph();
    poses_->follow(graph);
    if (commands_) commands_->follow(graph);
  });
  node_.start();
  if (is_lockstep_) {
    timer_ = node_.timer(look_period, [this] { look(); });
  } else {
    watcher_ = std::jthread([this](std::stop_token stop) { watch(stop); });
  }
}

// Nobody watches from here on, so the robot is left standing.
GateNode::~GateNode() {
  watcher_ = {};
  graph_watch_.close();
  commands_.reset();
  const std::lock_guard lock(mutex_);
  if (!config_.is_weak) send({});
}

GateState GateNode::state() const {
  const std::lock_guard lock(mutex_);
  return gate_.state();
}

SimTime GateNode::now() const {
  return is_lockstep_ ? node_.now() : SimTime(std::chrono::steady_clock::now().time_since_epoch());
}

// Not a timer of the node: whatever its thread does, the gate looks.
void GateNode::watch(std::stop_token stop) {
  std::mutex sleeping;
  std::unique_lock lock(sleeping);
  auto next = std::chrono::steady_clock::now();
  while (!stop.stop_requested()) {
    look();
    next = std::max(next + look_period, std::chrono::steady_clock::now());
    bell_.wait_until(lock, stop, next, [] { return false; });
  }
}

void GateNode::hear_pose(const HeardPose& heard) {
  std::optional<Pose2> in_room = heard.pose;
  if (config_.view) in_room = config_.view->pose_in_room(heard.pose);
  if (in_room) in_room = *in_room * inverse(config_.robot_from_marker);
  const std::lock_guard lock(mutex_);
  // without a stamp each pose counts as new
  gate_.pose(heard.stamp.value_or(now()), in_room, now());
}

void GateNode::hear_command(const Twist2& velocity) {
  const std::lock_guard lock(mutex_);
  if (const auto passed = gate_.command(velocity, now())) send(*passed);
}

void GateNode::look() {
  const std::lock_guard lock(mutex_);
  const SimTime at = now();
  if (config_.is_weak) gate_.command({}, at);
  if (const auto zero = gate_.tick(at)) send(*zero);
  report(at);
}

void GateNode::send(const Twist2& velocity) {
  geometry_msgs::msg::Twist message;
  message.linear.x = velocity.linear;
  message.angular.z = velocity.angular;
  if (twist_) twist_.publish(message);
  if (stamped_)
    stamped_.publish({.header = {.stamp = to_message_time(node_.now())}, .twist = message});
}

void GateNode::report(SimTime at) {
  const GateState state = gate_.state();
  const bool has_changed = told_state_ != state;
  if (!has_changed && told_at_ && at - *told_at_ < report_period) return;
  DiagnosticStatus status;
  status.level = level_of(state);
  status.name = "gate: " + config_.robot;
  status.hardware_id = config_.robot;
  status.message = gate_.text(at);
  status.values = {{"state", std::string(name_of(state))},
                   {"closings", std::to_string(gate_.closings())}};
  status_.publish(status);
  diagnostics_.publish(
      {.header = {.stamp = to_message_time(node_.now())}, .status = {std::move(status)}});
  if (has_changed) {
    open_.publish({state == GateState::open});
    node_.log(state == GateState::open ? LogLevel::info : LogLevel::warning,
              config_.robot + ": " + gate_.text(at));
  }
  told_state_ = state;
  told_at_ = at;
}

}  // namespace tandem
