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

// Tandem's own messages. The files in interfaces/msg say what their fields mean; a test holds the
// two together.
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

}  // namespace tandem::tandem_msgs::msg

namespace tandem::tandem_msgs {

using Messages = TypeList<msg::Contact, msg::Contacts, msg::Event, msg::Stats>;

}  // namespace tandem::tandem_msgs
