// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "messages/message.h"
#include "messages/std_msgs.h"

// ROS 2's diagnostic_msgs, as in Jazzy.
namespace tandem::diagnostic_msgs::msg {

struct KeyValue {
  std::string key;
  std::string value;
  TANDEM_MESSAGE("diagnostic_msgs/msg/KeyValue", key, value)
};

struct DiagnosticStatus {
  static constexpr std::byte OK{0};
  static constexpr std::byte WARN{1};
  static constexpr std::byte ERROR{2};
  static constexpr std::byte STALE{3};

  std::byte level{};
  std::string name;
  std::string message;
  std::string hardware_id;
  std::vector<KeyValue> values;
  TANDEM_CONSTANTS(OK, WARN, ERROR, STALE)
  TANDEM_MESSAGE("diagnostic_msgs/msg/DiagnosticStatus", level, name, message, hardware_id, values)
};

struct DiagnosticArray {
  std_msgs::msg::Header header;
  std::vector<DiagnosticStatus> status;
  TANDEM_MESSAGE("diagnostic_msgs/msg/DiagnosticArray", header, status)
};

}  // namespace tandem::diagnostic_msgs::msg

namespace tandem::diagnostic_msgs::srv {

struct AddDiagnostics {
  struct Request {
    std::string load_namespace;
    TANDEM_MESSAGE("diagnostic_msgs/srv/AddDiagnostics_Request", load_namespace)
  };
  struct Response {
    bool success = false;
    std::string message;
    TANDEM_MESSAGE("diagnostic_msgs/srv/AddDiagnostics_Response", success, message)
  };
  TANDEM_SERVICE("diagnostic_msgs/srv/AddDiagnostics")
};

struct SelfTest {
  struct Request {
    TANDEM_MESSAGE("diagnostic_msgs/srv/SelfTest_Request")
  };
  struct Response {
    std::string id;
    std::byte passed{};
    std::vector<msg::DiagnosticStatus> status;
    TANDEM_MESSAGE("diagnostic_msgs/srv/SelfTest_Response", id, passed, status)
  };
  TANDEM_SERVICE("diagnostic_msgs/srv/SelfTest")
};

}  // namespace tandem::diagnostic_msgs::srv

namespace tandem::diagnostic_msgs {

using Messages = TypeList<msg::DiagnosticArray, msg::DiagnosticStatus, msg::KeyValue>;
using Services = TypeList<srv::AddDiagnostics, srv::SelfTest>;

}  // namespace tandem::diagnostic_msgs
