// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/registry.h"

#include <algorithm>

#include "messages/registry_builder.h"

namespace tandem {

namespace {

const RegistryBuilder& registry() {
  static const RegistryBuilder made = [] {
    RegistryBuilder builder;
    add_basic_types(builder);
    add_sensor_types(builder);
    add_ros_types(builder);
    add_simulation_types(builder);
    add_nav2_types(builder);
    add_nav2_action_types(builder);
    std::ranges::sort(builder.messages, {}, &MessageType::name);
    std::ranges::sort(builder.services, {}, &ServiceType::name);
    std::ranges::sort(builder.actions, {}, &ActionType::name);
    return builder;
  }();
  return made;
}

template <class Type>
const Type* find(const std::vector<Type>& types, std::string_view name, std::string_view kind) {
  // "geometry_msgs/Twist" -> "geometry_msgs/msg/Twist"
  std::string full(name);
  const std::size_t slash = full.find('/');
  if (slash != std::string::npos && slash == full.rfind('/')) full.insert(slash, kind);

  const auto found = std::ranges::lower_bound(types, full, {}, &Type::name);
  return found != types.end() && found->name == full ? &*found : nullptr;
}

}  // namespace

const MessageType* find_message_type(std::string_view name) {
  return find(registry().messages, name, "/msg");
}

const ServiceType* find_service_type(std::string_view name) {
  return find(registry().services, name, "/srv");
}

const ActionType* find_action_type(std::string_view name) {
  return find(registry().actions, name, "/action");
}

std::span<const MessageType> all_message_types() { return registry().messages; }
std::span<const ServiceType> all_service_types() { return registry().services; }
std::span<const ActionType> all_action_types() { return registry().actions; }

}  // namespace tandem
