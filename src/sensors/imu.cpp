// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/imu.h"

#include <fmt/format.h>

#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// Which random numbers of a measurement are whose.
enum Sample : std::uint64_t {
  acceleration_noise = 0,
  rate_noise = 3,
  orientation_noise = 6,
  acceleration_drift = 16,
  rate_drift = 19,
  heading_drift = 22,
};

Vec3 normal(const Noise::Samples& samples, std::uint64_t first, const Vec3& deviation) {
  if (deviation == Vec3{}) return {};
  return {deviation.x * samples.normal(first), deviation.y * samples.normal(first + 1),
          deviation.z * samples.normal(first + 2)};
}

// What SDF can say about the noise of an axis beyond its deviations.
void accept_rest(SettingsReader& settings, const std::string& quantity) {
  for (const char* axis : {"x", "y", "z"}) {
    const std::string noise = fmt::format("imu/{}/{}/noise/", quantity, axis);
    for (const char* part : {"@type", "precision", "dynamic_bias_correlation_time"})
      settings.accept_sdf(noise + part);
    for (const char* part : {"mean", "bias_mean", "bias_stddev"})
      if (settings.sdf_number(noise + part, {-1e9, 1e9}).value_or(0) != 0)
        settings.findings().warn(
            settings.sensor().place,
            fmt::format("sensor '{}': constant offsets (<{}> of {}) are not simulated",
                        settings.sensor().name, part, quantity));
  }
}

}  // namespace

Imu::Config Imu::read(SettingsReader& settings) {
  Config config;
  constexpr NumberRange range{0, 1000};
  settings.read("acceleration_noise_mps2", config.acceleration_noise_mps2, range,
                "imu/linear_acceleration/{}/noise/stddev");
  settings.read("acceleration_drift_mps2", config.acceleration_drift_mps2, range,
                "imu/linear_acceleration/{}/noise/dynamic_bias_stddev");
  settings.read("rate_noise_radps", config.rate_noise_radps, range,
                "imu/angular_velocity/{}/noise/stddev");
  settings.read("rate_drift_radps", config.rate_drift_radps, range,
                "imu/angular_velocity/{}/noise/dynamic_bias_stddev");
  settings.read("orientation_noise_rad", config.orientation_noise_rad, {0, 3});
  settings.read("heading_drift_rad", config.heading_drift_rad, {0, 3});
  settings.read("drift_time", config.drift_time, 1ms, 1000h,
                {"imu/angular_velocity/x/noise/dynamic_bias_correlation_time|imu/"
                 "linear_acceleration/x/noise/dynamic_bias_correlation_time"});
  accept_rest(settings, "angular_velocity");
  accept_rest(settings, "linear_acceleration");
  settings.accept_sdf("imu/enable_orientation");
  return config;
}

Imu::Imu(const Config& config, const SensorSite& site)
    : config_(config),
      gravity_(site.world.gravity),
      noise_(site.seed, site.stream),
      acceleration_drift_(config.acceleration_drift_mps2, config.drift_time, site.period(), noise_,
                          acceleration_drift),
      rate_drift_(config.rate_drift_radps, config.drift_time, site.period(), noise_, rate_drift),
      heading_drift_({0, 0, config.heading_drift_rad}, config.drift_time, site.period(), noise_,
                     heading_drift) {}

std::vector<SensorTopic> Imu::topics(const std::string& base) const {
  return {{streams::main, topic_of(base, "imu"), "sensor_msgs/msg/Imu"}};
}

void Imu::start_anew(const Surroundings& surroundings) {
  last_velocity_ = surroundings.velocity.linear;
}

void Imu::advance(const Surroundings& surroundings) {
  const Quat sensor_from_world = inverse(surroundings.world_from_sensor.rotation);
  const Vec3 velocity = surroundings.velocity.linear;
  const double dt = seconds(surroundings.dt);
  // what accelerates the sensor beyond gravity is felt, and so is what holds it up against it
  force_sum_ += sensor_from_world * (velocity - last_velocity_ - dt * gravity_);
  rate_sum_ += dt * (sensor_from_world * surroundings.velocity.angular);
  summed_ += surroundings.dt;
  last_velocity_ = velocity;
}

void Imu::tick(std::uint64_t index, const Surroundings&) {
  const double share = summed_ > Duration{} ? 1 / seconds(summed_) : 0;
  mean_force_ = share * force_sum_;
  mean_rate_ = share * rate_sum_;
  force_sum_ = rate_sum_ = {};
  summed_ = {};
  acceleration_drift_.advance(index);
  rate_drift_.advance(index);
  heading_drift_.advance(index);
}

Measurement Imu::measure(std::uint64_t index, const Surroundings& surroundings, Streams) {
  const Noise::Samples samples = noise_.measurement(index);
  ImuReading reading;
  reading.linear_acceleration =
      mean_force_ + acceleration_drift_.offset() +
      normal(samples, acceleration_noise, config_.acceleration_noise_mps2);
  reading.angular_velocity =
      mean_rate_ + rate_drift_.offset() + normal(samples, rate_noise, config_.rate_noise_radps);
  const double tilt = config_.orientation_noise_rad;
  const Vec3 error = normal(samples, orientation_noise, {tilt, tilt, tilt});
  reading.world_from_sensor = normalized(
      Quat::from_axis_angle({0, 0, 1}, heading_drift_.offset().z) *
      Quat::from_rpy(error.x, error.y, error.z) * surroundings.world_from_sensor.rotation);
  reading.orientation_noise_rad = config_.orientation_noise_rad;
  reading.angular_velocity_noise_radps = config_.rate_noise_radps;
  reading.linear_acceleration_noise_mps2 = config_.acceleration_noise_mps2;
  return reading;
}

SensorKind imu_kind() { return kind_of<Imu>("imu", {"imu"}, 100); }

}  // namespace tandem
