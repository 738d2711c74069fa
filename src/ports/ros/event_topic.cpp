// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/event_topic.h"

#include "messages/time.h"

namespace tandem {

void EventTopic::offer(const TopicChoice& choice) {
  const std::lock_guard lock(mutex_);
  topic_ = {};
  topic_ = OfferedTopic<tandem_msgs::msg::Event>(node_, "/tandem/events", {.qos = {.depth = 100}},
                                                 choice);
}

void EventTopic::set_time(SimTime time) {
  const std::lock_guard lock(mutex_);
  time_ = time;
}

SimTime EventTopic::time() const {
  const std::lock_guard lock(mutex_);
  return time_;
}

void EventTopic::publish(const WorldEvent& event) {
  const std::lock_guard lock(mutex_);
  if (log_) log_->add(time_, event);
  if (!topic_.is_wanted()) return;
  tandem_msgs::msg::Event message{.stamp = to_message_time(time_),
                                  .name = event.name,
                                  .robot = event.robot,
                                  .text = event.text};
  for (const auto& [key, value] : event.values) message.values.push_back({key, value});
  topic_.publish(message);
}

std::uint64_t EventTopic::dropped() const {
  const std::lock_guard lock(mutex_);
  return topic_.dropped();
}

}  // namespace tandem
