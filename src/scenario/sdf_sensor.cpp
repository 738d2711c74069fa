// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/sdf_sensor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenario/sdf_reader.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

// What is read apart, and what asks for nothing that Tandem does not do anyway.
constexpr std::array<std::string_view, 10> common{
    "pose",      "update_rate",       "topic",     "frame_id", "gz_frame_id",
    "always_on", "ignition_frame_id", "visualize", "plugin",   "enable_metrics"};

// Every value under an element, by its path.
void collect(const XmlElement& element, const std::string& path,
             std::vector<WrittenSetting>& settings) {
  element.mark_read();
  if (const XmlValue type = element.attribute("type"); type.is_given())
    settings.push_back({path + "/@type", {type.text()}, false, type.place()});
  if (const XmlValue name = element.attribute("name"); name.is_given())
    settings.push_back({path + "/@name", {name.text()}, false, name.place()});
  const std::vector<XmlElement> children = element.children();
  for (const XmlElement& child : children)
    collect(child, fmt::format("{}/{}", path, child.name()), settings);
  if (!children.empty()) return;
  const XmlValue value = element.value();
  settings.push_back({path, {value.text()}, false, value.place()});
}

}  // namespace

std::optional<SensorDescription> read_sdf_sensor(const XmlElement& element,
                                                 const std::string& link) {
  SensorDescription sensor;
  sensor.is_sdf = true;
  sensor.name = element.required_attribute("name");
  sensor.type = element.required_attribute("type");
  sensor.place = element.place();
  sensor.link = link;
  if (sensor.name.empty() || sensor.type.empty()) {
    element.skip();
    return {};
  }
  const XmlValue rate = element.value("update_rate");
  sensor.rate_hz = rate.not_negative(0);
  sensor.rate_place = rate.is_given() ? rate.place() : element.place();
  const auto read_text = [&](const char* name, std::string& target) {
    const XmlValue value = element.value(name);
    if (value.is_given()) target = value.text();
    if (!is_printable(target)) value.error("has characters that cannot be shown");
  };
  read_text("topic", sensor.topic);
  for (const char* name : {"frame_id", "ignition_frame_id", "gz_frame_id"})
    read_text(name, sensor.frame_id);
  for (const char* name : {"always_on", "visualize", "enable_metrics"}) element.value(name);
  read_plugins(element);

  for (const XmlElement& child : element.children())
    if (std::ranges::find(common, child.name()) == common.end())
      collect(child, child.name(), sensor.settings);
  return sensor;
}

}  // namespace tandem
