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
    command, sensor, mix, guard, rule, mount, spawn, spawned_object, physics, paint, stroke, origin,
    projection, tracking, twin, sync, calibration, matrix, observe, world, arena, park, lunar;

}  // namespace schema

// Every section there is, for the test that holds the page to it.
std::vector<Section> all_sections();

}  // namespace tandem
