// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "network_tool.h"
#include "tools/endpoint_text.h"
#include "topic_commands.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  std::string topic;
  bool is_verbose = false;
};

void print_endpoints(Output& out, const char* title, const std::vector<EndpointInfo>& endpoints,
                     bool is_verbose) {
  out.line(fmt::format("{} count: {}", title, endpoints.size()));
  if (!is_verbose) return;
  out.line("");
  for (const EndpointInfo& endpoint : endpoints) out.line(to_text(endpoint));
}

void print_info(const Options& options) {
  const std::string topic = absolute_name(options.topic);
  NetworkTool tool(options.network);
  const GraphView graph = tool.look_for(
      [&](const GraphView& now) { return !endpoints_of_topic(now, topic).is_empty(); });
  const Endpoints endpoints = endpoints_of_topic(graph, topic);
  if (endpoints.is_empty()) fail(fmt::format("there is no topic {}", topic));

  Output& out = tool.out();
  out.line(fmt::format("Type: {}", fmt::join(types_of(endpoints), ", ")));
  if (options.is_verbose) out.line("");
  print_endpoints(out, "Publisher", endpoints.offering, options.is_verbose);
  print_endpoints(out, "Subscription", endpoints.using_it, options.is_verbose);
}

}  // namespace

void add_topic_info(Command topic) {
  Command command = topic.add("info", "Type of a topic, who publishes it and who subscribes to it");
  const auto options = std::make_shared<Options>();
  command.argument("TOPIC", options->topic, "Its name");
  command.flag("-v,--verbose", options->is_verbose,
               "Each publisher and subscription with node, type hash, GID and QoS");
  add_network_options(command, options->network);
  command.on_run([options] { print_info(*options); });
}

}  // namespace tandem
