// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/skid_drive.h"

#include <algorithm>
#include <cmath>

#include "robots/wheels.h"

namespace tandem {

namespace {

constexpr double gyro_time = 0.5;    // s in which an error of the yaw rate is made good
constexpr double standstill = 0.05;  // rad/s; slower wheels are caught and held

double mean_travel(double sum, std::size_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace

SkidDrive::SkidDrive(const DriveConfig& config, const Entity& entity)
    : config_(config), base_(entity.links.front()), ramp_(config) {
  const auto wheel = [&](const std::string& name) {
    const std::size_t joint = joint_index(*entity.model, name);
    const Joint& described = entity.model->joints[joint];
    return Wheel{.name = name,
                 .joint = entity.joints[joint].value(),
                 .forward = rolling_direction(described),
                 .max_torque = max_torque(described),
                 .max_speed = max_speed(described),
                 .held_at = {}};
  };
  for (const std::string& name : config.left_joints) left_.push_back(wheel(name));
  for (const std::string& name : config.right_joints) right_.push_back(wheel(name));
}

void SkidDrive::push(Twist2 wanted, PhysicsWorld& physics, Duration dt) {
  Twist2 target = ramp_.advance(wanted, seconds(dt));
  if (target.linear == 0 && target.angular == 0) {
    yaw_correction_ = 0;
  } else {
    // the gyro's error, added up over the time the tyres need to follow
    const double limit = 1.5 * std::abs(target.angular) + 0.1;
    yaw_correction_ += (target.angular - yaw_rate(physics)) * seconds(dt) / gyro_time;
    yaw_correction_ = std::clamp(yaw_correction_, -limit, limit);
    target.angular += yaw_correction_;
  }
  const double half_track = config_.track_m * config_.track_multiplier / 2;
  for (Wheel& wheel : left_)
    turn(wheel, (target.linear - target.angular * half_track) / config_.wheel_radius_m, physics);
  for (Wheel& wheel : right_)
    turn(wheel, (target.linear + target.angular * half_track) / config_.wheel_radius_m, physics);
}

double SkidDrive::yaw_rate(const PhysicsWorld& physics) const {
  const Quat rotation = physics.world_from(base_.body).rotation * base_.body_from_link.rotation;
  return dot(physics.velocity(base_.body).angular, rotation * Vec3{0, 0, 1});
}

void SkidDrive::turn(Wheel& wheel, double speed, PhysicsWorld& physics) const {
  const auto wheel_count = static_cast<double>(left_.size() + right_.size());
  double torque =
      std::min(config_.max_force_n * config_.wheel_radius_m / wheel_count, wheel.max_torque);
  speed = std::clamp(speed, -wheel.max_speed, wheel.max_speed);
  if (config_.max_power_w > 0) {
    const double turning = std::abs(physics.joint_velocity(wheel.joint));
    if (turning * torque * wheel_count > config_.max_power_w)
      torque = config_.max_power_w / (turning * wheel_count);
  }

  // a velocity motor at zero creeps down a slope; a held position does not
  const bool is_stopped =
      speed == 0 && (wheel.held_at || std::abs(physics.joint_velocity(wheel.joint)) < standstill);
  if (is_stopped) {
    if (!wheel.held_at) wheel.held_at = physics.joint_position(wheel.joint);
    physics.hold_joint(wheel.joint, *wheel.held_at, torque);
    return;
  }
  wheel.held_at.reset();
  physics.drive_joint(wheel.joint, wheel.forward * speed, torque);
}

WheelTravel SkidDrive::measure(const PhysicsWorld& physics, Duration) {
  const auto travel = [&](std::vector<Wheel>& wheels) {
    double sum = 0;
    for (Wheel& wheel : wheels) {
      const double angle = physics.joint_position(wheel.joint);
      sum += wheel.forward * (angle - wheel.last_angle) * config_.wheel_radius_m;
      wheel.last_angle = angle;
    }
    return mean_travel(sum, wheels.size());
  };
  return {travel(left_), travel(right_)};
}

void SkidDrive::start_anew(const PhysicsWorld& physics) {
  const Pose world_from_base = physics.world_from(base_.body) * base_.body_from_link;
  const Vec3 forward = world_from_base.rotation * Vec3{1, 0, 0};
  ramp_.restart({dot(physics.velocity(base_.body).linear, forward), yaw_rate(physics)});
  yaw_correction_ = 0;
  for (std::vector<Wheel>* wheels : {&left_, &right_})
    for (Wheel& wheel : *wheels) wheel.held_at.reset();
}

void SkidDrive::append_joint_states(const PhysicsWorld& physics, JointStates& states) const {
  for (const std::vector<Wheel>* wheels : {&left_, &right_})
    for (const Wheel& wheel : *wheels) {
      states.names.push_back(wheel.name);
      states.positions.push_back(physics.joint_position(wheel.joint));
      states.velocities.push_back(physics.joint_velocity(wheel.joint));
      states.efforts.push_back(physics.joint_effort(wheel.joint));
    }
}

}  // namespace tandem
