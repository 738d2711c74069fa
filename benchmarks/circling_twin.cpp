// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "circling_twin.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "measure.h"

namespace tandem {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double rate_hz = 60, radius_m = 0.5, turn_radps = 0.6;

}  // namespace

std::shared_ptr<const Scenario> CirclingTwin::load(const std::string& scenario_name) {
  const auto plain = load_shipped(scenario_name);
  if (!plain || plain->robots.empty()) return nullptr;
  const std::string robot = "robots." + plain->robots[0].name;
  return load_shipped(scenario_name, {.overrides = {{robot + ".mode", "twin"},
                                                    {robot + ".twin.trigger", "pose"},
                                                    {"clock", "wall"}},
                                      .seed = {},
                                      .step = {},
                                      .checks = {}});
}

CirclingTwin::CirclingTwin(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)),
      simulation_(std::make_unique<Simulation>(
          scenario_, SimulationOptions{.start_time = start_time(*scenario_)})) {}

std::jthread CirclingTwin::start(std::span<Sink* const> sinks) {
  next_ = Clock::now();
  return std::jthread(
      [this, all = std::vector(sinks.begin(), sinks.end())](std::stop_token stop) mutable {
        run(simulation_, inbox, all, control, {.speed = 1, .duration = {}}, stop);
      });
}

// When it is due.
void CirclingTwin::send_pose() {
  const RobotConfig& robot = scenario_->robots[0];
  // not in step with the simulation: 0 to 7 ms later than it should be
  next_ += std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / rate_hz));
  std::this_thread::sleep_until(next_ + std::chrono::milliseconds((poses_ * 5) % 8));
  const double turn = turn_radps * poses_++ / rate_hz;
  const Pose2 circle{{radius_m * std::sin(turn), radius_m * (1 - std::cos(turn))}, turn};
  const Vec3 start = robot.world_from_robot.translation;
  const Pose2 begin{{start.x, start.y}, robot.world_from_robot.rotation.yaw()};
  inbox.poses.put({robot.name, std::chrono::system_clock::now().time_since_epoch(), begin * circle,
                   Clock::now()});
  inbox.hurry.ring();
}

void CirclingTwin::circle(Duration time) {
  // a machine that was held up does not send all that it missed
  next_ = std::max<WallTime>(next_, Clock::now());
  for (const WallTime end = next_ + time; next_ < end;) send_pose();
}

}  // namespace tandem
