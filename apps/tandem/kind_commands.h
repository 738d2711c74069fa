// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "tools/graph_queries.h"

namespace tandem {

// Topics, services and actions have names and types, and the same questions are asked about them.
struct Kind {
  const char* name;   // "topic"
  const char* names;  // "topics"
  const char* example;
  std::vector<NamedTypes> (*find)(const GraphView&);
  Endpoints (*endpoints)(const GraphView&, std::string_view name);
};
inline constexpr Kind topics{"topic", "topics", "geometry_msgs/msg/Twist", find_topics,
                             endpoints_of_topic};
inline constexpr Kind services{"service", "services", "std_srvs/srv/Trigger", find_services,
                               endpoints_of_service};
inline constexpr Kind actions{"action", "actions", "nav2_msgs/action/NavigateToPose", find_actions,
                              endpoints_of_action};

// Subcommands of `tandem topic`, `tandem service` and `tandem action`.
void add_list_command(Command app, const Kind& kind);
void add_type_command(Command app, const Kind& kind);
void add_find_command(Command app, const Kind& kind);

}  // namespace tandem
