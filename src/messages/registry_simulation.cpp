// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/registry_builder.h"
#include "messages/simulation_interfaces_action.h"
#include "messages/simulation_interfaces_msg.h"
#include "messages/simulation_interfaces_srv.h"

namespace tandem {

void add_simulation_types(RegistryBuilder& registry) {
  registry.add(simulation_interfaces::Actions{});
  registry.add(simulation_interfaces::Messages{});
  registry.add(simulation_interfaces::Services{});
}

}  // namespace tandem
