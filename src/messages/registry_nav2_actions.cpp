// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/nav2_msgs_action.h"
#include "messages/registry_builder.h"

namespace tandem {

void add_nav2_action_types(RegistryBuilder& registry) { registry.add(nav2_msgs::Actions{}); }

}  // namespace tandem
