// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "laboratory/lockstep_world.h"
#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "messages/tandem_msgs.h"

namespace tandem {

using sensor_msgs::msg::Image;
using sensor_msgs::msg::LaserScan;
using tandem_msgs::msg::CommandStatus;
using tandem_msgs::msg::Event;
using tandem_msgs::msg::VirtualObject;

// A world as node of a ROS 2 network, and a program in that network that gives orders to the first
// robot, drives it, and looks at what is published. The robot is a simulated one or the twin of a
// stand-in; everything is in lockstep, and the same each time.
class RuleLab {
 public:
  explicit RuleLab(const std::string& scenario, const LockstepWorldOptions& options = {})
      : world_(scenario, options) {
    program_.start();
    world_.run(500ms);  // a twin has been seen by then
  }

  // The only answer to an order.
  CommandStatus order(const std::string& words) {
    answers_.clear();
    orders_.publish({words});
    world_.run(80ms);
    EXPECT_THAT(answers_, testing::SizeIs(1)) << words;
    return answers_.empty() ? CommandStatus{} : answers_.front();
  }
  void expect_done(const std::string& words) {
    const CommandStatus status = order(words);
    EXPECT_TRUE(status.done) << words << ": " << status.text;
  }
  // Refused, with a reason that has these words in it, and nothing happens.
  void expect_refused(const std::string& words, const std::string& reason) {
    const std::size_t events = events_.size();
    const auto loads = rules_.loads;
    const CommandStatus status = order(words);
    EXPECT_FALSE(status.done) << words;
    EXPECT_THAT(status.text, testing::HasSubstr(reason)) << words;
    world_.run(200ms);
    EXPECT_EQ(events_.size(), events) << words << " told of " << events_.back().text;
    EXPECT_EQ(rules_.loads, loads) << words;
  }

  void run(Duration time) { world_.run(time); }
  // By cmd_vel, and then it stands.
  void drive(double linear, double angular, Duration time) {
    send(linear, angular, time);
    send(0, 0, 500ms);
  }
  // Along the x axis until a thing is at that x, as somebody drives who sees it; then it stands.
  void bring_along_x(const std::string& thing, double x) {
    const SimTime end = world_.now() + 20s;
    while (world_.pose_of(thing).translation.x < x && world_.now() < end)
      send(0.3, -3 * world_.place().translation.y - 2 * world_.place().yaw, 40ms);
    send(0, 0, 1s);
  }
  // Until something has happened, for that time at most; it does not stop.
  bool drive_until(const std::function<bool()>& condition, double linear, double angular,
                   Duration limit) {
    for (const SimTime end = world_.now() + limit; !condition() && world_.now() < end;)
      send(linear, angular, 40ms);
    return condition();
  }

  // The next message of a topic, which is made for us.
  template <Message M>
  M look(const std::string& topic, const Qos& qos = qos::reliable) {
    std::optional<M> seen;
    const Subscription eye =
        program_.subscribe<M>(topic, qos, [&](const M& message) { seen = message; });
    EXPECT_TRUE(world_.run_until([&] { return seen.has_value(); }, 2s)) << "nothing on " << topic;
    return seen.value_or(M{});
  }
  // What the laser measures straight ahead; infinite when there is nothing.
  double ahead_m() {
    const auto scan = look<LaserScan>("scan");
    const auto beam = static_cast<std::size_t>(std::lround(-scan.angle_min / scan.angle_increment));
    return scan.ranges.empty() ? 0 : scan.ranges.at(beam % scan.ranges.size());
  }

  // Things by topic; each message is answered.
  void send_object(const VirtualObject& object) {
    object_answers_.clear();
    objects_.publish({.header = {}, .objects = {object}});
    world_.run(80ms);
    ASSERT_THAT(object_answers_, testing::SizeIs(1));
    EXPECT_EQ(object_answers_.front().done, 1u) << object.id;
  }
  void bring(const std::string& id, const std::string& type, Vec2 at, double z = 0.001) {
    VirtualObject object{.action = VirtualObject::ADD, .id = id, .type = type};
    object.pose.position = {at.x, at.y, z};
    object.pose.orientation.w = 1;
    send_object(object);
  }
  void remove(const std::string& id) {
    send_object({.action = VirtualObject::REMOVE, .id = id, .type = {}});
  }

