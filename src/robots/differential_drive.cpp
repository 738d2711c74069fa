// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/differential_drive.h"

#include <algorithm>
#include <cmath>

#include "robots/wheels.h"

namespace tandem {

namespace {

constexpr double tyre_friction = 0.8;  // rubber on a smooth floor
constexpr double ramp_slack = 0.1;     // s of acceleration that the ramp may lead the robot by
constexpr double load_share = 0.2;     // how fast a load is noticed: share of its change a step

constexpr double upright = 0.7;  // cosine between the ground's normal and a base that drives

// A load resists a motion and never helps it.
double resisting(double load, double target, double limit) {
  if (target > 0) return std::clamp(load, 0.0, limit);
  if (target < 0) return std::clamp(load, -limit, 0.0);
  return 0;
}

}  // namespace

DifferentialDrive::DifferentialDrive(const DriveConfig& config, const Entity& entity)
    : config_(config), body_(entity.links.front().body), ramp_(config) {
  body_from_base_ = entity.links.front().body_from_link;

  // the matter that moves with the base, seen from it
  const Model& model = *entity.model;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (entity.links[i].body == body_ && model.links[i].mass.mass_kg > 0)
      mass_ = mass_ + transformed(inverse(body_from_base_) * entity.links[i].body_from_link,
                                  model.links[i].mass);

  // the axle: midway between all wheels, but as high as the centre of mass, so that the push does
  // not lift the nose; a robot that stalls at a wall would climb it otherwise
  const auto wheel_count =
      static_cast<double>(config.left_joints.size() + config.right_joints.size());
  const auto side = [&](const std::vector<std::string>& names, Side& wheels) {
    for (const std::string& name : names) {
      const Joint& joint = model.joints[joint_index(model, name)];
      wheels.joints.push_back({name, rolling_direction(joint)});
      // what the wheel's joint can do limits the drive
      config_.max_force_n =
          std::min(config_.max_force_n, wheel_count * max_torque(joint) / config.wheel_radius_m);
      config_.max_speed_mps =
          std::min(config_.max_speed_mps, max_speed(joint) * config.wheel_radius_m);
      axle_in_base_ +=
          inverse(model.links.front().model_from_link) * joint.model_from_joint.translation;
    }
  };
  side(config.left_joints, left_);
  side(config.right_joints, right_);
  axle_in_base_ = (1 / wheel_count) * axle_in_base_;
  ramp_ = VelocityRamp(config_);
  axle_in_base_.z = mass_.center.z;
}

void DifferentialDrive::push(Twist2 wanted, PhysicsWorld& physics, Duration dt) {
  const double step = seconds(dt);
  if (physics.is_frozen(body_) && wanted.linear == 0 && wanted.angular == 0 &&
      ramp_.current().linear == 0 && ramp_.current().angular == 0) {
    left_.speed = right_.speed = left_.force = right_.force = 0;
    return;
  }
  physics.wake(body_);

  // how the axle moves now
  const Motion2 motion = measure_motion(physics);
  const Twist2 now = motion.velocity;
  ramp_.stay_near(now, config_.max_acceleration_mps2 * ramp_slack,
                  config_.max_yaw_acceleration_radps2 * ramp_slack);
  const Twist2 target = ramp_.advance(wanted, step);
  const std::optional<double> friction = ground_friction(physics, motion.up);
  if (!friction) {
    left_.force = right_.force = sideways_ = held_force_ = held_torque_ = 0;
    last_ = now;
    return;
  }

  // what the wheels gave last time and the robot did not turn into motion went into a load
  const double mass = mass_.mass_kg, yaw_inertia = mass_.inertia.zz;
  const Vec3 gravity = physics.gravity();
  const double limit = config_.max_force_n;
  const double load = left_.force + right_.force + mass * dot(gravity, motion.forward) -
                      mass * (now.linear - last_.linear) / step;
  const double lead = mass_.center.x - axle_in_base_.x;  // the mass is ahead of the axle
  const double yaw_load = (right_.force - left_.force) * config_.track_m / 2 - lead * sideways_ -
                          yaw_inertia * (now.angular - last_.angular) / step;
  held_force_ = resisting(held_force_ + load_share * (load - held_force_), target.linear, limit);
  held_torque_ = resisting(held_torque_ + load_share * (yaw_load - held_torque_), target.angular,
                           limit * config_.track_m / 2);
  last_ = now;

  // the forces that reach the target in one step, with the axle kept from sliding sideways
  const double yaw_change = target.angular - now.angular;
  const double grip = *friction * mass * std::abs(dot(gravity, motion.up));
  sideways_ =
      std::clamp(mass * ((-motion.sideways + lead * yaw_change) / step - dot(gravity, motion.left)),
                 -grip, grip);
  const double forward =
      mass * ((target.linear - now.linear) / step - dot(gravity, motion.forward)) + held_force_;
  const double torque = yaw_inertia * yaw_change / step + lead * sideways_ + held_torque_;

  // each wheel gives its half as far as motor, power and grip reach
  double wheel_limit = std::min(limit, grip) / 2;
  const double speed = std::abs(now.linear);
  if (config_.max_power_w > 0 && speed > 0)
    wheel_limit = std::min(wheel_limit, config_.max_power_w / speed / 2);
  left_.force = std::clamp(forward / 2 - torque / config_.track_m, -wheel_limit, wheel_limit);
  right_.force = std::clamp(forward / 2 + torque / config_.track_m, -wheel_limit, wheel_limit);

  physics.add_force(body_, (left_.force + right_.force) * motion.forward + sideways_ * motion.left,
                    motion.axle);
  physics.add_torque(body_, (right_.force - left_.force) * config_.track_m / 2 * motion.up);
}

DifferentialDrive::Motion2 DifferentialDrive::measure_motion(const PhysicsWorld& physics) const {
  const Pose& world_from_body = physics.world_from(body_);
  const Pose world_from_base = world_from_body * body_from_base_;
  const Twist twist = physics.velocity(body_);

  Motion2 motion;
  motion.forward = world_from_base.rotation * Vec3{1, 0, 0};
  motion.left = world_from_base.rotation * Vec3{0, 1, 0};
  motion.up = world_from_base.rotation * Vec3{0, 0, 1};
  motion.axle = world_from_base * axle_in_base_;
  const Vec3 velocity =
      twist.linear + cross(twist.angular, motion.axle - world_from_body.translation);
  motion.velocity = {dot(velocity, motion.forward), dot(twist.angular, motion.up)};
  motion.sideways = dot(velocity, motion.left);
  return motion;
}

std::optional<double> DifferentialDrive::ground_friction(const PhysicsWorld& physics,
                                                         const Vec3& up) const {
  std::optional<double> friction;
  for (const Contact& contact : physics.contacts()) {
    if (contact.a != body_ && contact.b != body_) continue;
    const bool is_first = contact.a == body_;
    if (dot(contact.normal, is_first ? up : -up) < upright) continue;
    const double ground = physics.friction(is_first ? contact.b : contact.a);
    friction = std::max(friction.value_or(0), std::min(ground, tyre_friction));
  }
  return friction;
}

WheelTravel DifferentialDrive::measure(const PhysicsWorld& physics, Duration dt) {
  const Twist2 velocity = measure_motion(physics).velocity;
  const WheelTravel travel{
      (velocity.linear - velocity.angular * config_.track_m / 2) * seconds(dt),
      (velocity.linear + velocity.angular * config_.track_m / 2) * seconds(dt)};
  const auto roll = [&](Side& side, double distance) {
    side.angle += distance / config_.wheel_radius_m;
    side.speed = distance / config_.wheel_radius_m / seconds(dt);
  };
  roll(left_, travel.left_m);
  roll(right_, travel.right_m);
  return travel;
}

void DifferentialDrive::start_anew(const PhysicsWorld& physics) {
  last_ = measure_motion(physics).velocity;
  ramp_.restart(last_);
  sideways_ = held_force_ = held_torque_ = 0;
  left_.force = right_.force = 0;
}

void DifferentialDrive::append_joint_states(const PhysicsWorld&, JointStates& states) const {
  for (const Side* side : {&left_, &right_})
    for (const WheelJoint& joint : side->joints) {
      states.names.push_back(joint.name);
      states.positions.push_back(joint.forward * side->angle);
      states.velocities.push_back(joint.forward * side->speed);
      states.efforts.push_back(joint.forward * side->force * config_.wheel_radius_m /
                               static_cast<double>(side->joints.size()));
    }
}

}  // namespace tandem
