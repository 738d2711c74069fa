// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/std_srvs.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/desk/edit_desk.h"
#include "ports/ros/offered_topic.h"
#include "ports/ros/robot_interface.h"
#include "ports/streams/command_topic.h"
#include "ports/streams/pose_topic.h"
#include "simulation/frame.h"

namespace tandem {

// What a twin has beyond the topics of any robot: where it hears of the real one, and what it says
// about that.
class TwinTopics {
 public:
  TwinTopics(Node& node, const RobotConfig& robot, const RobotInterface& interface, Inbox& inbox,
             EditDesk& edits);

  void publish(const RobotState& robot, const Frame& frame);
  void follow(const GraphView& graph);
  std::uint64_t dropped() const;

 private:
  const std::string robot_;
  const RobotFrames frames_;
  std::optional<TrackingState> told_;
  bool was_paused_ = false;
  std::optional<PoseTopic> poses_;
  std::optional<CommandTopic> commands_;
  Subscription imu_;
  Subscription safety_stop_;
  std::optional<Server> pause_, resume_;
  OfferedTopic<geometry_msgs::msg::PoseStamped> pose_;
  OfferedTopic<diagnostic_msgs::msg::DiagnosticStatus> status_;
  OfferedTopic<tandem_msgs::msg::Contacts> contacts_;
};

// All twins that are there, and for each robot the service that makes it one.
class TwinFleet {
 public:
  TwinFleet(Node& node, Inbox& inbox, EditDesk& edits)
      : node_(node), inbox_(inbox), edits_(edits) {}

  void publish(const Frame& frame);
  void follow(const GraphView& graph);
  std::uint64_t dropped() const;

 private:
  struct Member {
    std::shared_ptr<const RobotConfig> config;
    RobotInterface interface;
    std::optional<Server> set_twin;
    std::unique_ptr<TwinTopics> twin;  // of twins
  };
  void keep_up(const Frame& frame);

  Node& node_;
  Inbox& inbox_;
  EditDesk& edits_;
  std::vector<Member> members_;
  std::uint64_t dropped_by_gone_ = 0;
};

// How a twin's tracking is, for diagnostics.
diagnostic_msgs::msg::DiagnosticStatus twin_status(const std::string& robot,
                                                   const TwinReport& report);

}  // namespace tandem
