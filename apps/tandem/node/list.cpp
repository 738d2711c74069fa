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
  bool has_hidden = false;
  bool only_counts = false;
};

void list(const Options& options) {
  NetworkTool tool(options.network);
  std::vector<std::string> nodes = tool.look_around().nodes;
  if (!options.has_hidden)
    std::erase_if(nodes, [](const std::string& node) { return is_hidden(node); });
  std::ranges::sort(nodes);
  const auto twin = std::ranges::adjacent_find(nodes);
  if (twin != nodes.end())
    log(LogLevel::warning, fmt::format("several nodes have the name {}; they will confuse whoever "
                                       "looks for one of them",
                                       *twin));
  if (options.only_counts) return tool.out().line(fmt::format("{}", nodes.size()));
  for (const std::string& node : nodes) tool.out().line(node);
}

}  // namespace

void add_node_list(Command node) {
  Command command = node.add("list", "Names of the nodes");
  const auto options = std::make_shared<Options>();
  command.flag("-a,--all", options->has_hidden,
               "Also those for machines, of which a part starts with '_'");
  command.flag("-c,--count-nodes", options->only_counts, "Only how many");
  add_network_options(command, options->network);
  command.on_run([options] { list(*options); });
}

}  // namespace tandem
