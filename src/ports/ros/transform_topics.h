// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "messages/tf2_msgs.h"
#include "middleware/node.h"
#include "ports/ros/offered_topic.h"

namespace tandem {

// How a scenario wants the topics of one tree of frames.
struct TransformChoices {
  TopicChoice moving;
  TopicChoice fixed;

  friend bool operator==(const TransformChoices&, const TransformChoices&) = default;
};

// One tree of frames: the topics tf and tf_static of all, or of one robot.
class TransformTopics {
 public:
  TransformTopics(Node& node, const std::string& prefix, const TransformChoices& choices)
      : choices_(choices),
        moving_(node, prefix + "tf", {.qos = qos::tf}, choices.moving),
        fixed_(node, prefix + "tf_static", {.qos = qos::tf_static}, choices.fixed) {}

  const TransformChoices& choices() const { return choices_; }

  bool is_due(SimTime time) { return moving_.is_due(time); }
  void publish(const tf2_msgs::msg::TFMessage& transforms) {
    if (!transforms.transforms.empty()) moving_.publish(transforms);
  }
  // Latecomers get the last message and no other, so it is always the whole set.
  void publish_fixed(const tf2_msgs::msg::TFMessage& transforms) {
    if (fixed_.is_offered()) fixed_.publish(transforms);
  }

  std::uint64_t dropped() const { return moving_.dropped() + fixed_.dropped(); }

 private:
  const TransformChoices choices_;
  OfferedTopic<tf2_msgs::msg::TFMessage> moving_;
  OfferedTopic<tf2_msgs::msg::TFMessage> fixed_;
};

}  // namespace tandem
