// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "messages/geometry_msgs.h"
#include "messages/tf2_msgs.h"
#include "middleware/publisher.h"

namespace tandem {

class Node;

// Tells where frames that move are.
class TransformBroadcaster {
 public:
  explicit TransformBroadcaster(Node& node, std::string_view topic = "/tf");

  void send(std::vector<geometry_msgs::msg::TransformStamped> transforms);
  bool is_wanted() const { return publisher_.is_wanted(); }

 private:
  Publisher<tf2_msgs::msg::TFMessage> publisher_;
};

// Tells where frames that never move are, once and to every latecomer. Have one per program: it
// always sends the whole set, because a latecomer gets only its last message.
class StaticTransformBroadcaster {
 public:
  explicit StaticTransformBroadcaster(Node& node, std::string_view topic = "/tf_static");

  // Adds to the set, or changes in it, by child frame.
  void send(const std::vector<geometry_msgs::msg::TransformStamped>& transforms);
  // From now on latecomers do not hear of it; who has heard keeps it.
  void remove(const std::string& child);

 private:
  void publish();

  Publisher<tf2_msgs::msg::TFMessage> publisher_;
  std::map<std::string, geometry_msgs::msg::TransformStamped> transforms_;  // by child
};

}  // namespace tandem
