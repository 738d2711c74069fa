// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/transform_broadcaster.h"

#include <utility>

#include "middleware/node.h"

namespace tandem {

TransformBroadcaster::TransformBroadcaster(Node& node, std::string_view topic)
    : publisher_(node.publisher<tf2_msgs::msg::TFMessage>(topic, qos::tf)) {}

void TransformBroadcaster::send(std::vector<geometry_msgs::msg::TransformStamped> transforms) {
  publisher_.publish({.transforms = std::move(transforms)});
}

StaticTransformBroadcaster::StaticTransformBroadcaster(Node& node, std::string_view topic)
    : publisher_(node.publisher<tf2_msgs::msg::TFMessage>(topic, qos::tf_static)) {}

void StaticTransformBroadcaster::send(
    const std::vector<geometry_msgs::msg::TransformStamped>& transforms) {
  for (const auto& transform : transforms) transforms_[transform.child_frame_id] = transform;
  publish();
}

void StaticTransformBroadcaster::remove(const std::string& child) {
  if (transforms_.erase(child) > 0) publish();
}

void StaticTransformBroadcaster::publish() {
  tf2_msgs::msg::TFMessage message;
  for (const auto& [child, transform] : transforms_) message.transforms.push_back(transform);
  publisher_.publish(message);
}

}  // namespace tandem
