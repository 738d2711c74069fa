// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/noise.h"
#include "sensors/lidar_settings.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// Rings of beams about the x axis, six more in each, that fill a cone evenly.
std::vector<Vec3f> cone(double opening_rad) {
  constexpr double spacing_rad = 0.06;  // about 3.5 degrees
  constexpr int most_rings = 12;
  const double half = opening_rad / 2;
  const int rings = std::clamp(static_cast<int>(std::ceil(half / spacing_rad)), 1, most_rings);
  std::vector<Vec3f> directions{{1, 0, 0}};
  for (int ring = 1; ring <= rings; ++ring) {
    const double off = half * ring / rings;
    for (int i = 0; i < 6 * ring; ++i) {
      const double around = 2 * std::numbers::pi * i / (6 * ring);
      directions.push_back(to_float(
          {std::cos(off), std::sin(off) * std::cos(around), std::sin(off) * std::sin(around)}));
    }
  }
  return directions;
}

// "robot/range_front" is "front" among the ranges.
std::string short_name(const std::string& stream) {
  std::string name = stream.substr(stream.rfind('/') + 1);
  constexpr std::string_view prefix = "range_";
  if (name.starts_with(prefix) && name.size() > prefix.size()) name.erase(0, prefix.size());
  return name;
}

// The distance of the nearest thing in a cone: time of flight of light or sound.
class RangeFinder : public Sensor {
 public:
  struct Config {
    double fov_deg = 15;
    RangeLimits limits{.min_m = 0.02, .max_m = 4};
    bool is_ultrasound = false;
  };

  static Config read(SettingsReader& settings) {
    Config config;
    config.is_ultrasound = settings.sensor().is_sdf;  // its <sonar>
    settings.read("fov_deg", config.fov_deg, {0.01, 180});
    // SDF has the cone's radius at its far end
    const auto radius = settings.sdf_number("sonar/radius", {1e-6, 1e6});
    settings.accept_sdf("sonar/geometry");
    constexpr std::array<std::string_view, 2> kinds{"infrared", "ultrasound"};
    if (const auto kind = settings.read_choice("radiation", kinds))
      config.is_ultrasound = *kind == 1;
    RangeLimits& limits = config.limits;
    settings.read("range_min_m", limits.min_m, {0, 100'000}, {"sonar/min"});
    settings.read("range_max_m", limits.max_m, {1e-3, 100'000}, {"sonar/max"});
    settings.read("noise_m", limits.noise_m, {0, 10});
    if (limits.min_m >= limits.max_m)
      settings.error("range_min_m", "'range_min_m' must be below 'range_max_m'");
    if (radius) config.fov_deg = 2 * std::atan(*radius / limits.max_m) * degrees;
    return config;
  }

  RangeFinder(const Config& config, const SensorSite& site)
      : config_(config),
        noise_(site.seed, site.stream),
        name_(short_name(site.stream)),
        beams_(cone(config.fov_deg / degrees)) {}

  std::vector<SensorTopic> topics(const std::string&) const override {
    return {{streams::main, "range/" + name_, "sensor_msgs/msg/Range"}};
  }
  bool looks() const override { return true; }

  Measurement measure(std::uint64_t index, const Surroundings& surroundings, Streams) override {
    const RangeLimits& limits = config_.limits;
    beams_.cast(surroundings, limits.max_m);
    RayEnd nearest;
    for (const RayEnd& end : beams_.ends())
      if (end && end.distance_m < nearest.distance_m) nearest = end;
    return RangeReading{.range_m = range_of(nearest, limits, noise_.measurement(index), 0),
                        .range_min_m = static_cast<float>(limits.min_m),
                        .range_max_m = static_cast<float>(limits.max_m),
                        .field_of_view_rad = static_cast<float>(config_.fov_deg / degrees),
                        .is_ultrasound = config_.is_ultrasound};
  }

 private:
  Config config_;
  Noise noise_;
  std::string name_;
  BeamFan beams_;
};

}  // namespace

SensorKind range_kind() { return kind_of<RangeFinder>("range", {"sonar"}, 20); }

}  // namespace tandem
