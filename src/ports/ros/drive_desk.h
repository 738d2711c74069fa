// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "geometry/pose2.h"
#include "messages/geometry_msgs.h"
#include "middleware/node.h"
#include "ports/ros/network_robots.h"

namespace tandem {

// Robots that people drive: their commands go to the robot's cmd_vel, as those of a program would.
// Who falls silent leaves no robot driving: it is told to stand still, and after a while nothing of
// us is on its topic. Any thread may drive; messages leave on the port's.
class DriveDesk {
 public:
  static constexpr Duration command_timeout = 500ms;  // without a command
  static constexpr Duration farewell = 2s;  // from the last message to the publisher's end

  DriveDesk(Node& node, const NetworkRobots& robots) : node_(node), robots_(robots) {}
  ~DriveDesk();

  // Any thread.
  void drive(const std::string& robot, const Twist2& velocity);

  // Of the port's thread. `now` is the clock that timeouts go by, `time` what messages are stamped
  // with.
  void keep_up(Duration now, SimTime time);
  // Other robots are there; those that went stand.
  void follow_robots();
  // The network may look different: robots listen to another type of command.
  void follow(const GraphView& graph);

 private:
  struct Line {
    std::string topic;  // as the port calls it
    CommandType type{};
    std::optional<CommandType> fixed_type;  // by the scenario
    Publisher<geometry_msgs::msg::Twist> twist;
    Publisher<geometry_msgs::msg::TwistStamped> stamped;
    Duration commanded{};  // at last
    bool is_driving = false;
  };

  void open(Line& line, CommandType type);
  CommandType type_for(const Line& line, const GraphView& graph) const;
  static void send(Line& line, const Twist2& velocity, SimTime time);

  Node& node_;
  const NetworkRobots& robots_;
  std::map<std::string, Line> lines_;  // by robot
  SimTime time_{};                     // of the latest keep_up
  std::mutex mutex_;
  std::map<std::string, Twist2> wanted_;  // by robot: since the last time
};

}  // namespace tandem
