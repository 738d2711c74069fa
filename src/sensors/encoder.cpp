// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sensors/sensor_kind.h"

namespace tandem {

namespace {

// Counts how far the wheels of a drive have turned.
class Encoder : public Sensor {
 public:
  struct Config {
    int ticks_per_turn = 0;  // 0: no steps
  };

  static Config read(SettingsReader& settings) {
    Config config;
    settings.read("ticks_per_turn", config.ticks_per_turn, 0, 100'000'000);
    return config;
  }

  static void check_site(const Config&, const SensorSite& site, SettingsReader& settings) {
    if (site.robot && site.robot->drive.type != DriveType::none) return;
    settings.findings().error(settings.sensor().place,
                              fmt::format("encoder '{}' has no wheels to count: there is no drive",
                                          settings.sensor().name));
  }

  Encoder(const Config& config, const SensorSite& site) : config_(config) {
    for (const auto* side : {&site.robot->drive.left_joints, &site.robot->drive.right_joints})
      joints_.insert(joints_.end(), side->begin(), side->end());
    last_.resize(joints_.size());  // joints begin at zero
  }

  std::vector<SensorTopic> topics(const std::string& base) const override {
    return {{streams::main, topic_of(base, "joint_states"), "sensor_msgs/msg/JointState"}};
  }

  void advance(const Surroundings& surroundings) override { elapsed_ += surroundings.dt; }

  void tick(std::uint64_t, const Surroundings& surroundings) override {
    reading_.joints = joints_;
    std::vector<double> positions;
    reading_.ticks.clear();
    const JointStates& states = surroundings.robot->joints;
    for (const std::string& joint : joints_) {
      const auto found = std::ranges::find(states.names, joint);
      double position = 0;
      if (found != states.names.end())
        position = states.positions[static_cast<std::size_t>(found - states.names.begin())];
      if (config_.ticks_per_turn > 0) {
        const double tick = 2 * std::numbers::pi / config_.ticks_per_turn;
        reading_.ticks.push_back(std::llround(std::floor(position / tick)));
        position = static_cast<double>(reading_.ticks.back()) * tick;
      }
      positions.push_back(position);
    }
    reading_.velocities.clear();
    for (std::size_t i = 0; i < positions.size(); ++i)
      reading_.velocities.push_back(
          elapsed_ > Duration{} ? (positions[i] - last_[i]) / seconds(elapsed_) : 0);
    reading_.positions = last_ = std::move(positions);
    elapsed_ = {};
  }

  Measurement measure(std::uint64_t, const Surroundings&, Streams) override { return reading_; }

 private:
  Config config_;
  std::vector<std::string> joints_;
  std::vector<double> last_;  // positions
  Duration elapsed_{};
  EncoderReading reading_;
};

}  // namespace

SensorKind encoder_kind() { return kind_of<Encoder>("encoder", {}, 50); }

}  // namespace tandem
