// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "messages/message.h"

// ROS 2's builtin_interfaces, as in Jazzy.
namespace tandem::builtin_interfaces::msg {

struct Duration {
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
  TANDEM_MESSAGE("builtin_interfaces/msg/Duration", sec, nanosec)
};

struct Time {
  std::int32_t sec = 0;
  std::uint32_t nanosec = 0;
  TANDEM_MESSAGE("builtin_interfaces/msg/Time", sec, nanosec)
};

}  // namespace tandem::builtin_interfaces::msg

namespace tandem::builtin_interfaces {

using Messages = TypeList<msg::Duration, msg::Time>;

}  // namespace tandem::builtin_interfaces
