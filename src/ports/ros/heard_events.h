// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/desk/event_log.h"

namespace tandem {

// What others say on /tandem/events, as gates and guards do, for the people who read the log of the
// run. Nothing else depends on it. Whatever they say is cut to what people read, and whoever says
// too much is heard in part.
class HeardEvents {
 public:
  static constexpr int most_per_second = 50;

  // `now` is the simulated time that entries get. Hears nothing without a log.
  HeardEvents(Node& node, std::shared_ptr<EventLog> log, std::function<SimTime()> now);

 private:
  void hear(const tandem_msgs::msg::Event& message, const MessageInfo& info);
  std::string node_of(const Gid& publisher);
  bool is_too_much(Duration received);

  Node& node_;
  const std::shared_ptr<EventLog> log_;
  const std::function<SimTime()> now_;
  // of the subscription's thread
  std::map<Gid, std::string> nodes_;  // those that were looked up
  Duration second_begin_{};
  int in_second_ = 0;
  Subscription subscription_;  // last: it calls the rest
};

}  // namespace tandem
