// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "messages/tandem_msgs.h"
#include "messages/time.h"
#include "middleware/node.h"

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
  explicit EventTopic(Node& node)
      : publisher_(node.publisher<tandem_msgs::msg::Event>("/tandem/events", {.depth = 100})) {}

  // The simulated time that events have from here on.
  void set_time(SimTime time) { time_ = time; }

  void publish(const WorldEvent& event) {
    if (!publisher_.is_wanted()) return;
    tandem_msgs::msg::Event message{.stamp = to_message_time(time_),
                                    .name = event.name,
                                    .robot = event.robot,
                                    .text = event.text};
    for (const auto& [key, value] : event.values) message.values.push_back({key, value});
    publisher_.publish(message);
  }

 private:
  Publisher<tandem_msgs::msg::Event> publisher_;
  std::atomic<SimTime> time_{};
};

}  // namespace tandem
