// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/sensor_fleet.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "ports/ros/convert.h"
#include "ports/ros/entity_place.h"

namespace tandem {

namespace {

bool is_on_thing(const std::shared_ptr<const SensorInfo>& sensor) { return !sensor->is_on_robot; }

// Nothing when its owner is not there any more.
std::optional<Pose> world_from_frame(const Frame& frame, const SensorInfo& sensor, bool is_static) {
  const Entity* owner = frame.entities->find(sensor.entity);
  if (!owner || owner->model->is_static != is_static) return std::nullopt;
  return place_on(*owner, frame.world_from_body, sensor.link, sensor.link_from_frame);
}

}  // namespace

std::string as_ros_name(std::string name) {
  for (char& letter : name)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front()))) return "_" + name;
  return name;
}

SensorNames SensorFleet::names_of(const SensorInfo& sensor, const Frame& frame,
                                  const RobotInterfaces& robots) {
  if (const auto robot = robots.find(sensor.owner); sensor.is_on_robot && robot != robots.end())
    return {robot->second.ns, robot->second.frame_prefix,
            [topics = robot->second.topics](const std::string& topic) {
              return choice_for(topics, topic);
            }};
  // things have no topics of their own in a scenario: theirs are among those of the run
  const std::string ns = as_ros_name(sensor.owner);
  return {ns, ns + "/",
          [ns, topics = choices_of(frame.scenario->ros.topics)](const std::string& topic) {
            return choice_for(topics, "/" + ns + "/" + topic);
          }};
}

bool SensorFleet::remove_gone(const Frame& frame, const RobotInterfaces& robots,
                              bool is_new_world) {
  const std::uint64_t dropped_before = dropped();
  std::map<Key, const SensorInfo*> present;
  for (const auto& sensor : *frame.sensors) present[{sensor->owner, sensor->name}] = sensor.get();
  const std::size_t gone = std::erase_if(sensors_, [&](const auto& known) {
    const auto found = present.find(known.first);
    return is_new_world || found == present.end() ||
           !known.second->is_like(*found->second, names_of(*found->second, frame, robots));
  });
  dropped_by_gone_ += dropped_before - dropped();
  return gone > 0;
}

bool SensorFleet::add_new(const Frame& frame, const RobotInterfaces& robots) {
  bool has_new = false;
  for (const auto& sensor : *frame.sensors) {
    auto& topics = sensors_[{sensor->owner, sensor->name}];
    if (topics) continue;
    topics = std::make_unique<SensorTopics>(
        node_, events_, *sensor, names_of(*sensor, frame, robots), interest_, is_lockstep_);
    // those that everybody knows; other ones are told with the frame
    if (told_labels_ == frame.entities->labels()) topics->tell_labels(*told_labels_, frame.time);
    has_new = true;
  }
  return has_new;
}

void SensorFleet::publish(const Frame& frame) {
  if (told_labels_ != frame.entities->labels()) {
    told_labels_ = frame.entities->labels();
    for (const auto& [key, topics] : sensors_) topics->tell_labels(*told_labels_, frame.time);
  }
  for (const auto& reading : frame.readings) {
    const auto found = sensors_.find({reading->sensor->owner, reading->sensor->name});
    if (found != sensors_.end()) found->second->publish(*reading);
  }
  for (const auto& [key, topics] : sensors_) topics->look(frame);
}

void SensorFleet::follow() {
  for (const auto& [key, topics] : sensors_) topics->follow();
}

void SensorFleet::append_fixed_of_robot(
    const Frame& frame, const std::string& robot, const RobotInterface& interface,
    std::vector<geometry_msgs::msg::TransformStamped>& transforms) const {
  std::set<std::string> known;  // several sensors may share a frame
  for (const Link& link : interface.model->links) known.insert(link.name);
  for (const auto& sensor : *frame.sensors)
    if (sensor->is_on_robot && sensor->owner == robot && known.insert(sensor->frame_id).second)
      transforms.push_back(make_transform(frame.time, interface.frame_prefix + sensor->link,
                                          interface.frame_prefix + sensor->frame_id,
                                          sensor->link_from_frame));
}

void SensorFleet::append_of_things(const Frame& frame, bool is_static,
                                   std::vector<geometry_msgs::msg::TransformStamped>& transforms) {
  std::set<std::string> known;
  for (const auto& sensor : *frame.sensors) {
    if (!is_on_thing(sensor)) continue;
    const std::string child = as_ros_name(sensor->owner) + "/" + sensor->frame_id;
    const std::optional<Pose> pose = world_from_frame(frame, *sensor, is_static);
    if (pose && known.insert(child).second)
      transforms.push_back(make_transform(frame.time, "map", child, *pose));
  }
}

void SensorFleet::append_fixed_of_things(
    const Frame& frame, std::vector<geometry_msgs::msg::TransformStamped>& transforms) const {
  append_of_things(frame, true, transforms);
}

void SensorFleet::append_moving_of_things(
    const Frame& frame, std::vector<geometry_msgs::msg::TransformStamped>& transforms) {
  if (thing_cadence_.is_due(frame.time)) append_of_things(frame, false, transforms);
}

void SensorFleet::append_diagnostics(
    std::vector<diagnostic_msgs::msg::DiagnosticStatus>& all) const {
  for (const auto& [key, topics] : sensors_) topics->append_diagnostics(all);
}

std::uint64_t SensorFleet::dropped() const {
  std::uint64_t sum = dropped_by_gone_;
  for (const auto& [key, topics] : sensors_) sum += topics->dropped();
  return sum;
}

}  // namespace tandem
