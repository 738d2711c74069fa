// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/desk/event_log.h"
#include "ports/ros/offered_topic.h"

namespace tandem {

// What happens in the world, on /tandem/events. Any thread.
class EventTopic {
 public:
  // People read the same in `log`, if there is one.
  EventTopic(Node& node, std::shared_ptr<EventLog> log) : node_(node), log_(std::move(log)) {}

  // As the scenario wants it; nothing is published before.
  void offer(const TopicChoice& choice);
  // The simulated time that events have from here on.
  void set_time(SimTime time);
  SimTime time() const;
  void publish(const WorldEvent& event);

  std::uint64_t dropped() const;

 private:
  Node& node_;
  const std::shared_ptr<EventLog> log_;
  mutable std::mutex mutex_;
  OfferedTopic<tandem_msgs::msg::Event> topic_;
  SimTime time_{};
};

}  // namespace tandem
