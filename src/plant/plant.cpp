// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/plant.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <numbers>

namespace tandem {

namespace {

constexpr Duration part = 1ms;
constexpr Duration longest_gap = 1s;  // a process that slept longer does not catch up
constexpr Duration remembered = 3s;
constexpr double full_v = 12.6, empty_v = 9.6;
constexpr double imu_rate_noise_radps = 0.005, imu_noise_mps2 = 0.05;

}  // namespace

std::string Telemetry::text() const {
  char line[160];
  std::snprintf(
      line, sizeof line,
      "battery: %.0f %% (%.2f V, %.2f A), cpu: %.0f %%, ram: %.0f %%, temperature: %.1f C",
      100 * battery_share, voltage_v, current_a, cpu_percent, ram_percent, temperature_c);
  return line;
}

Plant::Plant(const PlantConfig& config, std::uint64_t seed)
    : config_(config),
      base_(config.base, seed),
      tracker_(config.tracker, seed),
      random_(seed, "plant/sensors"),
      charge_wh_(config.battery_wh) {}

void Plant::advance(SimTime now) {
  if (!started_) {
    started_ = now_ = now;
    tracker_.look(base_.room_from_robot(), now_);
    been_.push_back({now_, base_.room_from_robot()});
    return;
  }
  if (now - now_ > longest_gap) now_ = now - longest_gap;
  while (now_ + part <= now) {
    now_ += part;
    base_.step(now_, part);
    // what is real stops it
    const Pose2 pose = base_.room_from_robot();
    const Vec2 free = config_.room.free_place(pose.translation, config_.radius_m);
    is_held_ = std::hypot(free.x - pose.translation.x, free.y - pose.translation.y) > 1e-9;
    if (is_held_) base_.place({free, pose.yaw});
    tracker_.look(base_.room_from_robot(), now_);
    been_.push_back({now_, base_.room_from_robot()});
    if (been_.front().time < now_ - remembered) been_.pop_front();
    live(seconds(part));
  }
}

std::optional<Pose2> Plant::room_from_robot_at(SimTime time) const {
  if (been_.empty() || time < been_.front().time || time > been_.back().time) return std::nullopt;
  const auto after = std::ranges::lower_bound(been_, time, {}, &Place::time);
  if (after->time == time) return after->room_from_robot;
  const Place& before = *std::prev(after);
  const double share = seconds(time - before.time) / seconds(after->time - before.time);
  const Pose2& from = before.room_from_robot;
  const Pose2& to = after->room_from_robot;
  return Pose2{from.translation + share * (to.translation - from.translation),
               from.yaw + share * std::remainder(to.yaw - from.yaw, 2 * std::numbers::pi)};
}

void Plant::live(double dt) {
  const double speed = base_.velocity().linear;
  acceleration_ += 0.05 * ((speed - last_speed_) / dt - acceleration_);
  last_speed_ = speed;

  const double power_w = config_.idle_power_w + config_.power_per_mps_w * std::abs(speed);
  charge_wh_ = std::max(0.0, charge_wh_ - power_w * dt / 3600);
  telemetry_.battery_share = charge_wh_ / config_.battery_wh;
  telemetry_.voltage_v = empty_v + (full_v - empty_v) * telemetry_.battery_share;
  telemetry_.current_a = power_w / telemetry_.voltage_v;
  // busier and warmer while it drives
  const auto settle = [&](double& value, double target, double time_s, double noise) {
    value += (target - value) * dt / time_s + random_.normal(0, noise * std::sqrt(dt));
  };
  settle(telemetry_.cpu_percent, 20 + 40 * std::abs(speed), 2, 1);
  settle(telemetry_.ram_percent, 40, 60, 0.1);
  settle(telemetry_.temperature_c, 35 + power_w, 120, 0.02);
  telemetry_.cpu_percent = std::clamp(telemetry_.cpu_percent, 0.0, 100.0);
  telemetry_.ram_percent = std::clamp(telemetry_.ram_percent, 0.0, 100.0);
}

std::vector<double> Plant::scan() {
  return tandem::scan(config_.room, base_.room_from_robot(), config_.lidar, random_);
}

ImuSample Plant::imu() {
  return {base_.velocity().angular + random_.normal(0, imu_rate_noise_radps),
          acceleration_ + random_.normal(0, imu_noise_mps2)};
}

}  // namespace tandem
