// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/transform_listener.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "messages/time.h"
#include "middleware/node.h"

namespace tandem {

namespace {

constexpr int most_complaints = 20;  // whoever sends wrong transforms sends many

Pose to_pose(const geometry_msgs::msg::Transform& transform) {
  return {{transform.translation.x, transform.translation.y, transform.translation.z},
          {transform.rotation.w, transform.rotation.x, transform.rotation.y, transform.rotation.z}};
}

}  // namespace

TransformListener::TransformListener(Node& node, TransformBuffer& buffer, std::string_view topic,
                                     std::string_view static_topic)
    : node_(node), buffer_(buffer), last_heard_(node.now()) {
  using tf2_msgs::msg::TFMessage;
  // static ones first, and from every publisher the latest set
  Qos all_static = qos::tf_static;
  all_static.depth = 100;
  fixed_ = node.subscribe<TFMessage>(static_topic, all_static,
                                     [this](const TFMessage& it) { receive(it, true); });
  moving_ = node.subscribe<TFMessage>(topic, qos::tf,
                                      [this](const TFMessage& it) { receive(it, false); });
}

void TransformListener::receive(const tf2_msgs::msg::TFMessage& message, bool is_static) {
  // what is known belongs to a time that has not come yet
  if (node_.now() < last_heard_) buffer_.clear();
  last_heard_ = node_.now();

  for (const auto& transform : message.transforms) {
    const std::string& parent = transform.header.frame_id;
    const std::string& child = transform.child_frame_id;
    const Pose pose = to_pose(transform.transform);
    const std::optional<std::string> problem =
        is_static ? buffer_.set_static(parent, child, pose)
                  : buffer_.set(parent, child, to_time(transform.header.stamp), pose);
    if (problem && ++complaints_ <= most_complaints)
      node_.log(LogLevel::warning, fmt::format("a transform is not used: {}", *problem));
  }
}

}  // namespace tandem
