// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "base/noise.h"
#include "geometry/geodesy.h"
#include "sensors/drift.h"
#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// Satellite navigation: a place on Earth, from where the world says that its origin is.
class Gnss : public Sensor {
 public:
  struct Config {
    double noise_m = 0;
    double vertical_noise_m = 0;
    double drift_m = 0;
    Duration drift_time = 60s;
  };

  static Config read(SettingsReader& settings) {
    Config config;
    settings.read("noise_m", config.noise_m, {0, 1000},
                  {"navsat/position_sensing/horizontal/noise/stddev|gps/position_sensing/"
                   "horizontal/noise/stddev"});
    config.vertical_noise_m = config.noise_m;
    settings.read("vertical_noise_m", config.vertical_noise_m, {0, 1000},
                  {"navsat/position_sensing/vertical/noise/stddev|gps/position_sensing/vertical/"
                   "noise/stddev"});
    settings.read("drift_m", config.drift_m, {0, 1000});
    settings.read("drift_time", config.drift_time, 1ms, 1000h);
    for (const char* name : {"navsat", "gps"})
      for (const char* axis : {"horizontal", "vertical"})
        for (const char* part : {"@type", "mean"})
          settings.accept_sdf(fmt::format("{}/position_sensing/{}/noise/{}", name, axis, part));
    return config;
  }

  static void check_site(const Config&, const SensorSite& site, SettingsReader& settings) {
    if (site.world.origin) return;
    settings.findings().warn(
        settings.sensor().place,
        fmt::format("'{}' is near latitude 0, longitude 0: the world has no geodetic origin; give "
                    "the scenario an 'origin' or the SDF world <spherical_coordinates>",
                    settings.sensor().name));
  }

  Gnss(const Config& config, const SensorSite& site)
      : Gnss(config, site, site.world.origin.value_or(GeodeticOrigin{})) {}

  Gnss(const Config& config, const SensorSite& site, const GeodeticOrigin& origin)
      : config_(config),
        origin_{origin.latitude_deg, origin.longitude_deg, origin.elevation_m},
        enu_from_world_(Quat::from_axis_angle({0, 0, 1}, origin.heading_deg / degrees)),
        noise_(site.seed, site.stream),
        drift_({config.drift_m, config.drift_m, config.drift_m}, config.drift_time, site.period(),
               noise_, 16) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    return {{streams::main, topic_of(base, "gps/fix"), "sensor_msgs/msg/NavSatFix"}};
  }

  void tick(std::uint64_t index, const Surroundings&) override { drift_.advance(index); }

  Measurement measure(std::uint64_t index, const Surroundings& surroundings, Streams) override {
    const Noise::Samples samples = noise_.measurement(index);
    const Vec3 error{config_.noise_m * samples.normal(0), config_.noise_m * samples.normal(1),
                     config_.vertical_noise_m * samples.normal(2)};
    const Vec3 enu =
        enu_from_world_ * surroundings.world_from_sensor.translation + drift_.offset() + error;
    const Geodetic place = geodetic_from_enu(origin_, enu);
    return FixReading{.latitude_deg = place.latitude_deg,
                      .longitude_deg = place.longitude_deg,
                      .altitude_m = place.altitude_m,
                      .horizontal_noise_m = std::hypot(config_.noise_m, config_.drift_m),
                      .vertical_noise_m = std::hypot(config_.vertical_noise_m, config_.drift_m),
                      .velocity_enu = enu_from_world_ * surroundings.velocity.linear};
  }

 private:
  Config config_;
  Geodetic origin_;
  Quat enu_from_world_;  // the world's x axis is turned from east towards north by the heading
  Noise noise_;
  Drift drift_;
};

}  // namespace

SensorKind gnss_kind() { return kind_of<Gnss>("gnss", {"navsat", "gps"}, 5); }

}  // namespace tandem
