// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "middleware/transport.h"

namespace tandem {

// How long a tool looks around before it answers. There is no directory to ask: who is there says
// so, most within a tenth of a second, some within one.
struct Patience {
  Duration quiet = 200ms;           // nothing new for this long: all are known
  Duration alone = 1s;              // nobody for this long: there is nobody
  Duration longest = 2s;            // for a thing that was asked for by name
  std::optional<Duration> exactly;  // the person knows better
};

// A tool's place in a network: a node with a hidden name that watches others come and go.
class ToolNode {
 public:
  using Clock = std::chrono::steady_clock;
  using Condition = std::function<bool(const GraphView&)>;

  // Waiting ends early when stop is requested.
  ToolNode(std::unique_ptr<Transport> transport, const NodeName& name, std::stop_token stop);
  ~ToolNode();

  TransportNode& endpoints() { return *node_; }
  const std::stop_token& stop() const { return stop_; }

  // The network without this tool.
  GraphView graph() const;

  // Looks around until everybody is known.
  GraphView settled_graph(const Patience& patience);
  // The same, but gives what was asked for by name longer to appear.
  GraphView settled_graph(const Patience& patience, const Condition& has_what_was_asked_for);
  // The graph as soon as the condition holds; nothing if it does not in time.
  std::optional<GraphView> wait_for(const Condition& condition, Clock::time_point deadline);
  // The same for what endpoints know, such as whether somebody listens; false if not in time.
  bool wait_until(const std::function<bool()>& is_so, Clock::time_point deadline);

  // False when stop is requested before.
  bool sleep_until(Clock::time_point time);

  // Called on a thread of the transport whenever graph() may answer differently.
  void on_change(std::function<void()> callback);

 private:
  std::uint64_t changes() const;
  // False at the deadline, or when stop is requested.
  bool wait_for_change(std::uint64_t since, Clock::time_point deadline);

  std::stop_token stop_;
  std::string full_name_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::uint64_t changes_ = 0;
  std::function<void()> on_change_;
  std::unique_ptr<Transport> transport_;
  std::unique_ptr<TransportNode> node_;
};

}  // namespace tandem
