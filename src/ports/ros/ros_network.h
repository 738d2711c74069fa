// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "middleware/node.h"
#include "ports/desk/latest_frame.h"
#include "ports/desk/network.h"
#include "ports/ros/drive_desk.h"
#include "ports/ros/gate_watch.h"
#include "ports/ros/mission_desk.h"
#include "ports/ros/navigation_desk.h"
#include "ports/ros/network_robots.h"
#include "ports/ros/publishing_rates.h"
#include "ports/ros/stand_in_watch.h"
#include "ports/ros/topic_views.h"

namespace tandem {

// The ROS 2 network for people. What they ask for is done by the port's thread, which calls the
// functions below those of Network; so no caller ever waits for an endpoint.
class RosNetwork : public Network {
 public:
  RosNetwork(Node& node, const Board& board, const LatestFrame& latest, bool is_lockstep);

  const Board& board() const override { return board_; }
  std::vector<ViewableTopic> viewable_topics() const override { return views_.topics(); }
  std::shared_ptr<View> view(const std::string& topic) override { return views_.view(topic); }
  std::vector<TopicRate> rates() const override { return rates_.rates(); }
  void drive(const std::string& robot, const Twist2& velocity) override {
    driving_.drive(robot, velocity);
  }
  void navigate(const std::string& robot, const Pose2& world_from_goal) override {
    navigation_.navigate(robot, world_from_goal);
  }
  void cancel_navigation(const std::string& robot) override { navigation_.cancel(robot); }
  Navigation navigation(const std::string& robot) const override {
    return navigation_.navigation(robot);
  }
  std::optional<GateView> gate(const std::string& robot) const override {
    return gates_.gate(robot);
  }
  bool has_stand_in(const std::string& robot) const override { return stand_ins_.has(robot); }
  std::shared_ptr<const std::vector<MissionView>> missions() const override {
    return missions_.missions();
  }
  void control_mission(MissionOrder order, OnMissionAnswer on_answer) override {
    missions_.control(std::move(order), std::move(on_answer));
  }

  // Robots may have come or gone.
  void follow(const Frame& frame, Duration now);
  // The network may look different.
  void follow(const GraphView& graph);
  // Often, also while the simulation stands still; by simulated time in lockstep, otherwise by the
  // steady clock.
  void keep_up(Duration now);

 private:
  const Board& board_;
  const LatestFrame& latest_;
  NetworkRobots robots_;
  TopicViews views_;
  NavigationDesk navigation_;
  DriveDesk driving_;
  GateWatch gates_;
  StandInWatch stand_ins_;
  MissionDesk missions_;
  PublishingRates rates_;
};

}  // namespace tandem
