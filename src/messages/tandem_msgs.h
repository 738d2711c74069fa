// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/std_msgs.h"

// Tandem's own messages and services. The files in interfaces say what their fields mean; a test
// holds the two together.
namespace tandem::tandem_msgs::msg {

struct Event {
  builtin_interfaces::msg::Time stamp;
  std::string name;
  std::string robot;
  std::string text;
  std::vector<diagnostic_msgs::msg::KeyValue> values;
  TANDEM_MESSAGE("tandem_msgs/msg/Event", stamp, name, robot, text, values)
};

struct Stats {
  builtin_interfaces::msg::Time stamp;
  std::string scenario;
  std::string state;
  std::uint64_t step_count = 0;
  std::uint64_t episode_count = 0;
  double real_time_factor = 0.0;
  double step_mean_ms = 0.0;
  double step_p99_ms = 0.0;
  double step_max_ms = 0.0;
  builtin_interfaces::msg::Duration slipped;
  std::uint32_t entity_count = 0;
  std::uint32_t robot_count = 0;
  std::uint32_t contact_count = 0;
  std::uint64_t dropped_inputs = 0;
  std::uint64_t dropped_messages = 0;
  TANDEM_MESSAGE("tandem_msgs/msg/Stats", stamp, scenario, state, step_count, episode_count,
                 real_time_factor, step_mean_ms, step_p99_ms, step_max_ms, slipped, entity_count,
                 robot_count, contact_count, dropped_inputs, dropped_messages)
};

struct Contact {
  std::string entity_a;
  std::string link_a;
  std::string entity_b;
  std::string link_b;
  geometry_msgs::msg::Point position;
  geometry_msgs::msg::Vector3 normal;
  double depth_m = 0.0;
  double impulse_ns = 0.0;
  double force_n = 0.0;
  TANDEM_MESSAGE("tandem_msgs/msg/Contact", entity_a, link_a, entity_b, link_b, position, normal,
                 depth_m, impulse_ns, force_n)
};

struct Contacts {
  std_msgs::msg::Header header;
  std::vector<Contact> contacts;
  TANDEM_MESSAGE("tandem_msgs/msg/Contacts", header, contacts)
};

struct CommandStatus {
  builtin_interfaces::msg::Time stamp;
  std::string robot;
  std::string command;
  bool done = false;
  std::string text;
  TANDEM_MESSAGE("tandem_msgs/msg/CommandStatus", stamp, robot, command, done, text)
};

struct Load {
  std::string robot;
  std::string load;
  std::string type;
  std::string mount;
  bool active = false;
  TANDEM_MESSAGE("tandem_msgs/msg/Load", robot, load, type, mount, active)
};

struct RuleStatus {
  std::string rule;
  std::string type;
  std::vector<diagnostic_msgs::msg::KeyValue> values;
  TANDEM_MESSAGE("tandem_msgs/msg/RuleStatus", rule, type, values)
};

struct Rules {
  builtin_interfaces::msg::Time stamp;
  std::vector<RuleStatus> rules;
  std::vector<Load> loads;
  TANDEM_MESSAGE("tandem_msgs/msg/Rules", stamp, rules, loads)
};

struct VirtualObject {
  static constexpr std::uint8_t ADD = 0;
  static constexpr std::uint8_t MODIFY = 1;
  static constexpr std::uint8_t REMOVE = 2;

  std::uint8_t action = 0;
  std::string id;
  std::string type;
  geometry_msgs::msg::Pose pose;
  TANDEM_CONSTANTS(ADD, MODIFY, REMOVE)
  TANDEM_MESSAGE("tandem_msgs/msg/VirtualObject", action, id, type, pose)
};

struct VirtualObjects {
  std_msgs::msg::Header header;
  std::vector<VirtualObject> objects;
  TANDEM_MESSAGE("tandem_msgs/msg/VirtualObjects", header, objects)
};

struct VirtualObjectsStatus {
  std_msgs::msg::Header header;
  std::uint32_t done = 0;
  std::vector<diagnostic_msgs::msg::KeyValue> refused;
  std::uint32_t refused_count = 0;
  TANDEM_MESSAGE("tandem_msgs/msg/VirtualObjectsStatus", header, done, refused, refused_count)
};

struct Sighting {
  std::string label;
  double x_px = 0.0;
  double y_px = 0.0;
  double width_px = 0.0;
  double height_px = 0.0;
  double area_px = 0.0;
  bool is_cut = false;
  bool has_position = false;
  geometry_msgs::msg::Point position;
  TANDEM_MESSAGE("tandem_msgs/msg/Sighting", label, x_px, y_px, width_px, height_px, area_px,
                 is_cut, has_position, position)
};

struct Sight {
  std_msgs::msg::Header header;
  std::string processor;
  bool found = false;
  double lateral_error = 0.0;
  double angular_error_rad = 0.0;
  double ratio = 0.0;
  std::vector<geometry_msgs::msg::Point> curve;
  std::vector<Sighting> sightings;
  TANDEM_MESSAGE("tandem_msgs/msg/Sight", header, processor, found, lateral_error,
                 angular_error_rad, ratio, curve, sightings)
};

struct MissionState {
  std::string path;
  std::vector<std::string> outcomes;
  std::vector<std::string> next;
  TANDEM_MESSAGE("tandem_msgs/msg/MissionState", path, outcomes, next)
};

struct Mission {
  static constexpr std::uint8_t RUNNING = 0;
  static constexpr std::uint8_t STOPPED = 1;
  static constexpr std::uint8_t SUCCEEDED = 2;
  static constexpr std::uint8_t FAILED = 3;

