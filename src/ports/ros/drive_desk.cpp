// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/drive_desk.h"

#include <cmath>

#include "messages/time.h"
#include "ports/ros/convert.h"
#include "ports/streams/attempt.h"

namespace tandem {

namespace {

using TwistMessage = geometry_msgs::msg::Twist;
using geometry_msgs::msg::TwistStamped;

// Of those who listen, or who send; nothing while there is none, or some of both.
std::optional<CommandType> common_type(const GraphView& graph, const std::string& topic,
                                       bool of_publishers, const std::string& but_node) {
  bool has_twist = false, has_stamped = false;
  for (const EndpointInfo& endpoint : graph.endpoints) {
    if (endpoint.is_publisher != of_publishers || endpoint.topic != topic) continue;
    if (endpoint.node == but_node) continue;
    has_twist |= endpoint.type.name == TwistMessage::type_name;
    has_stamped |= endpoint.type.name == TwistStamped::type_name;
  }
  if (has_twist == has_stamped) return std::nullopt;
  return has_stamped ? CommandType::stamped : CommandType::twist;
}

}  // namespace

// Nobody drives from here on, so robots are left standing.
DriveDesk::~DriveDesk() {
  for (auto& [name, line] : lines_)
    if (line.is_driving) send(line, {}, time_);
}

void DriveDesk::drive(const std::string& robot, const Twist2& velocity) {
  if (!robots_.has(robot) || !std::isfinite(velocity.linear) || !std::isfinite(velocity.angular))
    return;
  const std::lock_guard lock(mutex_);
  wanted_[robot] = velocity;
}

void DriveDesk::keep_up(Duration now, SimTime time) {
  time_ = time;
  std::map<std::string, Twist2> wanted;
  {
    const std::lock_guard lock(mutex_);
    wanted.swap(wanted_);
  }
  const auto robots = robots_.all();
  for (const auto& [name, velocity] : wanted) {
    const NetworkRobot* robot = robot_named(*robots, name);
    if (!robot) continue;
    Line& line = lines_[name];
    if (!line.twist && !line.stamped) {
      line.topic = robot->interface.topic("cmd_vel");
      line.fixed_type = robot->interface.command_type;
      open(line, type_for(line, node_.graph()));
    }
    send(line, velocity, time);
    line.commanded = now;
    line.is_driving = true;
  }
  for (auto& [name, line] : lines_) {
    if (!line.is_driving || now - line.commanded < command_timeout) continue;
    send(line, {}, time);
    line.is_driving = false;
  }
  // a publisher that stays would keep others' commands of another type out
  std::erase_if(lines_, [&](const auto& entry) {
    return now - entry.second.commanded >= command_timeout + farewell;
  });
}

void DriveDesk::follow_robots() {
  const auto robots = robots_.all();
  for (auto& [name, line] : lines_) {
    const NetworkRobot* robot = robot_named(*robots, name);
    const bool is_same = robot && robot->interface.topic("cmd_vel") == line.topic &&
                         robot->interface.command_type == line.fixed_type;
    if (is_same || !line.is_driving) continue;
    send(line, {}, time_);
    line.is_driving = false;
  }
}

void DriveDesk::follow(const GraphView& graph) {
  for (auto& [name, line] : lines_)
    if (const CommandType type = type_for(line, graph); type != line.type) open(line, type);
}

CommandType DriveDesk::type_for(const Line& line, const GraphView& graph) const {
  if (line.fixed_type) return *line.fixed_type;
  const std::string topic = node_.resolve_topic(line.topic);
  if (const auto heard = common_type(graph, topic, false, "")) return *heard;
  return common_type(graph, topic, true, node_.full_name()).value_or(CommandType::twist);
}

void DriveDesk::open(Line& line, CommandType type) {
  line.type = type;
  // one goes first: both at once cannot be
  line.twist.close();
  line.stamped.close();
  attempt(node_, [&] {
    if (type == CommandType::twist)
      line.twist = node_.publisher<TwistMessage>(line.topic);
    else
      line.stamped = node_.publisher<TwistStamped>(line.topic);
  });
}

void DriveDesk::send(Line& line, const Twist2& velocity, SimTime time) {
  TwistMessage message;
  message.linear.x = velocity.linear;
  message.angular.z = velocity.angular;
  line.twist.publish(message);
  line.stamped.publish(
      {.header = {.stamp = to_message_time(time), .frame_id = {}}, .twist = message});
}

}  // namespace tandem
