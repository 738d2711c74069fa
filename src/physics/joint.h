// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>

#include <memory>

#include "physics/body.h"

namespace tandem {

class JointConstraint;

// A joint as its user knows it.
struct PhysicsJoint {
  BT_DECLARE_ALIGNED_ALLOCATOR();

  enum class Motor { none, velocity, position };

  JointId id{};
  JointConfig config;
  Body* parent = nullptr;
  Body* child = nullptr;

  Motor motor = Motor::none;
  double motor_target = 0;
  double motor_max_force = 0;

  double position = 0;  // along or about the axis; hinges count full turns
  double velocity = 0;
  double effort = 0;

  // Made anew when the clumps of its bodies are.
  std::unique_ptr<JointConstraint> constraint;
};

// Reads position and velocity off the bodies. `position` must be at most half a turn old.
void measure(PhysicsJoint& joint);

// Ties the clumps of the joint's bodies together, or unties them when both are the same.
void connect(PhysicsJoint& joint);

// The joint as rows for Bullet's solver. Bullet's own joints have their motors in different units,
// neither friction nor damping, and hinges that forget full turns.
class JointConstraint : public btTypedConstraint {
 public:
  JointConstraint(const PhysicsJoint& joint, Clump& parent, Clump& child,
                  const btTransform& in_parent, const btTransform& in_child);

  bool has_motor() const { return joint_.motor != PhysicsJoint::Motor::none; }

  void getInfo1(btConstraintInfo1* info) override;
  void getInfo2(btConstraintInfo2* info) override;

  void setParam(int, btScalar, int) override {}
  btScalar getParam(int, int) const override { return 0; }

 private:
  struct Frames;
  class Rows;

  bool is_near_lower() const;
  bool is_near_upper() const;
  bool resists() const { return joint_.config.friction > 0 || joint_.config.damping > 0; }
  void hold_together(Rows& rows, const Frames& frames, btScalar correction) const;
  void limit(Rows& rows, const Frames& frames, btScalar rate) const;

  const PhysicsJoint& joint_;
  btTransform parent_from_joint_;  // z is the axis; in Bullet's frames of the two clumps
  btTransform child_from_joint_;
};

}  // namespace tandem
