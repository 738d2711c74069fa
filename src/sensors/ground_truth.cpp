// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// Tells where it is and how it moves, without any error: what a motion capture system would.
class GroundTruth : public Sensor {
 public:
  struct Config {};
  static Config read(SettingsReader&) { return {}; }

  GroundTruth(const Config&, const SensorSite&) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    return {{streams::main, topic_of(base, "ground_truth"), "nav_msgs/msg/Odometry"}};
  }

  Measurement measure(std::uint64_t, const Surroundings& surroundings, Streams) override {
    const Quat sensor_from_world = inverse(surroundings.world_from_sensor.rotation);
    return PoseReading{surroundings.world_from_sensor,
                       {sensor_from_world * surroundings.velocity.linear,
                        sensor_from_world * surroundings.velocity.angular}};
  }
};

}  // namespace

SensorKind ground_truth_kind() { return kind_of<GroundTruth>("ground_truth", {}, 50); }

}  // namespace tandem
