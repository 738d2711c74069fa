// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "middleware/transport.h"

namespace tandem {

// Questions that people ask about a network, answered from what the transport sees of it. Lists
// are sorted by name.

struct NamedTypes {
  std::string name;
  std::vector<std::string> types;  // one, unless somebody made a mistake

  friend bool operator==(const NamedTypes&, const NamedTypes&) = default;
};

// Names of which a part starts with '_' are for machines: "/nav/_action/status".
bool is_hidden(std::string_view name);
std::vector<NamedTypes> without_hidden(std::vector<NamedTypes> all);

// Those that somebody publishes or subscribes to, serves or calls.
std::vector<NamedTypes> find_topics(const GraphView& graph);
std::vector<NamedTypes> find_services(const GraphView& graph);
std::vector<NamedTypes> find_actions(const GraphView& graph);

// Who publishes a topic or serves a service, and who receives or calls it.
struct Endpoints {
  std::vector<EndpointInfo> offering;
  std::vector<EndpointInfo> using_it;

  bool is_empty() const { return offering.empty() && using_it.empty(); }
};

Endpoints endpoints_of_topic(const GraphView& graph, std::string_view topic);
Endpoints endpoints_of_service(const GraphView& graph, std::string_view service);
// An action's servers are those that publish its feedback.
Endpoints endpoints_of_action(const GraphView& graph, std::string_view action);

// The types of these endpoints, each once, sorted.
std::vector<std::string> types_of(const std::vector<EndpointInfo>& endpoints);
std::vector<std::string> types_of(const Endpoints& endpoints);

struct NodeDescription {
  std::vector<NamedTypes> subscribers;
  std::vector<NamedTypes> publishers;
  std::vector<NamedTypes> servers;
  std::vector<NamedTypes> clients;
  std::vector<NamedTypes> action_servers;
  std::vector<NamedTypes> action_clients;
};

// `node` is a full name, "/lab/tandem".
bool has_node(const GraphView& graph, std::string_view node);
NodeDescription describe_node(const GraphView& graph, std::string_view node);

}  // namespace tandem
