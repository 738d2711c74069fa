// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/robot_base.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr std::size_t most_heard = 1000;  // a second at 1 kHz
constexpr double wobble_s = 0.1;

double towards(double value, double target, double by) {
  return value + std::clamp(target - value, -by, by);
}

// Along an arc.
Pose2 driven(const Pose2& pose, const Twist2& velocity, double dt) {
  const double half = velocity.angular * dt / 2;
  const double chord = std::abs(half) < 1e-4 ? 1 - half * half / 6 : std::sin(half) / half;
  const Pose2 along{pose.translation, pose.yaw + half};
  return {along * Vec2{velocity.linear * dt * chord, 0},
          std::remainder(pose.yaw + 2 * half, 2 * std::numbers::pi)};
}

}  // namespace

RobotBase::RobotBase(const BaseConfig& config, std::uint64_t seed)
    : config_(config), random_(seed, "plant/base"), pose_(config.room_from_start) {}

void RobotBase::command(const Twist2& velocity, SimTime now) {
  if (!std::isfinite(velocity.linear) || !std::isfinite(velocity.angular)) return;
  last_command_ = now;
  if (heard_.size() == most_heard) heard_.pop_front();
  heard_.push_back({now, velocity});
}

void RobotBase::obey(SimTime now) {
  while (!heard_.empty() && heard_.front().at + config_.command_latency <= now) {
    const Twist2& told = heard_.front().velocity;
    obeyed_ = {std::clamp(told.linear, -config_.max_speed_mps, config_.max_speed_mps),
               std::clamp(told.angular, -config_.max_yaw_rate_radps, config_.max_yaw_rate_radps)};
    heard_.pop_front();
  }
  if (config_.command_timeout && last_command_ && now - *last_command_ > *config_.command_timeout)
    obeyed_ = {};
}

void RobotBase::step(SimTime now, Duration dt) {
  const double h = seconds(dt);
  obey(now);
  const Twist2 wanted = trouble_.is_stopped ? Twist2{} : obeyed_;
  ramped_ = {towards(ramped_.linear, wanted.linear, config_.max_acceleration_mps2 * h),
             towards(ramped_.angular, wanted.angular, config_.max_yaw_acceleration_radps2 * h)};

  // each wheel follows as well as it can
  const double share = 1 - std::exp(-h / std::max(1e-9, seconds(config_.motor_lag)));
  const auto turn = [&](double& wheel, double told, double gain, double& wobble) {
    wheel += share * (gain * told - wheel);
    wobble += -wobble * h / wobble_s +
              random_.normal(0, config_.wheel_noise * std::sqrt(2 * h / wobble_s));
    return wheel * (1 + wobble);
  };
  const double half_track = config_.track_m / 2;
  const double left = turn(left_mps_, ramped_.linear - half_track * ramped_.angular,
                           config_.left_gain, left_wobble_);
  const double right = turn(right_mps_, ramped_.linear + half_track * ramped_.angular,
                            config_.right_gain, right_wobble_);
  wheel_motion_ = {(left + right) / 2, (right - left) / config_.track_m};
  const double left_grip = (1 - trouble_.left_slip) * left;
  const double right_grip = (1 - trouble_.right_slip) * right;
  velocity_ = {(left_grip + right_grip) / 2,
               (1 - config_.turn_slip) * ((right_grip - left_grip) / config_.track_m)};
  pose_ = driven(pose_, velocity_, h);
}

}  // namespace tandem
