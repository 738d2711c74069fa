// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "messages/tf2_msgs.h"
#include "middleware/node.h"
#include "middleware/transform_buffer.h"

namespace tandem {

// Where frames are, as everybody in the network says: for who shows what robots know, on other
// threads than the node's. Listens for as long as it is there.
class FrameTree {
 public:
  // `prefix` of the topics tf and tf_static: "/", or "emaros/".
  FrameTree(Node& node, const std::string& prefix);

  // At that time, or else at the latest at which it is known: what is looked at may be a step ahead
  // of its transforms, or have stamps of another clock. Any thread.
  Result<Pose> find(const std::string& target, const std::string& source, SimTime stamp) const;

 private:
  void receive(const tf2_msgs::msg::TFMessage& message, bool is_static);

  mutable std::mutex mutex_;
  TransformBuffer buffer_;
  Subscription fixed_;
  Subscription moving_;
};

}  // namespace tandem
