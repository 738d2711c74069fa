// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/blackboard.h"
#include "autonomy/behavior/mission_point.h"
#include "autonomy/behavior/state.h"
#include "autonomy/behavior/state_machine.h"
#include "messages/geometry_msgs.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"

namespace tandem {

// One state of a mission: what it does, and where it goes from there.
struct MissionStep {
  std::string name;
  std::shared_ptr<State> work;  // nothing: there are states inside
  std::vector<Transition> next;
  std::vector<MissionStep> inner;
};

struct MissionPlan {
  std::string program;                 // "line_follower"
  std::vector<std::string> successes;  // the outcomes that are what was wanted
  std::vector<std::string> failures;   // and those that are not: "camera_lost"
  std::vector<MissionStep> steps;      // the first begins
  std::function<void()> on_halt;  // it was stopped or has ended: let go of what costs something
  Duration period = 50ms;         // how often states are asked
  std::string command_topic = "cmd_vel";
};

// Runs a robot program on a node: goes from state to state, tells everybody about it on `mission`,
// and lets people stop, resume and restart it by `mission/control`. Whenever it does not run, the
// robot was told to stand. Belongs to the node's callbacks, and begins with start().
class Mission {
 public:
  // Throws std::invalid_argument that names every mistake of the plan.
  Mission(Node& node, MissionPlan plan);
  ~Mission();
  Mission(const Mission&) = delete;
  Mission& operator=(const Mission&) = delete;

  void start();
  // What mission/control does. Nothing when it was done, else why not.
  std::optional<std::string> stop();
  std::optional<std::string> resume();
  std::optional<std::string> restart(const std::string& path = {});

  const MissionPoint& point() const { return point_; }
  Blackboard& blackboard() { return blackboard_; }
  const Blackboard& blackboard() const { return blackboard_; }

 private:
  using MissionMessage = tandem_msgs::msg::Mission;
  using Control = tandem_msgs::srv::MissionControl;

  void go(const MissionPoint& next);
  std::optional<std::string> go_if(const Result<MissionPoint>& next);
  void step();
  void halt();
  void publish();
  Control::Response obey(const Control::Request& request);
  std::vector<tandem_msgs::msg::MissionState> state_messages() const;

  Node& node_;
  const MissionPlan plan_;
  const StateMachine machine_;
  std::map<std::string, State*> works_;  // by path
  const std::vector<tandem_msgs::msg::MissionState> states_;
  Blackboard blackboard_;
  MissionPoint point_{.status = MissionStatus::stopped};
  State* active_ = nullptr;  // entered, and not left
  SimTime halting_until_{};
  MissionMessage told_;
  Publisher<MissionMessage> mission_;
  Publisher<geometry_msgs::msg::Twist> commands_;
  Server control_;
  Timer timer_;
};

}  // namespace tandem
