// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "param_commands.h"
#include "remote_parameters.h"
#include "tools/parameter_text.h"

namespace tandem {

namespace {

struct Options {
  RemoteOptions remote;
  std::vector<std::string> prefixes;
  bool shows_types = false;
};

void print_names(NetworkTool& tool, RemoteParameters& parameters, const Options& options) {
  const std::vector<std::string> names = parameters.list(options.prefixes);
  if (!options.shows_types || names.empty()) {
    for (const std::string& name : names) tool.out().line("  " + name);
    return;
  }
  for (const auto& descriptor : parameters.describe(names))
    tool.out().line(
        fmt::format("  {} (type: {})", descriptor.name, parameter_type_name(descriptor.type)));
}

// Those that serve their parameters, which all do unless they were told not to.
std::vector<std::string> find_nodes(const GraphView& graph, bool has_hidden) {
  std::vector<std::string> nodes;
  for (const std::string& node : graph.nodes)
    if ((has_hidden || !is_hidden(node)) &&
        !endpoints_of_service(graph, node + "/list_parameters").offering.empty())
      nodes.push_back(node);
  std::ranges::sort(nodes);
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

void list(Options options) {
  NetworkTool tool(options.remote.network);
  if (!options.remote.node.empty()) {
    RemoteParameters parameters(tool, options.remote);
    return print_names(tool, parameters, options);
  }
  bool have_all_answered = true;
  for (const std::string& node : find_nodes(tool.look_around(), options.remote.has_hidden)) {
    options.remote.node = node;
    RemoteParameters parameters(tool, options.remote);
    tool.out().line(node + ':');
    try {
      print_names(tool, parameters, options);
    } catch (const CommandEnd&) {
      // one that hangs was named, and the others are asked all the same
      if (tool.is_stopped()) throw;
      have_all_answered = false;
    }
  }
  if (!have_all_answered) throw CommandEnd(1);
}

}  // namespace

void add_param_list(Command param) {
  Command command = param.add("list", "Names of the parameters of one or all nodes");
  const auto options = std::make_shared<Options>();
  add_remote_options(command, options->remote).optional();
  command.texts("--param-prefixes", options->prefixes, "Only those that start so");
  command.flag("--param-type", options->shows_types, "Also their types");
  command.on_run([options] { list(*options); });
}

}  // namespace tandem
