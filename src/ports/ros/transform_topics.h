// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "messages/tf2_msgs.h"
#include "middleware/node.h"

namespace tandem {

// One tree of frames: the topics tf and tf_static of a namespace.
class TransformTopics {
 public:
  TransformTopics(Node& node, const std::string& ns)
      : moving_(node.publisher<tf2_msgs::msg::TFMessage>(ns + "/tf", qos::tf)),
        fixed_(node.publisher<tf2_msgs::msg::TFMessage>(ns + "/tf_static", qos::tf_static)) {}

  bool is_wanted() const { return moving_.is_wanted(); }
  void publish(const tf2_msgs::msg::TFMessage& transforms) {
    if (!transforms.transforms.empty()) moving_.publish(transforms);
  }
  // Latecomers get the last message and no other, so it is always the whole set.
  void publish_fixed(const tf2_msgs::msg::TFMessage& transforms) { fixed_.publish(transforms); }

  std::uint64_t dropped() const { return moving_.stats().dropped + fixed_.stats().dropped; }

 private:
  Publisher<tf2_msgs::msg::TFMessage> moving_;
  Publisher<tf2_msgs::msg::TFMessage> fixed_;
};

}  // namespace tandem
