// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "messages/geometry_msgs.h"
#include "middleware/node.h"
#include "ports/plant/plant_node.h"

namespace tandem {

// The tracker above a stand-in robot as a process of its own, so that one can fail without the
// other: it knows where the robot is from the robot's ground truth.
class TrackerNode {
 public:
  TrackerNode(const PlantNodeConfig& config, NodeOptions options);
  ~TrackerNode();

 private:
  void live(std::stop_token stop);
  void advance();

  const PlantNodeConfig config_;
  Node node_;
  std::mutex mutex_;
  PoseTracker tracker_;
  std::optional<Pose2> room_from_robot_;
  Publisher<geometry_msgs::msg::PoseStamped> poses_;
  Subscription truth_;
  std::condition_variable_any bell_;
  std::jthread thread_;
};

// As the tracker would send it; nothing where its camera does not see it.
std::optional<geometry_msgs::msg::PoseStamped> pose_message(const SeenPose& seen,
                                                            const std::optional<PlaneView>& view);

}  // namespace tandem
