// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "messages/type_description.h"

namespace tandem {

// The types that are known by name at run time: all that are named in the lists at the end of their
// packages' headers, and what ROS 2 derives from them. Descriptions and hashes are made when
// somebody asks.

struct MessageType {
  std::string_view name;  // "geometry_msgs/msg/Twist", "std_srvs/srv/Trigger_Request"
  const TypeDescription& (*description)();
  const std::string& (*hash)();  // "RIHS01_..."
};

struct ServiceType {
  std::string_view name;  // "std_srvs/srv/Trigger"
  const std::string& (*hash)();
  MessageType request;
  MessageType response;
};

struct ActionType {
  std::string_view name;  // "nav2_msgs/action/NavigateToPose"
  const std::string& (*hash)();
  MessageType goal;
  MessageType result;
  MessageType feedback;
  ServiceType send_goal;
  ServiceType get_result;
  MessageType feedback_message;
};

// Nothing if there is no such type. "geometry_msgs/Twist" is also understood.
const MessageType* find_message_type(std::string_view name);
const ServiceType* find_service_type(std::string_view name);
const ActionType* find_action_type(std::string_view name);

// In the order of their names. The parts of services and actions are among the messages, the
// services of actions among the services.
std::span<const MessageType> all_message_types();
std::span<const ServiceType> all_service_types();
std::span<const ActionType> all_action_types();

}  // namespace tandem
