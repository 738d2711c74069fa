// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/graph_queries.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tandem {

namespace {

constexpr std::string_view feedback_topic = "/_action/feedback";

// What an endpoint means to people.
struct Meaning {
  std::string name;
  std::string type;
};

std::optional<std::string_view> between(std::string_view text, std::string_view prefix,
                                        std::string_view suffix) {
  if (text.size() <= prefix.size() + suffix.size()) return {};
  if (!text.starts_with(prefix) || !text.ends_with(suffix)) return {};
  text.remove_prefix(prefix.size());
  text.remove_suffix(suffix.size());
  return text;
}

std::string without_suffix(std::string_view text, std::string_view suffix) {
  if (text.ends_with(suffix)) text.remove_suffix(suffix.size());
  return std::string(text);
}

std::optional<Meaning> as_topic(const EndpointInfo& endpoint) {
  if (!endpoint.topic.starts_with('/')) return {};
  return Meaning{endpoint.topic, endpoint.type.name};
}

// Servers receive requests and clients send them; the topic of the answers says the same again.
std::optional<Meaning> as_service(const EndpointInfo& endpoint) {
  const auto name = between(endpoint.topic, "rq", "Request");
  if (!name) return {};
  return Meaning{std::string(*name), without_suffix(endpoint.type.name, "_Request")};
}

std::optional<Meaning> as_action(const EndpointInfo& endpoint) {
  const auto name = between(endpoint.topic, "", feedback_topic);
  if (!name || !name->starts_with('/')) return {};
  return Meaning{std::string(*name), without_suffix(endpoint.type.name, "_FeedbackMessage")};
}

// Collects names with their types from the endpoints that mean something.
class Collector {
 public:
  void add(const std::optional<Meaning>& meaning) {
    if (meaning) types_[meaning->name].insert(meaning->type);
  }

  std::vector<NamedTypes> all() const {
    std::vector<NamedTypes> result;
    for (const auto& [name, types] : types_) result.push_back({name, {types.begin(), types.end()}});
    return result;
  }

 private:
  std::map<std::string, std::set<std::string>> types_;
};

using Reading = std::optional<Meaning> (*)(const EndpointInfo&);

std::vector<NamedTypes> find(const GraphView& graph, Reading read) {
  Collector found;
  for (const EndpointInfo& endpoint : graph.endpoints) found.add(read(endpoint));
  return found.all();
}

std::vector<NamedTypes> find_of_node(const GraphView& graph, std::string_view node, Reading read,
                                     bool is_publisher) {
  Collector found;
  for (const EndpointInfo& endpoint : graph.endpoints)
    if (endpoint.node == node && endpoint.is_publisher == is_publisher) found.add(read(endpoint));
  return found.all();
}

// `publishers_offer`: servers of a service receive its requests, all others publish what they offer
Endpoints select(const GraphView& graph, std::string_view name, Reading read,
                 bool publishers_offer) {
  Endpoints result;
  for (const EndpointInfo& endpoint : graph.endpoints) {
    const auto meaning = read(endpoint);
    if (!meaning || meaning->name != name) continue;
    auto& side = endpoint.is_publisher == publishers_offer ? result.offering : result.using_it;
    side.push_back(endpoint);
    side.back().type.name = meaning->type;
  }
  const auto by_node = [](const EndpointInfo& a, const EndpointInfo& b) {
    return std::tie(a.node, a.gid) < std::tie(b.node, b.gid);
  };
  std::ranges::sort(result.offering, by_node);
  std::ranges::sort(result.using_it, by_node);
  return result;
}

}  // namespace

bool is_hidden(std::string_view name) {
  return name.starts_with('_') || name.find("/_") != std::string_view::npos;
}

std::vector<NamedTypes> without_hidden(std::vector<NamedTypes> all) {
  std::erase_if(all, [](const NamedTypes& entry) { return is_hidden(entry.name); });
  return all;
}

std::vector<NamedTypes> find_topics(const GraphView& graph) { return find(graph, as_topic); }
std::vector<NamedTypes> find_services(const GraphView& graph) { return find(graph, as_service); }
std::vector<NamedTypes> find_actions(const GraphView& graph) { return find(graph, as_action); }

Endpoints endpoints_of_topic(const GraphView& graph, std::string_view topic) {
  return select(graph, topic, as_topic, true);
}

Endpoints endpoints_of_service(const GraphView& graph, std::string_view service) {
  return select(graph, service, as_service, false);
}

Endpoints endpoints_of_action(const GraphView& graph, std::string_view action) {
  return select(graph, action, as_action, true);
}

std::vector<std::string> types_of(const std::vector<EndpointInfo>& endpoints) {
  std::set<std::string> types;
  for (const EndpointInfo& endpoint : endpoints) types.insert(endpoint.type.name);
  return {types.begin(), types.end()};
}

std::vector<std::string> types_of(const Endpoints& endpoints) {
  std::vector<EndpointInfo> all = endpoints.offering;
  all.insert(all.end(), endpoints.using_it.begin(), endpoints.using_it.end());
  return types_of(all);
}

bool has_node(const GraphView& graph, std::string_view node) {
  return std::ranges::find(graph.nodes, node) != graph.nodes.end();
}

NodeDescription describe_node(const GraphView& graph, std::string_view node) {
  return {.subscribers = find_of_node(graph, node, as_topic, false),
          .publishers = find_of_node(graph, node, as_topic, true),
          .servers = find_of_node(graph, node, as_service, false),
          .clients = find_of_node(graph, node, as_service, true),
          .action_servers = find_of_node(graph, node, as_action, true),
          .action_clients = find_of_node(graph, node, as_action, false)};
}

}  // namespace tandem