  // What /tandem/events and /tandem/rules told.
  const std::vector<Event>& events() const { return events_; }
  const Event* heard(const std::string& name) const {
    const auto event = std::ranges::find(events_, name, &Event::name);
    return event == events_.end() ? nullptr : &*event;
  }
  int count(const std::string& name) const {
    return static_cast<int>(std::ranges::count(events_, name, &Event::name));
  }
  void forget_events() { events_.clear(); }
  std::string status(const std::string& rule, const std::string& key) {
    world_.run(120ms);  // it comes ten times a second
    const auto found = std::ranges::find(rules_.rules, rule, &tandem_msgs::msg::RuleStatus::rule);
    if (found != rules_.rules.end()) return value_of(found->values, key);
    ADD_FAILURE() << "nothing is told of " << rule;
    return {};
  }
  double number(const std::string& rule, const std::string& key) {
    return std::stod("0" + status(rule, key));
  }
  const std::vector<tandem_msgs::msg::Load>& loads() const { return rules_.loads; }

  static std::string value_of(const std::vector<diagnostic_msgs::msg::KeyValue>& values,
                              const std::string& key) {
    const auto found = std::ranges::find(values, key, &diagnostic_msgs::msg::KeyValue::key);
    if (found != values.end()) return found->value;
    ADD_FAILURE() << "there is no " << key;
    return {};
  }
  static std::string value_of(const Event& event, const std::string& key) {
    return value_of(event.values, key);
  }
  static double number_of(const Event& event, const std::string& key) {
    return std::stod(value_of(event.values, key));
  }

  // Where the robot really is, to aim by.
  Vec2 place() const { return world_.place().translation; }
  LockstepWorld& world() { return world_; }

 private:
  void send(double linear, double angular, Duration time) {
    for (const SimTime end = world_.now() + time; world_.now() < end;) {
      commands_.publish({.linear = {.x = linear}, .angular = {.z = angular}});
      world_.run(40ms);
    }
  }

  LockstepWorld world_;
  Node program_{"program", world_.node_options()};
  std::vector<CommandStatus> answers_;
  std::vector<tandem_msgs::msg::VirtualObjectsStatus> object_answers_;
  std::vector<Event> events_;
  tandem_msgs::msg::Rules rules_;
  Publisher<geometry_msgs::msg::Twist> commands_ =
      program_.publisher<geometry_msgs::msg::Twist>("cmd_vel");
  Publisher<std_msgs::msg::String> orders_ =
      program_.publisher<std_msgs::msg::String>("robot_command");
  Publisher<tandem_msgs::msg::VirtualObjects> objects_ =
      program_.publisher<tandem_msgs::msg::VirtualObjects>("/vera/virtual_objects");
  Subscription answers_topic_ = program_.subscribe<CommandStatus>(
      "robot_command/status", qos::reliable,
      [this](const CommandStatus& status) { answers_.push_back(status); });
  Subscription object_answers_topic_ = program_.subscribe<tandem_msgs::msg::VirtualObjectsStatus>(
      "/vera/virtual_objects/status", qos::reliable,
      [this](const tandem_msgs::msg::VirtualObjectsStatus& status) {
        object_answers_.push_back(status);
      });
  Subscription events_topic_ =
      program_.subscribe<Event>("/tandem/events", {.depth = 100}, [this](const Event& event) {
        if (event.name != "gate") events_.push_back(event);  // which is a node of its own
      });
  Subscription rules_topic_ = program_.subscribe<tandem_msgs::msg::Rules>(
      "/tandem/rules", qos::latched,
      [this](const tandem_msgs::msg::Rules& rules) { rules_ = rules; });
};

// The pixels of a picture for which something holds.
template <class Holds>
int count_pixels(const Image& picture, const Holds& holds) {
  int count = 0;
  for (std::size_t i = 0; i + 2 < picture.data.size(); i += 3)
    count += holds(int{picture.data[i]}, int{picture.data[i + 1]}, int{picture.data[i + 2]});
  return count;
}
// Those that differ by more than a camera's noise and the edges of things make.
inline int count_differences(const Image& a, const Image& b) {
  EXPECT_EQ(a.data.size(), b.data.size());
  constexpr int noise = 20;
  int count = 0;
  for (std::size_t i = 0; i + 2 < std::min(a.data.size(), b.data.size()); i += 3)
    count += std::abs(a.data[i] - b.data[i]) > noise ||
             std::abs(a.data[i + 1] - b.data[i + 1]) > noise ||
             std::abs(a.data[i + 2] - b.data[i + 2]) > noise;
  return count;
}

// Each test for a simulated robot and for the twin of a stand-in.
class RulesOverRos : public testing::TestWithParam<bool> {
 protected:
  bool is_twin() const { return GetParam(); }
  LockstepWorldOptions options() const { return {.is_twin = GetParam()}; }
};

inline std::string name_of_mode(const testing::TestParamInfo<bool>& mode) {
  return mode.param ? "twin" : "simulated";
}

}  // namespace tandem
