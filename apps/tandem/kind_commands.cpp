// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "kind_commands.h"

#include <fmt/format.h>

#include <memory>

#include "listing.h"
#include "network_tool.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  ListingOptions listing;
  std::string name;
  std::string type;
};

void list(const Kind& kind, const Options& options) {
  NetworkTool tool(options.network);
  print_listing(tool.out(), shown(kind.find(tool.look_around()), options.listing), options.listing);
}

void print_type(const Kind& kind, const Options& options) {
  const std::string name = absolute_name(options.name);
  NetworkTool tool(options.network);
  const auto is_there = [&](const GraphView& graph) {
    return !kind.endpoints(graph, name).is_empty();
  };
  const auto graph = tool.node().wait_for(is_there, tool.deadline());
  if (!graph) fail(fmt::format("there is no {} {}", kind.name, name));
  for (const std::string& type : types_of(kind.endpoints(*graph, name))) tool.out().line(type);
}

void find(const Kind& kind, const Options& options) {
  NetworkTool tool(options.network);
  print_with_type(tool.out(), shown(kind.find(tool.look_around()), options.listing), options.type,
                  options.listing);
}

}  // namespace

void add_list_command(Command app, const Kind& kind) {
  Command command = app.add("list", fmt::format("Names of the {}", kind.names));
  const auto options = std::make_shared<Options>();
  add_listing_options(command, options->listing, kind.names);
  add_network_options(command, options->network);
  command.on_run([kind, options] { list(kind, *options); });
}

void add_type_command(Command app, const Kind& kind) {
  Command command = app.add("type", fmt::format("Types of one of the {}", kind.names));
  const auto options = std::make_shared<Options>();
  command.argument("NAME", options->name, fmt::format("Name of the {}", kind.name));
  add_network_options(command, options->network);
  command.on_run([kind, options] { print_type(kind, *options); });
}

void add_find_command(Command app, const Kind& kind) {
  Command command = app.add("find", fmt::format("Names of the {} of a type", kind.names));
  const auto options = std::make_shared<Options>();
  command.argument("TYPE", options->type, fmt::format("As in {}", kind.example));
  add_listing_options(command, options->listing, kind.names);
  add_network_options(command, options->network);
  command.on_run([kind, options] { find(kind, *options); });
}

}  // namespace tandem