  builtin_interfaces::msg::Time stamp;
  std::string program;
  std::uint8_t status = 0;
  std::string active;
  builtin_interfaces::msg::Time since;
  std::string outcome;
  std::string message;
  std::vector<MissionState> states;
  std::vector<diagnostic_msgs::msg::KeyValue> blackboard;
  TANDEM_CONSTANTS(RUNNING, STOPPED, SUCCEEDED, FAILED)
  TANDEM_MESSAGE("tandem_msgs/msg/Mission", stamp, program, status, active, since, outcome, message,
                 states, blackboard)
};

}  // namespace tandem::tandem_msgs::msg

namespace tandem::tandem_msgs::srv {

struct RobotCommand {
  struct Request {
    std::string robot;
    std::string command;
    TANDEM_MESSAGE("tandem_msgs/srv/RobotCommand_Request", robot, command)
  };
  struct Response {
    bool success = false;
    std::string message;
    std::string robot;
    TANDEM_MESSAGE("tandem_msgs/srv/RobotCommand_Response", success, message, robot)
  };
  TANDEM_SERVICE("tandem_msgs/srv/RobotCommand")
};

struct SelectProcessor {
  struct Request {
    std::string processor;
    std::vector<std::string> labels;
    TANDEM_MESSAGE("tandem_msgs/srv/SelectProcessor_Request", processor, labels)
  };
  struct Response {
    bool success = false;
    std::string message;
    TANDEM_MESSAGE("tandem_msgs/srv/SelectProcessor_Response", success, message)
  };
  TANDEM_SERVICE("tandem_msgs/srv/SelectProcessor")
};

struct MissionControl {
  struct Request {
    std::string command;
    std::string state;
    TANDEM_MESSAGE("tandem_msgs/srv/MissionControl_Request", command, state)
  };
  struct Response {
    bool success = false;
    std::string message;
    TANDEM_MESSAGE("tandem_msgs/srv/MissionControl_Response", success, message)
  };
  TANDEM_SERVICE("tandem_msgs/srv/MissionControl")
};

}  // namespace tandem::tandem_msgs::srv

namespace tandem::tandem_msgs::action {

struct PerformSkill {
  struct Goal {
    std::string target;
    std::vector<geometry_msgs::msg::PoseStamped> poses;
    TANDEM_MESSAGE("tandem_msgs/action/PerformSkill_Goal", target, poses)
  };
  struct Result {
    std::string outcome;
    std::string message;
    std::vector<geometry_msgs::msg::PoseStamped> poses;
    TANDEM_MESSAGE("tandem_msgs/action/PerformSkill_Result", outcome, message, poses)
  };
  struct Feedback {
    std::string message;
    double progress = 0.0;
    TANDEM_MESSAGE("tandem_msgs/action/PerformSkill_Feedback", message, progress)
  };
  TANDEM_ACTION("tandem_msgs/action/PerformSkill")
};

}  // namespace tandem::tandem_msgs::action

namespace tandem::tandem_msgs {

using Messages =
    TypeList<msg::CommandStatus, msg::Contact, msg::Contacts, msg::Event, msg::Load, msg::Mission,
             msg::MissionState, msg::RuleStatus, msg::Rules, msg::Sight, msg::Sighting, msg::Stats,
             msg::VirtualObject, msg::VirtualObjects, msg::VirtualObjectsStatus>;
using Services = TypeList<srv::MissionControl, srv::RobotCommand, srv::SelectProcessor>;
using Actions = TypeList<action::PerformSkill>;

}  // namespace tandem::tandem_msgs
