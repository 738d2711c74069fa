// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/ros/offered_topic.h"
#include "simulation/frame.h"

namespace tandem {

tandem_msgs::msg::Rules rules_message(const Frame& frame);

// What rules have to say and robots carry, on /tandem/rules when it has changed; what changes all
// the time comes ten times a second. Latecomers get the latest.
class RulesTopic {
 public:
  static constexpr Duration shortest = 100ms;  // between two messages, while time goes

  explicit RulesTopic(Node& node) : node_(node) {}

  // As the scenario wants it; nothing is published before.
  void offer(const TopicChoice& choice);
  void publish(const std::shared_ptr<const Frame>& frame);
  // Nothing more happens for now: what was held back goes out.
  void flush();

  std::uint64_t dropped() const { return topic_.dropped(); }

 private:
  Node& node_;
  OfferedTopic<tandem_msgs::msg::Rules> topic_;
  std::shared_ptr<const Rules::Statuses> statuses_;  // of the latest message
  std::vector<Carried> carried_;
  std::optional<SimTime> sent_;
  std::shared_ptr<const Frame> held_back_;
};

}  // namespace tandem
