// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/nav2_msgs_msg.h"
#include "messages/nav2_msgs_srv.h"
#include "messages/registry_builder.h"

namespace tandem {

void add_nav2_types(RegistryBuilder& registry) {
  registry.add(nav2_msgs::Messages{});
  registry.add(nav2_msgs::Services{});
}

}  // namespace tandem
