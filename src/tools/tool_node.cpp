// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/tool_node.h"

#include <algorithm>
#include <utility>

#include "middleware/names.h"

namespace tandem {

namespace {

// Endpoints may be seen before the node that they belong to is announced.
bool is_everybody_named(const GraphView& graph) {
  return std::ranges::all_of(graph.endpoints, [](const EndpointInfo& endpoint) {
    return !endpoint.node.empty() || !endpoint.topic.starts_with('/');
  });
}

bool is_empty(const GraphView& graph) { return graph.nodes.empty() && graph.endpoints.empty(); }

}  // namespace

ToolNode::ToolNode(std::unique_ptr<Transport> transport, const NodeName& name, std::stop_token stop)
    : stop_(std::move(stop)), full_name_(full_name(name)), transport_(std::move(transport)) {
  transport_->on_graph_change([this] {
    const std::lock_guard lock(mutex_);
    ++changes_;
    changed_.notify_all();
    if (on_change_) on_change_();
  });
  node_ = transport_->join(name);
}

ToolNode::~ToolNode() { transport_->on_graph_change({}); }

GraphView ToolNode::graph() const {
  GraphView graph = transport_->graph();
  std::erase(graph.nodes, full_name_);
  std::erase_if(graph.endpoints, [&](const EndpointInfo& it) { return it.node == full_name_; });
  return graph;
}

GraphView ToolNode::settled_graph(const Patience& patience) {
  return settled_graph(patience, [](const GraphView&) { return true; });
}

GraphView ToolNode::settled_graph(const Patience& patience,
                                  const Condition& has_what_was_asked_for) {
  const Clock::time_point start = Clock::now();
  while (true) {
    const std::uint64_t seen = changes();
    GraphView now = graph();
    const Clock::time_point latest = start + patience.longest;
    Clock::time_point deadline = std::min(latest, Clock::now() + patience.quiet);
    if (is_empty(now) || !is_everybody_named(now))
      deadline = std::min(latest, start + patience.alone);
    if (now.to_come > 0 || !has_what_was_asked_for(now)) deadline = latest;
    if (patience.exactly) deadline = start + *patience.exactly;
    if (!wait_for_change(seen, deadline)) return now;
  }
}

std::optional<GraphView> ToolNode::wait_for(const Condition& condition,
                                            Clock::time_point deadline) {
  while (true) {
    const std::uint64_t seen = changes();
    GraphView now = graph();
    if (condition(now)) return now;
    if (!wait_for_change(seen, deadline)) return {};
  }
}

bool ToolNode::wait_until(const std::function<bool()>& is_so, Clock::time_point deadline) {
  // endpoints match a moment after the graph shows them, and nobody tells
  constexpr Duration between_looks = 5ms;
  while (!is_so()) {
    const Clock::time_point now = Clock::now();
    if (now >= deadline || stop_.stop_requested()) return false;
    wait_for_change(changes(), std::min(deadline, now + between_looks));
  }
  return true;
}

bool ToolNode::sleep_until(Clock::time_point time) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, stop_, time, [] { return false; });
  return !stop_.stop_requested();
}

void ToolNode::on_change(std::function<void()> callback) {
  const std::lock_guard lock(mutex_);
  on_change_ = std::move(callback);
}

std::uint64_t ToolNode::changes() const {
  const std::lock_guard lock(mutex_);
  return changes_;
}

bool ToolNode::wait_for_change(std::uint64_t since, Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, stop_, deadline, [&] { return changes_ != since; }) &&
         !stop_.stop_requested();
}

}  // namespace tandem
