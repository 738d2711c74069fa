// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "counted.h"
#include "listing.h"
#include "network_tool.h"
#include "topic_commands.h"

namespace tandem {

namespace {

struct Options {
  NetworkOptions network;
  ListingOptions listing;
  bool is_verbose = false;
};

void print_side(Output& out, const GraphView& graph, const std::vector<NamedTypes>& topics,
                bool are_publishers) {
  out.line(are_publishers ? "Published topics:" : "Subscribed topics:");
  for (const NamedTypes& topic : topics) {
    const Endpoints endpoints = endpoints_of_topic(graph, topic.name);
    const auto count = (are_publishers ? endpoints.offering : endpoints.using_it).size();
    if (count > 0)
      out.line(fmt::format(" * {} [{}] {}", topic.name, fmt::join(topic.types, ", "),
                           counted(count, are_publishers ? "publisher" : "subscriber")));
  }
  out.line("");
}

void list(const Options& options) {
  NetworkTool tool(options.network);
  const GraphView graph = tool.look_around();
  const auto topics = shown(find_topics(graph), options.listing);
  if (!options.is_verbose || options.listing.only_counts)
    return print_listing(tool.out(), topics, options.listing);
  print_side(tool.out(), graph, topics, true);
  print_side(tool.out(), graph, topics, false);
}

}  // namespace

void add_topic_list(Command topic) {
  Command command = topic.add("list", "Names of the topics");
  const auto options = std::make_shared<Options>();
  add_listing_options(command, options->listing, "topics");
  command.flag("-v,--verbose", options->is_verbose,
               "With types, and how many publish and subscribe");
  add_network_options(command, options->network);
  command.on_run([options] { list(*options); });
}

}  // namespace tandem
