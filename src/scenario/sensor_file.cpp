// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "scenario/fields.h"
#include "scenario/robot_file.h"
#include "scenario/suggest.h"

namespace tandem {

namespace {

const SensorType* find_type(std::string_view name) {
  for (const SensorType& type : sensor_types())
    if (type.name == name) return &type;
  return nullptr;
}

bool has_link(const Model& model, std::string_view name) {
  for (const Link& link : model.links)
    if (link.name == name) return true;
  for (const NamedFrame& frame : model.frames)
    if (frame.name == name) return true;
  return false;
}

std::vector<std::string> link_names(const Model& model) {
  std::vector<std::string> names;
  for (const Link& link : model.links) names.push_back(link.name);
  for (const NamedFrame& frame : model.frames) names.push_back(frame.name);
  return names;
}

std::optional<SensorDescription> read_sensor(const YamlEntry& entry, const Model& model,
                                             Findings& findings) {
  // which keys there are depends on the type, so the type comes first
  const YamlNode* type_node = entry.value.find("type");
  if (!type_node || !type_node->is_text()) {
    findings.error(entry.place, fmt::format("sensor '{}' must have 'type'", entry.key));
    return std::nullopt;
  }
  const SensorType* type = find_type(type_node->text);
  if (!type) {
    std::vector<std::string_view> names;
    for (const SensorType& known : sensor_types()) names.push_back(known.name);
    findings.error(type_node->place,
                   fmt::format("there is no sensor type {}{}", describe(*type_node),
                               suggestion(type_node->text, names)));
    return std::nullopt;
  }
  Section section{type->name, schema::sensor.keys};
  for (const SensorSetting& setting : type->settings) section.keys.push_back(setting.key);
  const Fields fields(entry.value, section, findings);

  SensorDescription sensor;
  sensor.name = entry.key;
  sensor.type = type->name;
  sensor.place = entry.place;
  fields.read("rate_hz", sensor.rate_hz, {0.01, 10'000});
  constexpr std::array<std::string_view, 2> triggers{"rate", "pose"};
  if (const auto trigger = fields.read_choice("trigger", triggers))
    sensor.is_triggered_by_pose = *trigger == 1;
  if (const YamlNode* pose = fields.find("pose"))
    sensor.link_from_sensor = read_pose(*pose, findings).pose;
  if (!model.links.empty()) sensor.link = model.links.front().name;
  if (fields.read("link", sensor.link) && !model.links.empty() && !has_link(model, sensor.link))
    findings.error(fields.place_of("link"),
                   fmt::format("model '{}' has no link '{}'{}", model.name, sensor.link,
                               suggestion(sensor.link, link_names(model))));

  for (const SensorSetting& setting : type->settings) {
    double number = 0;
    std::string text;
    if (setting.is_text) {
      if (fields.read(setting.key, text)) sensor.settings.emplace(setting.key, text);
    } else if (fields.read(setting.key, number, {setting.low, setting.high})) {
      sensor.settings.emplace(setting.key, number);
    }
  }
  return sensor;
}

}  // namespace

std::vector<SensorDescription> read_sensors(const YamlNode& node, const Model& model,
                                            Findings& findings) {
  std::vector<SensorDescription> sensors;
  if (!node.is_map()) {
    findings.error(node.place, fmt::format("'sensors' expects a map from names to sensors, is {}",
                                           describe(node)));
    return sensors;
  }
  std::vector<std::string> names;
  for (const YamlEntry& entry : node.entries) {
    // "lidar: off" takes away what the robot file has
    if (entry.value.is_text() && entry.value.text == "off") continue;
    if (!is_plain_name(entry.key)) {
      findings.error(entry.place,
                     "a sensor's name has letters, digits and underscores, a letter "
                     "first");
      continue;
    }
    if (auto sensor = read_sensor(entry, model, findings)) {
      names.push_back(sensor->name);
      sensors.push_back(std::move(*sensor));
    }
  }
  if (!names.empty())
    findings.warn(node.place,
                  fmt::format("sensors are checked but give no data in this version: {}",
                              fmt::join(names, ", ")));
  return sensors;
}

}  // namespace tandem
