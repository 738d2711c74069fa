// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/desk/network.h"
#include "ports/ros/network_robots.h"

namespace tandem {

// What the programs of robots say of their missions, on the topic mission of each, and telling them
// to stop and to go on, by the service mission/control. Any thread may ask; the network hears of it
// on the port's.
class MissionDesk {
 public:
  static constexpr Duration patience = 3s;         // for a program to answer
  static constexpr std::size_t max_waiting = 100;  // that nobody has asked yet

  MissionDesk(Node& node, const NetworkRobots& robots) : node_(node), robots_(robots) {}
  // Whoever still waits hears that nobody will answer.
  ~MissionDesk();

  // Any thread.
  std::shared_ptr<const std::vector<MissionView>> missions() const;
  void control(MissionOrder order, Network::OnMissionAnswer on_answer);

  // Of the port's thread.
  void keep_up();
  void follow_robots();
  void follow(const GraphView& graph);

 private:
  using MissionControl = tandem_msgs::srv::MissionControl;

  // What the subscription's callback holds.
  struct Heard {
    std::mutex mutex;
    std::optional<MissionView> view;
    bool is_new = false;
  };
  struct Line {
    std::string topic;             // as the graph has it
    std::shared_ptr<Heard> heard;  // from when a program first was there
    Subscription subscription;
    Client<MissionControl> control;
    bool has_program = false;
  };
  struct Waiting {
    MissionOrder order;
    Network::OnMissionAnswer on_answer;
  };

  // Who says nothing of missions is not listened to.
  void listen();
  void ask(const Waiting& waiting);

  Node& node_;
  const NetworkRobots& robots_;
  std::map<std::string, Line> lines_;  // by robot
  std::set<std::string> published_;    // topics with missions
  bool is_list_old_ = false;
  mutable std::mutex mutex_;
  std::shared_ptr<const std::vector<MissionView>> missions_ =
      std::make_shared<std::vector<MissionView>>();
  std::deque<Waiting> waiting_;
};

}  // namespace tandem
