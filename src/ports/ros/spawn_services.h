// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "messages/simulation_interfaces.h"
#include "middleware/node.h"
#include "ports/ros/service_context.h"

namespace tandem {

// The part of simulation_interfaces that brings things and robots into the world.
class SpawnServices {
 public:
  explicit SpawnServices(const ServiceContext& context);

 private:
  using OnSpawned = std::function<void(const simulation_interfaces::msg::SpawnResult&)>;

  // Reads and checks what is to come, here, and answers when it is there.
  void spawn(const simulation_interfaces::msg::SpawnEntity& request, const OnSpawned& on_spawned);
  void spawn_all(const std::vector<simulation_interfaces::msg::SpawnEntity>& requests,
                 const Reply<simulation_interfaces::srv::SpawnEntities>& reply);

  ServiceContext context_;
  std::vector<Server> servers_;
};

}  // namespace tandem
