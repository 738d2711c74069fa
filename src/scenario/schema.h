// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace tandem {

// The keys that one kind of map in a scenario file may have. docs/scenario-format.md has a heading
// for each section and explains each key under it.
struct Section {
  std::string_view name;
  std::vector<std::string_view> keys;
};

namespace schema {

extern const Section scenario, ros, topic, map, robot_file, robot, pose, area, drive, odometry,
    command, sensor, rule, spawn, spawned_object, physics, paint, stroke, projection, tracking,
    observe, world, arena, park, lunar;

}  // namespace schema

// What one kind of sensor can be told, beyond the keys that all sensors have.
struct SensorSetting {
  std::string_view key;
  double low = 0;
  double high = 0;
  bool is_text = false;
};
struct SensorType {
  std::string_view name;
  std::vector<SensorSetting> settings;
};
const std::vector<SensorType>& sensor_types();

// Every section there is, the types of sensors included, for the test that holds the page to it.
std::vector<Section> all_sections();

}  // namespace tandem
