// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "middleware/call_queue.h"
#include "middleware/context.h"
#include "middleware/node_part.h"

namespace tandem {

class GraphWatchPart final : public NodePart,
                             public GraphWatcher,
                             public std::enable_shared_from_this<GraphWatchPart> {
 public:
  GraphWatchPart(std::shared_ptr<Executor> executor, Executor::Call call)
      : calls_(std::move(executor), 1), call_(std::move(call)) {}
  void close() override { calls_.close(); }
  void on_graph_change() override {
    calls_.put([self = shared_from_this()] { self->call_(); });
  }

 private:
  CallQueue calls_;  // of one: many changes at once are one change
  const Executor::Call call_;
};

// Calls a callback when the network may look different, until it goes.
using GraphWatch = Handle<GraphWatchPart>;

}  // namespace tandem
