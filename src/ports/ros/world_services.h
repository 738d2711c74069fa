// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "messages/simulation_interfaces.h"
#include "middleware/node.h"
#include "ports/ros/service_context.h"
#include "ports/ros/state_services.h"

namespace tandem {

// Which world runs: the part of simulation_interfaces about worlds, and the topic
// /vera/load_scenario, which does what LoadWorld does. The new world is checked completely while
// the old one runs; what is wrong with it is answered and published as an event, and the old one
// goes on.
class WorldServices {
 public:
  WorldServices(const ServiceContext& context, StateServices& state);

 private:
  // The remark is for people: why it was not loaded, or what will not be as it asks for.
  using OnLoaded = std::function<void(const LoadOutcome&, const std::string& remark)>;

  void load_world(const simulation_interfaces::srv::LoadWorld::Request& request,
                  const Reply<simulation_interfaces::srv::LoadWorld>& reply);
  void load_scenario(const std::string& name);
  void unload_world(const Reply<simulation_interfaces::srv::UnloadWorld>& reply);
  // Tells who listens to events, then `on_loaded`, on the worker's thread.
  void load(WorldRequest request, OnLoaded on_loaded);
  void tell(const std::string& name, const LoadOutcome& outcome, const std::string& remark);

  ServiceContext context_;
  StateServices& state_;
  std::vector<Server> servers_;
  Subscription load_scenario_;
};

}  // namespace tandem
