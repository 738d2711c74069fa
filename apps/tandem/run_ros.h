// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ports/record/recorder.h"
#include "ports/ros/ros_port.h"

namespace tandem {

// What a person said about ROS when starting a run.
struct RosChoice {
  bool is_off = false;
  bool may_fail = false;               // then the run goes on without it
  std::vector<std::string> arguments;  // what followed --ros-args
};

// The run as a node of the ROS 2 network. Null without ROS; ends the command with a sentence when
// the network cannot be joined and the run may not go on without it.
// The recorder sees all messages pass by, and is in /diagnostics; null for none. It outlives the
// port.
std::unique_ptr<RosPort> join_ros(const RosChoice& choice, const RunHandles& run,
                                  Recorder* recorder = nullptr);

}  // namespace tandem
