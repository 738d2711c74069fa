// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "action_commands.h"
#include "network_tool.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  std::string action;
  bool shows_types = false;
  bool only_counts = false;
};

void print_side(Output& out, const char* title, const std::vector<EndpointInfo>& endpoints,
                const Options& options) {
  out.line(fmt::format("{}: {}", title, endpoints.size()));
  if (options.only_counts) return;
  for (const EndpointInfo& endpoint : endpoints)
    out.line(options.shows_types ? fmt::format("    {} [{}]", endpoint.node, endpoint.type.name)
                                 : fmt::format("    {}", endpoint.node));
}

void print_info(const Options& options) {
  const std::string action = absolute_name(options.action);
  NetworkTool tool(options.network);
  const GraphView graph = tool.look_for(
      [&](const GraphView& now) { return !endpoints_of_action(now, action).is_empty(); });
  const Endpoints endpoints = endpoints_of_action(graph, action);
  if (endpoints.is_empty()) fail(fmt::format("there is no action {}", action));

  tool.out().line(fmt::format("Action: {}", action));
  print_side(tool.out(), "Action clients", endpoints.using_it, options);
  print_side(tool.out(), "Action servers", endpoints.offering, options);
}

}  // namespace

void add_action_info(Command action) {
  Command command = action.add("info", "Who serves an action, and who uses it");
  const auto options = std::make_shared<Options>();
  command.argument("ACTION", options->action, "Its name");
  command.flag("-t,--show-types", options->shows_types, "Also its type");
  command.flag("-c,--count", options->only_counts, "Only how many");
  add_network_options(command, options->network);
  command.on_run([options] { print_info(*options); });
}

}  // namespace tandem
