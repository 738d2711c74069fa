// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "messages/tandem_msgs_faults.h"
#include "middleware/node.h"
#include "ports/ros/offered_topic.h"
#include "simulation/frame.h"

namespace tandem {

tandem_msgs::msg::Faults faults_message(const Frame& frame);

// What goes wrong on purpose, on /tandem/faults: at once when a fault comes, begins or goes, which
// stand-ins go by; how much it did now and then. Latecomers get the latest.
class FaultsTopic {
 public:
  static constexpr Duration shortest = 500ms;  // between two messages that only count

  explicit FaultsTopic(Node& node) : node_(node) {}

  // As the scenario wants it; nothing is published before.
  void offer(const TopicChoice& choice);
  void publish(const Frame& frame);

  std::uint64_t dropped() const { return topic_.dropped(); }

 private:
  Node& node_;
  OfferedTopic<tandem_msgs::msg::Faults> topic_;
  std::shared_ptr<const FaultStates> sent_;  // of the latest message
  SimTime sent_at_{};
};

}  // namespace tandem
