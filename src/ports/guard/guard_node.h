// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "guard/guard.h"
#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "middleware/node.h"
#include "ports/streams/command_sender.h"
#include "ports/streams/command_topic.h"
#include "ports/streams/silence_watch.h"
#include "ports/streams/state_report.h"
#include "scenario/scenario.h"

namespace tandem {

struct GuardNodeConfig {
  std::string robot;
  std::string ns;  // of the robot's topics, below that of the node: "emaros"; may be empty
  GuardConfig guard;
  std::string scan_topic;
  std::optional<CommandType> command_type;  // else that of the autonomy, for the gate too
};

// What a scenario says about the guard of one of its robots; nothing where it has none.
std::optional<GuardNodeConfig> guard_config(const RobotConfig& robot);

// The guard of one real robot as a node of a ROS 2 network, between the autonomy and the gate, on
// monotonic time; in lockstep on simulated time.
class GuardNode {
 public:
  GuardNode(const GuardNodeConfig& config, NodeOptions options);
  ~GuardNode();

  GuardState state() const;
  int stops() const;

 private:
  using Trigger = std_srvs::srv::Trigger;

  void follow();
  void look();
  void ask_for_pause();
  void twin_is_paused(bool is_paused);
  void report(SimTime now);
  std::string topic(const std::string& name) const {
    return config_.ns.empty() || name.starts_with('/') ? name : config_.ns + "/" + name;
  }

  const GuardNodeConfig config_;
  const bool is_lockstep_;
  Node node_;
  SilenceWatch watch_;  // callbacks ask it for the time, so it outlives them
  mutable std::mutex mutex_;
  Guard guard_;
  bool is_paused_ = false;   // the twin, as the simulator said last
  bool is_asking_ = false;   // a call is under way
  bool is_closing_ = false;  // the gate, because it is stuck

  CommandSender gate_;
  Publisher<std_msgs::msg::Bool> safety_stop_;
  StateReport report_;
  Client<Trigger> pause_, resume_;
  Server release_;
  std::optional<CommandTopic> commands_;
  Subscription scan_;
  Subscription twin_;
  GraphWatch graph_watch_;
};

}  // namespace tandem
