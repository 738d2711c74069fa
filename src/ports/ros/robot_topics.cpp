// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/robot_topics.h"

#include <fmt/format.h>

#include "ports/ros/robot_messages.h"
#include "scenario/urdf_text.h"

namespace tandem {

namespace {

// What a tracker does not see it does not place: programs notice that nobody tells any more.
bool is_place_known(const RobotState& robot) {
  if (!robot.twin) return true;
  const TrackingState tracking = robot.twin->state.tracking;
  return tracking == TrackingState::tracking || tracking == TrackingState::degraded;
}

}  // namespace

RobotTopics::RobotTopics(Node& node, const std::string& robot, const RobotInterface& interface,
                         Inbox& inbox)
    : interface_(interface),
      links_(*interface.model, interface.frame_prefix),
      cadence_(Cadence::at_rate(interface.rate_hz)) {
  const auto offer = [&]<class M>(OfferedTopic<M>& topic, const char* name,
                                  const TopicOffer& usual = {}) {
    if (interface.sensor_topics.contains(name)) return;
    topic = OfferedTopic<M>(node, interface.topic(name), usual, choice_for(interface.topics, name));
  };
  if (interface.has_odometry) offer(odometry_, "odom");
  if (interface.is_driven) {
    const TopicChoice command = choice_for(interface.topics, "cmd_vel");
    if (command.is_published.value_or(true))
      command_.emplace(node, interface.topic("cmd_vel"), chosen_qos(qos::reliable, command),
                       interface.command_type, [&inbox, robot](const Twist2& velocity) {
                         inbox.commands.put({robot, velocity});
                       });
  }
  offer(joint_states_, "joint_states");
  offer(ground_truth_, "ground_truth", {.is_published = false});
  if (const Result<std::string> urdf = urdf_text(*interface.model)) {
    offer(description_, "robot_description", {.qos = qos::latched});
    if (description_.is_offered()) description_.publish({*urdf});
  } else {
    node.log(LogLevel::warning,
             fmt::format("{} has no robot_description: {}", robot, urdf.error()));
  }
}

void RobotTopics::publish(const RobotState& robot, SimTime time) {
  is_due_ = cadence_.is_due(time);
  if (!is_due_) return;
  if (odometry_.is_due(time)) odometry_.publish(odometry_message(robot, time, interface_.frames));
  if (ground_truth_.is_due(time))
    ground_truth_.publish(ground_truth_message(robot, time, interface_.frames));
  if (joint_states_.is_due(time)) joint_states_.publish(joint_state_message(robot, time));
}

void RobotTopics::append_moving(
    const RobotState& robot, SimTime time,
    std::vector<geometry_msgs::msg::TransformStamped>& transforms) const {
  const RobotFrames& frames = interface_.frames;
  if (interface_.is_localized && is_place_known(robot))
    transforms.push_back(interface_.has_odometry ? localization_transform(robot, time, frames)
                                                 : pose_transform(robot, time, frames));
  if (interface_.has_odometry) transforms.push_back(odometry_transform(robot, time, frames));
  links_.append_moving(robot.joints, time, transforms);
}

void RobotTopics::append_fixed(
    SimTime time, std::vector<geometry_msgs::msg::TransformStamped>& transforms) const {
  const auto fixed = links_.fixed(time);
  transforms.insert(transforms.end(), fixed.begin(), fixed.end());
}

void RobotTopics::follow(const GraphView& graph) {
  if (command_) command_->follow(graph);
}

std::uint64_t RobotTopics::dropped() const {
  return odometry_.dropped() + ground_truth_.dropped() + joint_states_.dropped();
}

}  // namespace tandem
