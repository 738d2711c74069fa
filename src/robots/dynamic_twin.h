// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/copied.h"
#include "robots/twin_body.h"

namespace tandem {

// The body of a real robot as physics has it: it drives as the robot is known to, with the force
// that the robot has, and the world may resist. What it is off by then is corrected gently, or at
// once when it is too much.
class DynamicTwin : public TwinBody {
 public:
  DynamicTwin(const RobotConfig& config, const Entity& entity, const World& world);

  double path_m() const override { return 0; }  // physics keeps it from leaping over anything
  void move(double share, Duration part, World& world) override;
  void measure(Duration dt, const World& world) override;

  Pose2 world_from_robot() const override { return world_from_robot_; }
  PlanarTwist velocity() const override { return velocity_; }
  TwinReport report(const World& world) const override;
  void append_joint_states(const PhysicsWorld& physics, JointStates& states) const override;

 protected:
  void set_aim(Duration dt, const World& world) override;

 private:
  // What is missing from the twin to its robot, seen from the twin.
  struct Miss {
    Vec2 way;
    double turn = 0;
  };
  Miss miss_at(double share) const;
  void look(const PhysicsWorld& physics);
  void snap(World& world);
  void push(const PlanarTwist& wanted, Duration part, PhysicsWorld& physics);

  TwinConfig config_;
  EntityId entity_{};
  BodyId body_{};
  Pose body_from_robot_;  // the model's origin
  Vec3 center_in_robot_;  // of all its mass
  double mass_kg_ = 0;
  double yaw_inertia_ = 0;
  double max_force_n_ = 0;
  Copied<Drive> drive_;
  Pose2 world_from_robot_;
  PlanarTwist velocity_;
  Duration step_{};
  int snaps_ = 0;
  bool is_snapping_ = false;
};

}  // namespace tandem
