// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "base/noise.h"
#include "sensors/lidar_settings.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// Beams in the xy plane of its frame.
class Lidar : public Sensor {
 public:
  struct Config {
    int beams = 360;
    AngleRange angles;
    RangeLimits limits{.min_m = 0.1, .max_m = 10};
  };

  static Config read(SettingsReader& settings) {
    Config config;
    settings.read("beams", config.beams, 1, 100'000,
                  {"lidar/scan/horizontal/samples|ray/scan/horizontal/samples"});
    config.angles = read_angles(settings, 360);
    config.limits = read_range_limits(settings, config.limits);
    for (const char* path : {"lidar/scan/vertical/samples|ray/scan/vertical/samples",
                             "lidar/scan/vertical/min_angle|ray/scan/vertical/min_angle",
                             "lidar/scan/vertical/max_angle|ray/scan/vertical/max_angle"})
      settings.accept_sdf(path);
    return config;
  }

  Lidar(const Config& config, const SensorSite& site)
      : config_(config), noise_(site.seed, site.stream), beams_(directions(config)) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    return {{streams::main, topic_of(base, "scan"), "sensor_msgs/msg/LaserScan"}};
  }
  bool looks() const override { return true; }

  Measurement measure(std::uint64_t index, const Surroundings& surroundings, Streams) override {
    const RangeLimits& limits = config_.limits;
    beams_.cast(surroundings, limits.max_m);
    const std::vector<RayEnd>& ends = beams_.ends();

    ScanReading scan;
    scan.angle_min_rad = static_cast<float>(config_.angles.first);
    scan.angle_increment_rad = static_cast<float>(config_.angles.increment(config_.beams));
    scan.range_min_m = static_cast<float>(limits.min_m);
    scan.range_max_m = static_cast<float>(limits.max_m);
    scan.ranges_m.reserve(ends.size());
    scan.intensities.reserve(ends.size());
    const Noise::Samples samples = noise_.measurement(index);
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const bool is_hit = static_cast<bool>(ends[i]) && ends[i].distance_m >= limits.min_m;
      scan.ranges_m.push_back(range_of(ends[i], limits, samples, i));
      scan.intensities.push_back(is_hit ? intensity_of(beams_.rays()[i], ends[i]) : 0);
    }
    return scan;
  }

 private:
  static std::vector<Vec3f> directions(const Config& config) {
    std::vector<Vec3f> all;
    const double increment = config.angles.increment(config.beams);
    for (int i = 0; i < config.beams; ++i) {
      const double angle = config.angles.first + i * increment;
      all.push_back(to_float({std::cos(angle), std::sin(angle), 0}));
    }
    return all;
  }

  Config config_;
  Noise noise_;
  BeamFan beams_;
};

}  // namespace

SensorKind lidar_kind() {
  return kind_of<Lidar>("lidar", {"lidar", "gpu_lidar", "ray", "gpu_ray"}, 10,
                        [](const SensorDescription& sensor) { return !is_3d_lidar(sensor); });
}

}  // namespace tandem
