// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// As ROS has them in sensor_msgs/BatteryState.
constexpr std::array<std::string_view, 8> technologies{"UNKNOWN", "NIMH", "LION", "LIPO",
                                                       "LIFE",    "NICD", "LIMN", "TERNARY"};

// A battery that drains with what the electronics and the wheels take. An empty one stops nobody.
class Battery : public Sensor {
 public:
  struct Config {
    double capacity_wh = 50;
    double voltage_v = 12;       // when full, without load
    double empty_voltage_v = 0;  // 0: 0.8 of the full one
    double resistance_ohm = 0.05;
    double idle_power_w = 0;
    double drive_efficiency = 0.7;  // from the battery to the wheels
    double charge = 1;              // at the start of an episode
    std::string technology = "UNKNOWN";
  };

  static Config read(SettingsReader& settings) {
    Config config;
    settings.read("capacity_wh", config.capacity_wh, {1e-3, 1e6});
    settings.read("voltage_v", config.voltage_v, {0.1, 1e5});
    settings.read("empty_voltage_v", config.empty_voltage_v, {0, 1e5});
    settings.read("resistance_ohm", config.resistance_ohm, {0, 100});
    settings.read("idle_power_w", config.idle_power_w, {0, 1e5});
    settings.read("drive_efficiency", config.drive_efficiency, {0.01, 1});
    settings.read("charge", config.charge, {0, 1});
    if (const auto choice = settings.read_choice("technology", technologies))
      config.technology = technologies[*choice];
    if (config.empty_voltage_v == 0) config.empty_voltage_v = 0.8 * config.voltage_v;
    if (config.empty_voltage_v > config.voltage_v)
      settings.error("empty_voltage_v", "'empty_voltage_v' must not be above 'voltage_v'");
    return config;
  }

  Battery(const Config& config, const SensorSite&)
      : config_(config), energy_wh_(config.charge * config.capacity_wh) {}

  std::vector<SensorTopic> topics(const std::string& base) const override {
    return {{streams::main, topic_of(base, "battery_state"), "sensor_msgs/msg/BatteryState"}};
  }

  void advance(const Surroundings& surroundings) override {
    double wheels_w = 0;
    if (surroundings.robot) {
      const JointStates& joints = surroundings.robot->joints;
      for (std::size_t i = 0; i < joints.names.size(); ++i)
        wheels_w += std::max(0.0, joints.efforts[i] * joints.velocities[i]);
    }
    power_w_ = energy_wh_ > 0 ? config_.idle_power_w + wheels_w / config_.drive_efficiency : 0;
    energy_wh_ = std::max(0.0, energy_wh_ - power_w_ * seconds(surroundings.dt) / 3600);
  }

  Measurement measure(std::uint64_t, const Surroundings&, Streams) override {
    const double full = energy_wh_ / config_.capacity_wh;
    const double open_v =
        config_.empty_voltage_v + full * (config_.voltage_v - config_.empty_voltage_v);
    BatteryReading reading;
    reading.percentage = full;
    reading.current_a = -current(open_v);
    reading.voltage_v = open_v + reading.current_a * config_.resistance_ohm;
    const double mean_v = (config_.voltage_v + config_.empty_voltage_v) / 2;
    reading.capacity_ah = config_.capacity_wh / mean_v;
    reading.charge_ah = full * reading.capacity_ah;
    reading.technology = config_.technology;
    return reading;
  }

 private:
  // The current that gives the power behind the inner resistance: P = (U - R I) I. What is beyond
  // the most that the battery can give is not there.
  double current(double open_v) const {
    const double r = config_.resistance_ohm;
    if (r == 0) return power_w_ / open_v;
    const double under_root = open_v * open_v - 4 * r * power_w_;
    return (open_v - std::sqrt(std::max(0.0, under_root))) / (2 * r);
  }

  Config config_;
  double energy_wh_;
  double power_w_ = 0;  // in the last step
};

}  // namespace

SensorKind battery_kind() { return kind_of<Battery>("battery", {}, 1); }

}  // namespace tandem
