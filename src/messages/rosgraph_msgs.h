// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/builtin_interfaces.h"
#include "messages/message.h"

// ROS 2's rosgraph_msgs, as in Jazzy.
namespace tandem::rosgraph_msgs::msg {

struct Clock {
  builtin_interfaces::msg::Time clock;
  TANDEM_MESSAGE("rosgraph_msgs/msg/Clock", clock)
};

}  // namespace tandem::rosgraph_msgs::msg

namespace tandem::rosgraph_msgs {

using Messages = TypeList<msg::Clock>;

}  // namespace tandem::rosgraph_msgs
