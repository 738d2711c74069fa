// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "command.h"
#include "output.h"
#include "stop_signals.h"
#include "tools/graph_queries.h"
#include "tools/tool_node.h"

namespace tandem {

// Options of every command that looks into a ROS 2 network.
struct NetworkOptions {
  std::optional<Duration> spin_time;
  std::optional<int> domain_id;
  bool has_no_daemon = false;  // ours never has one; people are used to saying so
};
void add_network_options(Command command, NetworkOptions& options);

// "scan" -> "/scan"; rejects what can't be a name.
std::string absolute_name(const std::string& name);

// What a command works with while it is in a network: a node with a hidden name, and the terminal.
class NetworkTool {
 public:
  explicit NetworkTool(const NetworkOptions& options, const std::string& node_name = {});

  ToolNode& node() { return node_; }
  Output& out() { return output_; }
  const Patience& patience() const { return patience_; }
  bool is_stopped() const { return signals_.token().stop_requested(); }
  std::stop_token stop() const { return signals_.token(); }

  // Until when a thing that was asked for by name may appear.
  ToolNode::Clock::time_point deadline() const {
    return ToolNode::Clock::now() + patience_.exactly.value_or(patience_.longest);
  }
  GraphView look_around() { return node_.settled_graph(patience_); }
  GraphView look_for(const ToolNode::Condition& thing) {
    return node_.settled_graph(patience_, thing);
  }

 private:
  StopSignals signals_;  // before any thread of the network
  Output output_;
  Patience patience_;
  ToolNode node_;
};

}  // namespace tandem
