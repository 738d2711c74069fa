// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "network_tool.h"
#include "service_commands.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  std::string service;
};

void print_nodes(Output& out, const char* title, const std::vector<EndpointInfo>& endpoints) {
  out.line(fmt::format("{} count: {}", title, endpoints.size()));
  for (const EndpointInfo& endpoint : endpoints) out.line("    " + endpoint.node);
}

void print_info(const Options& options) {
  const std::string service = absolute_name(options.service);
  NetworkTool tool(options.network);
  const GraphView graph = tool.look_for(
      [&](const GraphView& now) { return !endpoints_of_service(now, service).is_empty(); });
  const Endpoints endpoints = endpoints_of_service(graph, service);
  if (endpoints.is_empty()) fail(fmt::format("there is no service {}", service));

  tool.out().line(fmt::format("Type: {}", fmt::join(types_of(endpoints), ", ")));
  print_nodes(tool.out(), "Clients", endpoints.using_it);
  print_nodes(tool.out(), "Services", endpoints.offering);
}

}  // namespace

void add_service_info(Command service) {
  Command command = service.add("info", "Type of a service, who serves it and who calls it");
  const auto options = std::make_shared<Options>();
  command.argument("SERVICE", options->service, "Its name");
  add_network_options(command, options->network);
  command.on_run([options] { print_info(*options); });
}

}  // namespace tandem
