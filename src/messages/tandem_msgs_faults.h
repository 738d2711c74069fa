// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/diagnostic_msgs.h"
#include "messages/message.h"

// Messages of Tandem about faults (interfaces); the others are in tandem_msgs.h.

namespace tandem::tandem_msgs::msg {

struct Fault {
  std::string name;
  std::string kind;
  std::string robot;
  std::string sensor;
  std::string process;
  std::vector<diagnostic_msgs::msg::KeyValue> values;
  std::uint64_t seed = 0;
  bool active = false;
  builtin_interfaces::msg::Time start;
  builtin_interfaces::msg::Time end;
  std::uint64_t hits = 0;
  TANDEM_MESSAGE("tandem_msgs/msg/Fault", name, kind, robot, sensor, process, values, seed, active,
                 start, end, hits)
};

struct Faults {
  builtin_interfaces::msg::Time stamp;
  std::vector<Fault> faults;
  TANDEM_MESSAGE("tandem_msgs/msg/Faults", stamp, faults)
};

}  // namespace tandem::tandem_msgs::msg

namespace tandem::tandem_msgs::srv {

struct InjectFault {
  struct Request {
    std::string kind;
    std::string name;
    std::string robot;
    std::string sensor;
    std::string process;
    std::vector<diagnostic_msgs::msg::KeyValue> values;
    builtin_interfaces::msg::Duration delay;
    builtin_interfaces::msg::Duration duration;
    std::uint64_t seed = 0;
    TANDEM_MESSAGE("tandem_msgs/srv/InjectFault_Request", kind, name, robot, sensor, process,
                   values, delay, duration, seed)
  };
  struct Response {
    bool success = false;
    std::string message;
    std::string name;
    TANDEM_MESSAGE("tandem_msgs/srv/InjectFault_Response", success, message, name)
  };
  TANDEM_SERVICE("tandem_msgs/srv/InjectFault")
};

struct ClearFault {
  struct Request {
    std::string name;
    TANDEM_MESSAGE("tandem_msgs/srv/ClearFault_Request", name)
  };
  struct Response {
    bool success = false;
    std::string message;
    TANDEM_MESSAGE("tandem_msgs/srv/ClearFault_Response", success, message)
  };
  TANDEM_SERVICE("tandem_msgs/srv/ClearFault")
};

struct ListFaults {
  struct Request {
    TANDEM_MESSAGE("tandem_msgs/srv/ListFaults_Request")
  };
  struct Response {
    builtin_interfaces::msg::Time stamp;
    std::vector<msg::Fault> faults;
    std::vector<std::string> processes;
    TANDEM_MESSAGE("tandem_msgs/srv/ListFaults_Response", stamp, faults, processes)
  };
  TANDEM_SERVICE("tandem_msgs/srv/ListFaults")
};

}  // namespace tandem::tandem_msgs::srv

namespace tandem::tandem_msgs {

using FaultMessages = TypeList<msg::Fault, msg::Faults>;
using FaultServices = TypeList<srv::ClearFault, srv::InjectFault, srv::ListFaults>;

}  // namespace tandem::tandem_msgs
