// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/time.h"
#include "messages/tf2_msgs.h"
#include "middleware/subscription.h"
#include "middleware/transform_buffer.h"

namespace tandem {

class Node;

// Fills a buffer from a node's /tf and /tf_static. Both belong to the node's callbacks.
class TransformListener {
 public:
  TransformListener(Node& node, TransformBuffer& buffer, std::string_view topic = "/tf",
                    std::string_view static_topic = "/tf_static");

 private:
  void receive(const tf2_msgs::msg::TFMessage& message, bool is_static);

  Node& node_;
  TransformBuffer& buffer_;
  SimTime last_heard_{};
  int complaints_ = 0;
  Subscription moving_;
  Subscription fixed_;
};

}  // namespace tandem
