// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "plant/overhead_camera.h"
#include "ports/plant/plant_node.h"
#include "ports/streams/state_report.h"

namespace tandem {

// The camera above stand-ins for real robots as a node of a ROS 2 network: pictures in grey, late
// by the latency of the camera and stamped with the middle of their exposure. Only pictures that
// somebody looks at are drawn. TOPIC/status and /diagnostics say how many a busy machine left out.
class CameraNode {
 public:
  // `robots` in the order of the camera's setup; they live longer than this.
  CameraNode(OverheadCamera camera, std::vector<PlantNode*> robots, NodeOptions options);
  ~CameraNode();

 private:
  void live(std::stop_token stop);
  void send(std::uint64_t index);
  void report();
  void hear_projection(const sensor_msgs::msg::Image& projection);
  void show_projection();
  SimTime middle_of(std::uint64_t index) const;
  Duration delay() const;  // from the middle of an exposure until its picture is sent
  SimTime now() const { return robots_.front()->now(); }

  OverheadCamera camera_;
  const std::vector<PlantNode*> robots_;
  const bool is_lockstep_;
  Node node_;
  const SimTime start_;
  const Duration period_;
  sensor_msgs::msg::Image picture_;
  sensor_msgs::msg::CameraInfo info_;
  std::uint64_t next_ = 1;
  std::uint64_t taken_ = 0, left_out_ = 0;  // of those that somebody looks at
  std::uint64_t left_out_before_ = 0;       // when it was last looked at
  std::optional<SimTime> last_left_out_;
  StateReport report_;
  Publisher<sensor_msgs::msg::Image> pictures_;
  Publisher<sensor_msgs::msg::CameraInfo> infos_;
  std::mutex mutex_;
  std::optional<sensor_msgs::msg::Image> projection_;  // that came and is not shown yet
  Subscription projections_;
  Timer timer_;  // in lockstep
  std::condition_variable_any bell_;
  std::jthread thread_;
};

}  // namespace tandem
