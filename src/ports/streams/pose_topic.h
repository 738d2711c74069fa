// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/time.h"
#include "geometry/pose2.h"
#include "middleware/node.h"

namespace tandem {

// A pose as somebody said it: metres of a room or pixels of an image, that is the listener's to
// know.
struct HeardPose {
  std::optional<SimTime> stamp;  // by the sender's clock; Pose2D has none
  Pose2 pose;
};

enum class PoseType { pose, odometry, covariance, flat, transforms };

// Where poses of a tracked robot arrive: as PoseStamped, Odometry, PoseWithCovarianceStamped,
// Pose2D, or transforms, whichever is sent.
class PoseTopic {
 public:
  // Called on a thread of the transport; leaves the pose in a mailbox and returns.
  using OnPose = std::function<void(const HeardPose&)>;

  // `frame` picks one of several transforms; empty: the topic has one.
  PoseTopic(Node& node, std::string topic, std::string frame, OnPose on_pose);

  // The network may look different.
  void follow(const GraphView& graph);

  PoseType type() const { return type_; }

 private:
  void listen(PoseType type);
  template <Message M, class Read>
  Subscription listen_to(Read read);

  Node& node_;
  const std::string topic_;     // as the port calls it
  const std::string resolved_;  // as the network does
  const std::string frame_;
  const OnPose on_pose_;
  PoseType type_{};
  Subscription subscription_;
};

}  // namespace tandem
