// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "calibration/plane_view.h"
#include "gate/gate.h"
#include "messages/std_msgs.h"
#include "middleware/node.h"
#include "ports/streams/command_sender.h"
#include "ports/streams/command_topic.h"
#include "ports/streams/pose_topic.h"
#include "ports/streams/silence_watch.h"
#include "ports/streams/state_report.h"
#include "scenario/scenario.h"

namespace tandem {

struct GateNodeConfig {
  std::string robot;
  std::string ns;  // of the robot's topics, below that of the node: "emaros"; may be empty
  GateConfig gate;
  std::string pose_topic;
  std::string pose_frame;         // of transforms
  std::optional<PlaneView> view;  // where poses are pixels
  Pose2 robot_from_marker;
  std::optional<CommandType> command_type;  // else that of the commands, for the motors too
  std::string clock_topic = "/clock";       // the simulator's sign of life
  std::string command_topic;                // empty: cmd_vel in the robot's namespace
  std::string output_topic;                 // empty: hardware/cmd_vel
  // For a base that listens to cmd_vel and cannot be told to listen to anything else: the gate only
  // speaks, zero and louder than the autonomy, while it is closed.
  bool is_weak = false;
};

// What a scenario says about the gate of one of its twins.
GateNodeConfig gate_config(const RobotConfig& robot);

// The gate of one robot as a node of a ROS 2 network, on monotonic time; in lockstep on simulated
// time.
class GateNode {
 public:
  GateNode(const GateNodeConfig& config, NodeOptions options);
  ~GateNode();

  GateState state() const;

 private:
  void hear_pose(const HeardPose& heard);
  void hear_command(const Twist2& velocity);
  void follow();
  void look();
  void report(SimTime now);
  std::string topic(const std::string& name) const {
    return config_.ns.empty() ? name : config_.ns + "/" + name;
  }
  std::string command_topic() const;
  std::string output_topic() const;

  const GateNodeConfig config_;
  const bool is_lockstep_;
  Node node_;
  SilenceWatch watch_;  // callbacks ask it for the time, so it outlives them
  mutable std::mutex mutex_;
  Gate gate_;
  std::optional<bool> told_open_;

  CommandSender motors_;
  Publisher<std_msgs::msg::Bool> open_;
  StateReport report_;
  std::optional<CommandTopic> commands_;
  std::optional<PoseTopic> poses_;
  Subscription clock_;
  Subscription twin_;
  Subscription stop_;
  GraphWatch graph_watch_;
};

}  // namespace tandem
