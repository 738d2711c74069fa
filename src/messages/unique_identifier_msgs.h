// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "messages/message.h"

// ROS 2's unique_identifier_msgs, as in Jazzy.
namespace tandem::unique_identifier_msgs::msg {

struct UUID {
  std::array<std::uint8_t, 16> uuid{};
  TANDEM_MESSAGE("unique_identifier_msgs/msg/UUID", uuid)
};

}  // namespace tandem::unique_identifier_msgs::msg

namespace tandem::unique_identifier_msgs {

using Messages = TypeList<msg::UUID>;

}  // namespace tandem::unique_identifier_msgs
