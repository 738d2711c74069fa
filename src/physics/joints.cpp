// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <cmath>

#include "physics/implementation.h"

namespace tandem {

PhysicsJoint& PhysicsWorld::Implementation::find(JointId id) {
  const auto index = static_cast<std::size_t>(id);
  assert(index < joints_.size() && joints_[index]);
  return *joints_[index];
}
const PhysicsJoint& PhysicsWorld::Implementation::joint(JointId id) const {
  const auto index = static_cast<std::size_t>(id);
  assert(index < joints_.size() && joints_[index]);
  return *joints_[index];
}

JointId PhysicsWorld::Implementation::add_joint(const JointConfig& config) {
  assert(config.parent != config.child);
  assert(config.type == JointType::fixed || length(config.axis) > 0);
  auto joint = std::make_unique<PhysicsJoint>();
  joint->id = static_cast<JointId>(joints_.size());
  joint->config = config;
  joint->config.axis = normalized(config.axis);
  joint->parent = &find(config.parent);
  joint->child = &find(config.child);
  joint->parent->joints.push_back(joint.get());
  joint->child->joints.push_back(joint.get());
  connect(*joint);
  measure(*joint);

  // the two may have touched before
  broadphase_.refresh_pairs(*joint->parent->clump);
  broadphase_.refresh_pairs(*joint->child->clump);
  stir(*joint->parent->clump);
  stir(*joint->child->clump);
  live_joints_.push_back(joint.get());
  joints_.push_back(std::move(joint));
  return joints_.back()->id;
}

void PhysicsWorld::Implementation::remove_joint(JointId id) {
  PhysicsJoint& joint = find(id);
  Clump& parent = *joint.parent->clump;
  Clump& child = *joint.child->clump;
  stir(parent);
  stir(child);
  std::erase(joint.parent->joints, &joint);
  std::erase(joint.child->joints, &joint);
  std::erase(live_joints_, &joint);
  joints_[static_cast<std::size_t>(id)].reset();
  broadphase_.refresh_pairs(parent);
  broadphase_.refresh_pairs(child);
}

void PhysicsWorld::Implementation::set_motor(JointId id, PhysicsJoint::Motor motor, double target,
                                             double max_force) {
  PhysicsJoint& joint = find(id);
  if (!std::isfinite(target) || !std::isfinite(max_force)) {
    ++bad_inputs_;
    return;
  }
  // a robot that is told to stand still each step may rest
  if (joint.motor == motor && joint.motor_target == target && joint.motor_max_force == max_force)
    return;
  joint.motor = motor;
  joint.motor_target = target;
  joint.motor_max_force = max_force;
  stir(*joint.parent->clump);
  stir(*joint.child->clump);
}

void PhysicsWorld::Implementation::gather_constraints() {
  solver_constraints_.clear();
  const auto is_awake = [](const Body& body) {
    return body.clump->is_active && body.clump->is_dynamic();
  };
  for (PhysicsJoint* joint : live_joints_)
    if (joint->constraint && (is_awake(*joint->parent) || is_awake(*joint->child)))
      solver_constraints_.push_back(joint->constraint.get());
}

void PhysicsWorld::Implementation::measure_joints(double dt) {
  for (PhysicsJoint* joint : live_joints_) {
    if (!joint->parent->clump->is_active && !joint->child->clump->is_active) continue;
    measure(*joint);
    joint->effort = joint->constraint && joint->constraint->has_motor()
                        ? double{joint->constraint->getAppliedImpulse()} / dt
                        : 0;
  }
}

}  // namespace tandem
