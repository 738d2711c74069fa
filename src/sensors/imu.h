// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/noise.h"
#include "sensors/drift.h"
#include "sensors/sensor.h"
#include "sensors/settings.h"

namespace tandem {

// Measures how its link turns and what force keeps it from falling freely, as means over the time
// since the last measurement.
class Imu : public Sensor {
 public:
  struct Config {
    Vec3 acceleration_noise_mps2;
    Vec3 acceleration_drift_mps2;
    Vec3 rate_noise_radps;
    Vec3 rate_drift_radps;
    double orientation_noise_rad = 0;
    double heading_drift_rad = 0;
    Duration drift_time = 300s;
  };
  static Config read(SettingsReader& settings);

  Imu(const Config& config, const SensorSite& site);

  std::vector<SensorTopic> topics(const std::string& base) const override;
  void start_anew(const Surroundings& surroundings) override;
  void advance(const Surroundings& surroundings) override;
  void tick(std::uint64_t index, const Surroundings& surroundings) override;
  Measurement measure(std::uint64_t index, const Surroundings& surroundings,
                      Streams wanted) override;

 private:
  Config config_;
  Vec3 gravity_;
  Noise noise_;
  Drift acceleration_drift_, rate_drift_, heading_drift_;
  Vec3 last_velocity_;  // of the sensor's origin, at the end of the last step

  // Since the last measurement, and in it.
  Vec3 force_sum_, rate_sum_;  // times time
  Duration summed_{};
  Vec3 mean_force_, mean_rate_;
};

}  // namespace tandem
