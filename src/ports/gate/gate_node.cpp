// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/gate/gate_node.h"

#include <utility>

#include "messages/diagnostic_msgs.h"
#include "messages/rosgraph_msgs.h"
#include "messages/time.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;

// How often the gate looks; a loss is noticed that much later than its threshold.
constexpr Duration look_period = 5ms;

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

// By what the simulator says of a twin.
bool is_following(const DiagnosticStatus& status) {
  return status.level == DiagnosticStatus::OK || status.level == DiagnosticStatus::WARN;
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
      is_lockstep_(is_lockstep(options)),
      node_(config.robot + "_gate", waiting(std::move(options))),
      watch_(node_, is_lockstep_, look_period),
      gate_(config.gate),
      motors_(node_, output_topic(), config.command_type.value_or(CommandType::twist)),
      open_(node_.publisher<std_msgs::msg::Bool>(topic("gate/open"), qos::latched)),
      report_(node_, "gate", config.robot, topic("gate/status")) {
  using rosgraph_msgs::msg::Clock;
  const auto hear_time = [this](const Clock& message) {
    const std::lock_guard lock(mutex_);
    gate_.simulator(to_time(message.clock), watch_.now());
  };
  clock_ =
      node_.subscribe<Clock>(config_.clock_topic, qos::clock, hear_time, {.is_immediate = true});
  const auto hear_twin = [this](const DiagnosticStatus& message) {
    {
      const std::lock_guard lock(mutex_);
      gate_.twin(is_following(message), watch_.now());
    }
    look();
  };
  twin_ = node_.subscribe<DiagnosticStatus>(topic("twin/status"), qos::reliable, hear_twin,
                                            {.is_immediate = true});
  const auto hear_stop = [this](const std_msgs::msg::Bool& message) {
    {
      const std::lock_guard lock(mutex_);
      gate_.stop(message.data);
    }
    look();
  };
  stop_ = node_.subscribe<std_msgs::msg::Bool>(topic("safety_stop"), qos::reliable, hear_stop,
                                               {.is_immediate = true});
  poses_.emplace(node_, config_.pose_topic, config_.pose_frame,
                 [this](const HeardPose& heard) { hear_pose(heard); });
  if (!config_.is_weak)
    commands_.emplace(node_, command_topic(), qos::reliable, config_.command_type,
                      [this](const Twist2& velocity) { hear_command(velocity); });
  follow();
  graph_watch_ = node_.watch_graph([this] { follow(); });
  node_.start();
  watch_.start([this] { look(); });
}

// Nobody watches from here on, so the robot is left standing.
GateNode::~GateNode() {
  watch_.stop();
  graph_watch_.close();
  commands_.reset();
  if (!config_.is_weak) motors_.send({});
}

std::string GateNode::command_topic() const {
  return config_.command_topic.empty() ? topic("cmd_vel") : config_.command_topic;
}

std::string GateNode::output_topic() const {
  if (config_.is_weak) return command_topic();
  return config_.output_topic.empty() ? topic("hardware/cmd_vel") : config_.output_topic;
}

GateState GateNode::state() const {
  const std::lock_guard lock(mutex_);
  return gate_.state();
}

// What comes in and goes out has one type: the base was made to hear the autonomy.
void GateNode::follow() {
  const GraphView graph = node_.graph();
  poses_->follow(graph);
  if (commands_) {
    commands_->follow(graph);
    motors_.become(commands_->type());
  } else if (!config_.command_type) {
    const auto others =
        sent_command_type(graph, node_.resolve_topic(command_topic()), node_.full_name());
    if (others) motors_.become(*others);
  }
}

void GateNode::hear_pose(const HeardPose& heard) {
  std::optional<Pose2> in_room = heard.pose;
  if (config_.view) in_room = config_.view->pose_in_room(heard.pose);
  if (in_room) in_room = *in_room * inverse(config_.robot_from_marker);
  const std::lock_guard lock(mutex_);
  const SimTime at = watch_.now();
  // without a stamp each pose counts as new
  gate_.pose(heard.stamp.value_or(at), in_room, at);
}

void GateNode::hear_command(const Twist2& velocity) {
  const std::lock_guard lock(mutex_);
  if (const auto passed = gate_.command(velocity, watch_.now())) motors_.send(*passed);
}

void GateNode::look() {
  const std::lock_guard lock(mutex_);
  const SimTime at = watch_.now();
  if (config_.is_weak) gate_.command({}, at);
  if (const auto zero = gate_.tick(at)) motors_.send(*zero);
  report(at);
}

void GateNode::report(SimTime at) {
  const GateState state = gate_.state();
  if (!report_.is_due(name_of(state), at)) return;
  report_.tell({.name = name_of(state),
                .text = gate_.text(at),
                .level = level_of(state),
                .values = {{"closings", std::to_string(gate_.closings())}}},
               at);
  if (const bool is_open = state == GateState::open; told_open_ != is_open) {
    open_.publish({is_open});
    told_open_ = is_open;
  }
}

}  // namespace tandem
