// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "messages/rosgraph_msgs.h"
#include "middleware/node.h"
#include "ports/ros/fleet_topics.h"
#include "ports/ros/frame_worker.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"

namespace tandem {

struct RosPortOptions {
  std::shared_ptr<Context> context;    // DDS, or a Lockstep's
  std::vector<std::string> arguments;  // what followed --ros-args
};

// What a run is to the outside.
struct RunHandles {
  Inbox& inbox;
  RunControl& control;
};

// The run as node `tandem` of a ROS 2 network (docs/ros-interface.md). Frames become messages on a
// thread of its own; in lockstep on the simulation's, before publish() returns, and
// Lockstep::advance then delivers them.
class RosPort : public Sink {
 public:
  RosPort(const RunHandles& run, const RosPortOptions& options);
  ~RosPort() override;

  void publish(std::shared_ptr<const Frame> frame) override;

 private:
  void handle(const Frame& frame);
  void handle_idle();
  void publish_clock(SimTime time);

  Node node_;
  FleetTopics fleet_;
  Publisher<rosgraph_msgs::msg::Clock> clock_;
  SimTime time_{};  // of the last frame
  std::atomic<bool> has_graph_changed_ = true;
  GraphWatch graph_watch_;
  FrameWorker worker_;  // last: it stops before anything it uses goes
};

}  // namespace tandem
