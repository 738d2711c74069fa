// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tools/adapt_qos.h"
#include "tools/arrival_queue.h"
#include "tools/tool_node.h"

namespace tandem {

struct Arrival {
  SharedBytes bytes;
  MessageInfo info;
};

struct ListenerOptions {
  std::string topic;  // absolute
  std::string type;   // empty: that of the publishers
  QosChoice qos;
  Duration silence = 1s;  // without a publisher, before the person is told what is waited for
};

// Receives a topic whoever publishes it: waits for the first publisher, takes its type, and asks
// for the quality of service that all publishers offer, also when others join later.
class TopicListener {
 public:
  using Clock = ToolNode::Clock;
  using Say = std::function<void(std::string_view)>;  // for what a person should know meanwhile

  TopicListener(ToolNode& tool, ListenerOptions options, Say say);
  ~TopicListener();

  // The next message; nothing at the deadline or when the tool stops; an error when there is no
  // sense in waiting.
  Result<std::optional<Arrival>> next(Clock::time_point deadline);

  // As the publishers have it; empty before the first one is there.
  const TypeId& type() const { return type_; }
  std::uint64_t lost() const { return subscription_ ? subscription_->lost() : 0; }
  std::uint64_t dropped() const { return queue_.dropped(); }

 private:
  std::optional<Error> follow_publishers();
  void say_what_is_waited_for(const GraphView& graph);

  ToolNode& tool_;
  const ListenerOptions options_;
  Say say_;
  const Clock::time_point start_ = Clock::now();
  bool has_told_ = false;
  TypeId type_;
  Qos qos_;
  std::vector<std::string> notes_;
  ArrivalQueue<Arrival> queue_;                    // one without bytes says that the graph changed
  std::unique_ptr<RawSubscription> subscription_;  // after all that its callback uses
};

}  // namespace tandem
