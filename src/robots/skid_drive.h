// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "robots/drive.h"
#include "robots/velocity_ramp.h"

namespace tandem {

// Wheels on real joints that turn the robot by skidding, as on the Jackal. How far it turns for a
// given difference of the wheels depends on ground and speed, so a gyro closes the loop.
class SkidDrive : public Drive {
 public:
  SkidDrive(const DriveConfig& config, const Entity& entity);

  void push(Twist2 wanted, PhysicsWorld& physics, Duration dt) override;
  WheelTravel measure(const PhysicsWorld& physics, Duration dt) override;
  void start_anew(const PhysicsWorld& physics) override;
  void append_joint_states(const PhysicsWorld& physics, JointStates& states) const override;

 private:
  struct Wheel {
    std::string name;
    JointId joint{};
    double forward = 1;     // -1 where the joint's axis points to the right
    double max_torque = 0;  // N m
    double max_speed = 0;   // rad/s
    double last_angle = 0;
    std::optional<double> held_at;  // rad; a stopped wheel is held where it stopped
  };

  double yaw_rate(const PhysicsWorld& physics) const;
  void turn(Wheel& wheel, double speed, PhysicsWorld& physics) const;

  DriveConfig config_;
  EntityLink base_;
  VelocityRamp ramp_;
  double yaw_correction_ = 0;  // rad/s; what the gyro found missing
  std::vector<Wheel> left_, right_;
};

}  // namespace tandem
