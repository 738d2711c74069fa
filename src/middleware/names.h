// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "middleware/transport.h"

namespace tandem {

// ROS 2's names: "/absolute", "relative" to the namespace, "~/private" to the node.

// "/lab" and "tandem" are "/lab/tandem"; the root's slash is not doubled.
std::string join_names(std::string_view ns, std::string_view name);
std::string full_name(const NodeName& node);

// Why this can't be a node's name or a namespace, as a sentence; nothing when it can.
std::optional<std::string> why_not_a_node_name(std::string_view name);
std::optional<std::string> why_not_a_namespace(std::string_view ns);

// The absolute name of a topic, service, action or parameter service as seen by a node, before
// remapping. "{node}" and "{ns}" stand for the node's own.
Result<std::string> expand_name(std::string_view name, const NodeName& node);

// "-r from:=to", for every node of the program or for one of them.
struct RemapRule {
  enum class Kind { any, topic, service };

  std::string node;  // empty: any
  Kind kind = Kind::any;
  std::string from;  // also "__node" and "__ns"
  std::string to;
};

// The name after the first rule that fits. `node` is the node's name as it is after remapping.
Result<std::string> resolve_name(std::string_view name, const NodeName& node, RemapRule::Kind kind,
                                 const std::vector<RemapRule>& rules);

// The node's own name and namespace after the rules "__node" and "__ns".
Result<NodeName> resolve_node_name(const NodeName& given, const std::vector<RemapRule>& rules);

}  // namespace tandem
