// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "messages/simulation_interfaces.h"
#include "middleware/node.h"
#include "ports/ros/service_context.h"

namespace tandem {

// The part of simulation_interfaces that is about what stands in the world: who is there, where,
// and how it is put elsewhere or taken away. What is new comes by SpawnServices.
class EntityServices {
 public:
  explicit EntityServices(const ServiceContext& context);

 private:
  void set_state(const simulation_interfaces::srv::SetEntityState::Request& request,
                 const Reply<simulation_interfaces::srv::SetEntityState>& reply);
  void set_info(const simulation_interfaces::srv::SetEntityInfo::Request& request,
                const Reply<simulation_interfaces::srv::SetEntityInfo>& reply);

  // Answers about one entity that a request names.
  template <class S, class Fill>
  Server serve_entity(const char* service, Fill fill);
  // Answers about all entities that a request selects.
  template <class S, class Add>
  Server serve_selection(const char* service, Add add);

  ServiceContext context_;
  std::vector<Server> servers_;
};

}  // namespace tandem
