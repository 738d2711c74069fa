// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/log.h"
#include "network_tool.h"
#include "node_commands.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  std::string node;
  bool has_hidden = false;
};

void print_part(Output& out, const char* title, std::vector<NamedTypes> entries, bool has_hidden) {
  std::string text = fmt::format("  {}:\n", title);
  if (!has_hidden) entries = without_hidden(std::move(entries));
  for (const NamedTypes& entry : entries)
    text += fmt::format("    {}: {}\n", entry.name, fmt::join(entry.types, ", "));
  out.print(text);
}

void print_info(const Options& options) {
  const std::string name = absolute_name(options.node);
  NetworkTool tool(options.network);
  const GraphView graph = tool.look_for([&](const GraphView& now) { return has_node(now, name); });
  const auto count = std::ranges::count(graph.nodes, name);
  if (count == 0) fail(fmt::format("there is no node {}", name));
  if (count > 1)
    log(LogLevel::warning,
        fmt::format("{} nodes have the name {}; this is what all of them do", count, name));

  const NodeDescription node = describe_node(graph, name);
  Output& out = tool.out();
  out.line(name);
  print_part(out, "Subscribers", node.subscribers, options.has_hidden);
  print_part(out, "Publishers", node.publishers, options.has_hidden);
  print_part(out, "Service Servers", node.servers, options.has_hidden);
  print_part(out, "Service Clients", node.clients, options.has_hidden);
  print_part(out, "Action Servers", node.action_servers, options.has_hidden);
  print_part(out, "Action Clients", node.action_clients, options.has_hidden);
}

}  // namespace

void add_node_info(Command node) {
  Command command = node.add("info", "What a node publishes, receives, serves, calls");
  const auto options = std::make_shared<Options>();
  command.argument("NODE", options->node, "Its name");
  command.flag("--include-hidden", options->has_hidden,
               "Also names for machines, of which a part starts with '_'");
  add_network_options(command, options->network);
  command.on_run([options] { print_info(*options); });
}

}  // namespace tandem
