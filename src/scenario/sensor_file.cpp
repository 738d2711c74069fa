// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scenario/fields.h"
#include "scenario/link_field.h"
#include "scenario/mix_file.h"
#include "scenario/outlook.h"
#include "scenario/robot_file.h"

namespace tandem {

namespace {

std::optional<WrittenSetting> read_setting(const YamlEntry& entry, Findings& findings) {
  WrittenSetting setting{entry.key, {}, entry.value.is_list(), entry.value.place};
  if (!entry.value.is_list()) {
    const auto text = to_text(entry.value, entry.key, findings);
    if (!text) return std::nullopt;
    setting.values.push_back(*text);
    return setting;
  }
  for (const YamlNode& item : entry.value.items) {
    const auto text = to_text(item, entry.key, findings);
    if (!text) return std::nullopt;
    setting.values.push_back(*text);
  }
  return setting;
}

std::optional<SensorDescription> read_sensor(const YamlEntry& entry, const Model& model,
                                             Findings& findings) {
  // keys that all sensors have are read here, the others are kept for the sensor itself
  Section section{schema::sensor.name, schema::sensor.keys};
  for (const YamlEntry& setting : entry.value.entries) section.keys.push_back(setting.key);
  const Fields fields(entry.value, section, findings);
  if (!fields.is_map()) return std::nullopt;

  SensorDescription sensor;
  sensor.name = entry.key;
  sensor.place = entry.place;
  if (!fields.find("type")) {
    findings.error(entry.place, fmt::format("sensor '{}' must have 'type'", entry.key));
    return std::nullopt;
  }
  if (!fields.read("type", sensor.type)) return std::nullopt;
  double rate = 0;
  if (fields.read("rate_hz", rate, {0.01, 10'000})) sensor.rate_hz = rate;
  sensor.rate_place = fields.place_of("rate_hz");
  constexpr std::array<std::string_view, 2> triggers{"rate", "pose"};
  if (const auto trigger = fields.read_choice("trigger", triggers))
    sensor.is_triggered_by_pose = *trigger == 1;
  fields.read("topic", sensor.topic);
  check_topic(fields, "topic");
  fields.read("frame_id", sensor.frame_id);
  check_topic(fields, "frame_id");
  if (const YamlNode* pose = fields.find("pose"))
    sensor.link_from_sensor = read_pose(*pose, findings).pose;
  read_reality(fields, sensor);
  sensor.link = read_link(fields, model);

  const auto& common = schema::sensor.keys;
  for (const YamlEntry& setting : entry.value.entries) {
    if (std::ranges::find(common, setting.key) != common.end()) continue;
    if (auto written = read_setting(setting, findings))
      sensor.settings.push_back(std::move(*written));
  }
  return sensor;
}

// A sensor that the model's own file describes: who measures with it is the scenario's business.
bool is_about_reality(const YamlNode& node) {
  constexpr std::array<std::string_view, 2> keys{"reality", "mix"};
  return node.is_map() && !node.entries.empty() &&
         std::ranges::all_of(node.entries, [&](const YamlEntry& entry) {
           return std::ranges::find(keys, entry.key) != keys.end();
         });
}

}  // namespace

std::vector<SensorDescription> read_sensors(const YamlNode& node, const Model& model,
                                            const LoadContext& context) {
  Findings& findings = context.findings();
  std::vector<SensorDescription> sensors = model.sensors;
  if (!node.is_map()) {
    findings.error(node.place, fmt::format("'sensors' expects a map from names to sensors, is {}",
                                           describe(node)));
    return sensors;
  }
  for (const YamlEntry& entry : node.entries) {
    if (const auto known = std::ranges::find(sensors, entry.key, &SensorDescription::name);
        known != sensors.end() && is_about_reality(entry.value)) {
      read_reality(Fields(entry.value, schema::sensor, findings), *known);
      continue;
    }
    // what is written here replaces a sensor of the model of the same name, "lidar: off" takes
    // it away
    std::erase_if(sensors, [&](const SensorDescription& one) { return one.name == entry.key; });
    if (entry.value.is_text() && entry.value.text == "off") continue;
    if (!is_plain_name(entry.key)) {
      findings.error(entry.place,
                     "a sensor's name has letters, digits and underscores, a letter first");
      continue;
    }
    if (auto sensor = read_sensor(entry, model, findings)) {
      context.check(*sensor);
      sensors.push_back(std::move(*sensor));
    }
  }
  return sensors;
}

}  // namespace tandem
