// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "messages/builtin_interfaces.h"
#include "messages/message.h"

// ROS 2's service_msgs, as in Jazzy.
namespace tandem::service_msgs::msg {

struct ServiceEventInfo {
  static constexpr std::uint8_t REQUEST_SENT = 0;
  static constexpr std::uint8_t REQUEST_RECEIVED = 1;
  static constexpr std::uint8_t RESPONSE_SENT = 2;
  static constexpr std::uint8_t RESPONSE_RECEIVED = 3;

  std::uint8_t event_type = 0;
  builtin_interfaces::msg::Time stamp;
  std::array<std::uint8_t, 16> client_gid{};
  std::int64_t sequence_number = 0;
  TANDEM_CONSTANTS(REQUEST_SENT, REQUEST_RECEIVED, RESPONSE_SENT, RESPONSE_RECEIVED)
  TANDEM_MESSAGE("service_msgs/msg/ServiceEventInfo", event_type, stamp, client_gid,
                 sequence_number)
};

}  // namespace tandem::service_msgs::msg

namespace tandem::service_msgs {

using Messages = TypeList<msg::ServiceEventInfo>;

}  // namespace tandem::service_msgs
