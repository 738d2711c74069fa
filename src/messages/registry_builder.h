// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "messages/action.h"
#include "messages/registry.h"
#include "messages/service.h"
#include "messages/type_hash.h"

namespace tandem {

// Collects the types of packages from the lists in their headers.
struct RegistryBuilder {
  std::vector<MessageType> messages;
  std::vector<ServiceType> services;
  std::vector<ActionType> actions;

  template <Message... M>
  void add(TypeList<M...>) {
    (add_message<M>(), ...);
  }
  template <Service... S>
  void add(TypeList<S...>) {
    (add_service<S>(), ...);
  }
  template <Action... A>
  void add(TypeList<A...>) {
    (add_action<A>(), ...);
  }

 private:
  template <Message M>
  MessageType add_message() {
    return messages.emplace_back(MessageType{M::type_name, &describe<M>, &type_hash<M>});
  }
  template <Service S>
  ServiceType add_service() {
    add_message<ServiceEvent<S>>();
    return services.emplace_back(ServiceType{S::type_name, &type_hash<S>,
                                             add_message<typename S::Request>(),
                                             add_message<typename S::Response>()});
  }
  template <Action A>
  ActionType add_action() {
    return actions.emplace_back(
        ActionType{A::type_name, &type_hash<A>, add_message<typename A::Goal>(),
                   add_message<typename A::Result>(), add_message<typename A::Feedback>(),
                   add_service<SendGoal<A>>(), add_service<GetResult<A>>(),
                   add_message<FeedbackMessage<A>>()});
  }
};

// One per file registry_*.cpp, so that no file takes long to compile.
void add_basic_types(RegistryBuilder& registry);
void add_sensor_types(RegistryBuilder& registry);
void add_ros_types(RegistryBuilder& registry);
void add_simulation_types(RegistryBuilder& registry);
void add_nav2_types(RegistryBuilder& registry);
void add_nav2_action_types(RegistryBuilder& registry);

}  // namespace tandem
