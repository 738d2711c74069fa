// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "middleware/transport.h"

namespace tandem {

// A kind of message that a topic may have, and its name in ROS 2.
template <class Type>
using TypeName = std::pair<Type, std::string_view>;

// What the publishers of a topic send, those of one node apart. Nothing while there is none, or
// they are not of one mind.
template <class Type>
std::optional<Type> sent_type(const GraphView& graph, std::string_view topic,
                              std::span<const TypeName<Type>> known,
                              std::string_view except_node = {}) {
  std::optional<Type> sent;
  for (const EndpointInfo& endpoint : graph.endpoints) {
    if (!endpoint.is_publisher || endpoint.topic != topic) continue;
    if (!except_node.empty() && endpoint.node == except_node) continue;
    for (const auto& [type, name] : known) {
      if (endpoint.type.name != name) continue;
      if (sent && *sent != type) return std::nullopt;
      sent = type;
    }
  }
  return sent;
}

}  // namespace tandem
