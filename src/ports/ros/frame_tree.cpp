// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/frame_tree.h"

#include "messages/time.h"
#include "ports/ros/convert.h"
#include "ports/streams/attempt.h"

namespace tandem {

FrameTree::FrameTree(Node& node, const std::string& prefix) {
  using tf2_msgs::msg::TFMessage;
  // from every publisher the latest set
  Qos all_static = qos::tf_static;
  all_static.depth = 100;
  attempt(node, [&] {
    fixed_ = node.subscribe<TFMessage>(prefix + "tf_static", all_static,
                                       [this](const TFMessage& it) { receive(it, true); });
    moving_ = node.subscribe<TFMessage>(prefix + "tf", qos::tf,
                                        [this](const TFMessage& it) { receive(it, false); });
  });
}

// Transforms that cannot be are for who works with them to complain about; here they are only not
// shown.
void FrameTree::receive(const tf2_msgs::msg::TFMessage& message, bool is_static) {
  const std::lock_guard lock(mutex_);
  for (const auto& transform : message.transforms) {
    const std::string& parent = transform.header.frame_id;
    const std::string& child = transform.child_frame_id;
    const Pose pose{from_message(transform.transform.translation),
                    from_message(transform.transform.rotation)};
    if (is_static)
      buffer_.set_static(parent, child, pose);
    else
      buffer_.set(parent, child, to_time(transform.header.stamp), pose);
  }
}

Result<Pose> FrameTree::find(const std::string& target, const std::string& source,
                             SimTime stamp) const {
  const std::lock_guard lock(mutex_);
  if (Result<Pose> then = buffer_.lookup(target, source, stamp)) return then;
  const Result<StampedPose> latest = buffer_.latest(target, source);
  if (!latest) return Error{latest.error()};
  return latest->pose;
}

}  // namespace tandem
