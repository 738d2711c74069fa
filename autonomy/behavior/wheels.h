// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/pose2.h"
#include "messages/geometry_msgs.h"
#include "middleware/node.h"

namespace tandem {

// The robot's wheels, for skills that drive by themselves.
class Wheels {
 public:
  explicit Wheels(Node& node) : commands_(node.publisher<geometry_msgs::msg::Twist>("cmd_vel")) {}

  void drive(const Twist2& twist) {
    commands_.publish({.linear = {.x = twist.linear}, .angular = {.z = twist.angular}});
  }
  void stop() { drive({}); }

 private:
  Publisher<geometry_msgs::msg::Twist> commands_;
};

}  // namespace tandem
