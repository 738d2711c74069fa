// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/mixed_mounting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tandem {

namespace {

constexpr std::string_view image_message = "sensor_msgs/msg/Image";

// How pictures are seen is told beside them.
std::string info_beside(const std::string& topic) {
  return topic.substr(0, topic.rfind('/') + 1) + "camera_info";
}

}  // namespace

const SensorTopic* mixable_topic(const SensorInfo& sensor) {
  constexpr std::array<std::string_view, 3> messages{
      "sensor_msgs/msg/LaserScan", "sensor_msgs/msg/Range", "tandem_msgs/msg/Contacts"};
  for (const SensorTopic& topic : sensor.topics)
    if (std::ranges::find(messages, topic.message) != messages.end() ||
        (sensor.type == "camera" && topic.message == image_message))
      return &topic;
  return nullptr;
}

bool set_mix(const SensorOwner& owner, const SensorDescription& written, SensorInfo& info,
             Findings& findings) {
  if (written.reality != SensorReality::mixed) return true;
  const SensorTopic* topic = mixable_topic(info);
  if (!topic) {
    findings.error(written.place,
                   fmt::format("sensor '{}' cannot be mixed with a real one: scans, ranges, "
                               "contacts and cameras can, not a {}",
                               info.name, info.type));
    return false;
  }
  MixConfig& mix = info.mix.emplace(written.mix);
  const std::string own = topic->name.substr(topic->name.starts_with('/') ? 1 : 0);
  if (mix.real_topic.empty()) mix.real_topic = "hardware/" + own;
  if (mix.topic.empty()) mix.topic = "mixed/" + own;
  const auto refuse = [&](std::string_view what, const std::string& name) {
    findings.error(written.place, fmt::format("sensor '{}' would publish {} on '{}', where others "
                                              "are",
                                              info.name, what, name));
    return false;
  };
  for (const std::string& name : {topic->name, mix.real_topic})
    if (mix.topic == name) return refuse("its mixed measurements", name);
  if (topic->message == image_message)
    for (const std::string& name : {topic->name, mix.real_topic})
      if (info_beside(mix.topic) == info_beside(name))
        return refuse("the camera_info of its mixed pictures", info_beside(name));
  info.has_real_partner = owner.robot && owner.robot->mode == RobotMode::twin;
  return true;
}

std::vector<std::string> mixed_topics(const SensorInfo& sensor) {
  if (!sensor.mix) return {};
  const SensorTopic* topic = mixable_topic(sensor);
  if (!topic || topic->message != image_message) return {sensor.mix->topic};
  return {sensor.mix->topic, info_beside(sensor.mix->topic)};
}

}  // namespace tandem
