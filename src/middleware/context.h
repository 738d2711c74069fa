// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "middleware/executor.h"
#include "middleware/transport.h"

namespace tandem {

// Hears on a thread of the transport that the network may look different now. Returns quickly.
class GraphWatcher {
 public:
  virtual ~GraphWatcher() = default;
  virtual void on_graph_change() = 0;
};

// What the nodes of one program share: what carries their messages, and how their callbacks run.
// Make one with make_context() or Lockstep; nodes that are given none share the program's DDS.
class Context {
 public:
  virtual ~Context() = default;

  virtual Transport& transport() = 0;
  virtual std::shared_ptr<Executor> make_executor() = 0;

  // In lockstep nothing moves while somebody waits, so who waits delivers: until `is_done`, or
  // until nothing is left to deliver. Elsewhere the others have threads of their own.
  virtual bool is_lockstep() const = 0;
  virtual void deliver_until(const std::function<bool()>& is_done) = 0;

  // A name that nobody else has, for goals; the same in every run in lockstep.
  virtual std::array<std::uint8_t, 16> make_id() = 0;

  void watch_graph(const std::shared_ptr<GraphWatcher>& watcher);

 protected:
  void tell_watchers();

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<GraphWatcher>> watchers_;
};

// Every node has a thread of its own, on which all of its callbacks run.
std::shared_ptr<Context> make_context(std::unique_ptr<Transport> transport);

}  // namespace tandem
