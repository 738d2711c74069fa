// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robot_camera.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

namespace tandem {

namespace {

// Under their full names.
std::vector<std::pair<std::string, RobotCamera>> cameras_of(const SensorList& sensors) {
  std::vector<std::pair<std::string, RobotCamera>> cameras;
  for (const auto& sensor : sensors) {
    const std::string name = fmt::format("{}/{}", sensor->owner, sensor->name);
    if (sensor->type == "camera") cameras.push_back({name, {sensor, false}});
    if (sensor->type == "stereo") {
      cameras.push_back({name + "/left", {sensor, false}});
      cameras.push_back({name + "/right", {sensor, true}});
    }
  }
  return cameras;
}

std::string names_of(const std::vector<std::pair<std::string, RobotCamera>>& cameras) {
  std::vector<std::string> names;
  for (const auto& [name, camera] : cameras) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Result<RobotCamera> find_camera(const SensorList& sensors, const std::string& name,
                                std::vector<std::string> free_cameras) {
  const auto cameras = cameras_of(sensors);
  std::vector<std::pair<std::string, RobotCamera>> alike;
  for (const auto& [full, camera] : cameras) {
    // a pair is where its left one is
    const auto is_called = [&](std::string_view called) {
      return called == name || (camera.sensor->type == "stereo" && called == name + "/left");
    };
    if (is_called(full)) return camera;
    if (is_called(std::string_view(full).substr(full.find('/') + 1)))
      alike.emplace_back(full, camera);
  }
  if (alike.size() == 1) return alike.front().second;
  if (alike.size() > 1)
    return Error{fmt::format("several cameras are called '{}': {}", name, names_of(alike))};
  std::vector<std::string> known = std::move(free_cameras);
  for (const auto& [full, camera] : cameras) known.push_back(full);
  if (known.empty()) return Error{fmt::format("there is no camera '{}', nor any other", name)};
  return Error{fmt::format("there is no camera '{}'; there are {}", name, fmt::join(known, ", "))};
}

const CameraReading* reading_of(const RobotCamera& camera, const Readings& readings) {
  for (const auto& reading : readings) {
    if (reading->sensor != camera.sensor) continue;
    if (const auto* one = std::get_if<CameraReading>(&reading->measurement)) return one;
    if (const auto* pair = std::get_if<StereoReading>(&reading->measurement))
      return camera.is_right ? &pair->right : &pair->left;
  }
  return nullptr;
}

}  // namespace tandem
