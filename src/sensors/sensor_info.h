// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/pose.h"
#include "scenario/mix_config.h"
#include "world/entity.h"

namespace tandem {

// What one sensor can give at once. Most have nothing but `main`.
using Streams = std::uint32_t;
namespace streams {
constexpr Streams none = 0;
constexpr Streams main = 1;       // a camera's colors, a 3D lidar's points
constexpr Streams depth = 2;      // of cameras
constexpr Streams labels = 4;     // of cameras: classes
constexpr Streams instances = 8;  // of cameras: entities
constexpr Streams scan = 16;      // of 3D lidars: flattened
constexpr Streams info = 32;      // of cameras: how pixels come from directions
constexpr Streams all = ~Streams{0};
}  // namespace streams

// A topic on which a part of a sensor's data arrives, below the namespace of its owner.
struct SensorTopic {
  Streams stream = streams::main;
  std::string name;     // "scan", "camera/image_raw"
  std::string message;  // "sensor_msgs/msg/LaserScan"
};

// A sensor that is there. It is told before there is any data, so that topics can be offered.
struct SensorInfo {
  std::string owner;  // name of the robot or thing that carries it
  EntityId entity{};
  bool is_on_robot = false;
  std::string name;
  std::string type;
  std::vector<SensorTopic> topics;
  std::string frame_id;  // of its data, without any prefix
  std::string link;      // of the owner's model
  Pose link_from_frame;  // identity where frame_id is the link's own
  double rate_hz = 0;
  bool is_triggered_by_pose = false;
  std::optional<MixConfig> mix;   // with a real sensor's measurements
  bool has_real_partner = false;  // that sensor is there: its robot is a real one
};

// The topic whose measurements can be mixed with those of a real sensor; null where there is none.
const SensorTopic* mixable_topic(const SensorInfo& sensor);

}  // namespace tandem
