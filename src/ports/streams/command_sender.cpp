// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/command_sender.h"

#include <utility>

#include "messages/time.h"
#include "ports/streams/attempt.h"

namespace tandem {

CommandSender::CommandSender(Node& node, std::string topic, CommandType type)
    : node_(node), topic_(std::move(topic)), type_(type) {
  if (type == CommandType::twist) {
    twist_ = node.publisher<geometry_msgs::msg::Twist>(topic_);
  } else {
    stamped_ = node.publisher<geometry_msgs::msg::TwistStamped>(topic_);
  }
}

void CommandSender::send(const Twist2& velocity) {
  geometry_msgs::msg::Twist message;
  message.linear.x = velocity.linear;
  message.angular.z = velocity.angular;
  const std::lock_guard lock(mutex_);
  if (twist_) twist_.publish(message);
  if (stamped_)
    stamped_.publish({.header = {.stamp = to_message_time(node_.now())}, .twist = message});
}

void CommandSender::become(CommandType type) {
  Twist twist;
  Stamped stamped;
  {
    const std::lock_guard lock(mutex_);
    if (type == type_) return;
    type_ = type;
    std::swap(twist, twist_);
    std::swap(stamped, stamped_);
  }
  // the old one goes first: a topic has one type
  twist = {};
  stamped = {};
  attempt(node_, [&] {
    if (type == CommandType::twist) {
      twist = node_.publisher<geometry_msgs::msg::Twist>(topic_);
    } else {
      stamped = node_.publisher<geometry_msgs::msg::TwistStamped>(topic_);
    }
  });
  const std::lock_guard lock(mutex_);
  twist_ = std::move(twist);
  stamped_ = std::move(stamped);
}

}  // namespace tandem
