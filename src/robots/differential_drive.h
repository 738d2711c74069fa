// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "robots/drive.h"
#include "robots/velocity_ramp.h"

namespace tandem {

// Two powered wheels and casters as one body on which the wheels' forces act. It costs a tenth of
// real wheel joints, cannot slip sideways below the grip of its tyres, and stalls where its force
// ends.
class DifferentialDrive : public Drive {
 public:
  DifferentialDrive(const DriveConfig& config, const Entity& entity);

  void push(Twist2 wanted, PhysicsWorld& physics, Duration dt) override;
  WheelTravel measure(const PhysicsWorld& physics, Duration dt) override;
  void start_anew(const PhysicsWorld& physics) override;
  void append_joint_states(const PhysicsWorld& physics, JointStates& states) const override;

 private:
  struct WheelJoint {
    std::string name;
    double forward = 1;  // -1 where the joint's axis points to the right
  };
  struct Side {
    std::vector<WheelJoint> joints;
    double angle = 0;  // rad
    double speed = 0;  // rad/s
    double force = 0;  // N, on the ground
  };
  // How the axle moves, and the base's axes in the world.
  struct Motion2 {
    Twist2 velocity;
    double sideways = 0;  // m/s to the left
    Vec3 forward, left, up;
    Vec3 axle;
  };

  Motion2 measure_motion(const PhysicsWorld& physics) const;
  // The friction of tyres on the ground they stand on; nothing while they do not.
  std::optional<double> ground_friction(const PhysicsWorld& physics, const Vec3& up) const;

  DriveConfig config_;
  BodyId body_{};
  Pose body_from_base_;  // the base's x axis is forward
  Vec3 axle_in_base_;    // midway between the wheels, as high as the centre of mass
  MassProperties mass_;  // in the base's frame
  VelocityRamp ramp_;
  Twist2 last_;
  double sideways_ = 0;     // force of the tyres in the last step, N to the left
  double held_force_ = 0;   // what a load took lately, N
  double held_torque_ = 0;  // N m
  Side left_, right_;
};

}  // namespace tandem
