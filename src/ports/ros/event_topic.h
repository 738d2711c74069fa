// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/ros/offered_topic.h"

namespace tandem {

// Something that happened, for programs by its name and for people by its sentence.
struct WorldEvent {
  std::string name;
  std::string robot;  // empty: none
  std::string text;
  std::vector<std::pair<std::string, std::string>> values;
};

// What happens in the world, on /tandem/events. Any thread.
class EventTopic {
 public:
  explicit EventTopic(Node& node) : node_(node) {}

  // As the scenario wants it; nothing is published before.
  void offer(const TopicChoice& choice);
  // The simulated time that events have from here on.
  void set_time(SimTime time);
  void publish(const WorldEvent& event);

  std::uint64_t dropped() const;

 private:
  Node& node_;
  mutable std::mutex mutex_;
  OfferedTopic<tandem_msgs::msg::Event> topic_;
  SimTime time_{};
};

}  // namespace tandem
