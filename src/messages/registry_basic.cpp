// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/builtin_interfaces.h"
#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/registry_builder.h"
#include "messages/rosgraph_msgs.h"
#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "messages/unique_identifier_msgs.h"

namespace tandem {

void add_basic_types(RegistryBuilder& registry) {
  registry.add(builtin_interfaces::Messages{});
  registry.add(diagnostic_msgs::Messages{});
  registry.add(diagnostic_msgs::Services{});
  registry.add(geometry_msgs::Messages{});
  registry.add(rosgraph_msgs::Messages{});
  registry.add(std_msgs::Messages{});
  registry.add(std_srvs::Services{});
  registry.add(unique_identifier_msgs::Messages{});
}

}  // namespace tandem
