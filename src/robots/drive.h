// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "geometry/pose2.h"
#include "scenario/scenario.h"
#include "world/world.h"

namespace tandem {

// How the joints of a robot stand, as sensor_msgs/JointState wants it.
struct JointStates {
  std::vector<std::string> names;
  std::vector<double> positions;   // rad or m
  std::vector<double> velocities;  // rad/s or m/s
  std::vector<double> efforts;     // N m or N
};

// How far the wheels of each side rolled in a step.
struct WheelTravel {
  double left_m = 0;
  double right_m = 0;
};

// Turns a wanted velocity into forces on a robot's body or torques on its wheels.
class Drive {
 public:
  virtual ~Drive() = default;
  virtual std::unique_ptr<Drive> copy() const = 0;

  // Before a physics step.
  virtual void push(Twist2 wanted, PhysicsWorld& physics, Duration dt) = 0;
  // After it: what the wheels did.
  virtual WheelTravel measure(const PhysicsWorld& physics, Duration dt) = 0;
  // The robot was put elsewhere or pushed: what it did before says nothing about what it does now.
  virtual void start_anew(const PhysicsWorld& physics) = 0;
  // Wheels only; a robot adds its other joints.
  virtual void append_joint_states(const PhysicsWorld& physics, JointStates& states) const = 0;
};

std::unique_ptr<Drive> make_drive(const DriveConfig& config, const Entity& entity);

// How World::add should place the wheels of a robot with this drive.
WheelPlacement wheel_placement(const DriveConfig& config);

}  // namespace tandem
