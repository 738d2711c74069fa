// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/joint.h"

#include <cmath>
#include <numbers>

#include "physics/bullet_types.h"

namespace tandem {

namespace {

// The share of a joint's error that a step takes away. More makes long chains tremble.
constexpr btScalar error_share = 0.4f;
// A stopped wheel is brought back by this share a step; its force is limited anyway.
constexpr btScalar hold_share = 0.5f;
// Limits work ahead of the stop, so that a fast joint does not first run through it.
constexpr double limit_reach = 0.3;  // rad or m

// Turns the joint's frame so that its z is the axis.
Pose joint_from_axis(const JointConfig& config) {
  return {{}, Quat::between({0, 0, 1}, config.axis)};
}

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

}  // namespace

void measure(PhysicsJoint& joint) {
  const Pose world_from_parent = joint.parent->world_from_body * joint.config.parent_from_joint *
                                 joint_from_axis(joint.config);
  const Pose world_from_child =
      joint.child->world_from_body * joint.config.child_from_joint * joint_from_axis(joint.config);
  const Pose parent_from_child = inverse(world_from_parent) * world_from_child;
  const Vec3 axis = world_from_parent.rotation * Vec3{0, 0, 1};
  const Twist parent = velocity_at_origin(*joint.parent->clump, *joint.parent);
  const Twist child = velocity_at_origin(*joint.child->clump, *joint.child);

  if (joint.config.type == JointType::hinge) {
    const Quat& q = parent_from_child.rotation;
    const double angle = 2 * std::atan2(q.z, q.w);
    joint.position += wrapped(angle - joint.position);
    joint.velocity = dot(axis, child.angular - parent.angular);
  } else if (joint.config.type == JointType::slider) {
    joint.position = parent_from_child.translation.z;
    const Vec3 point = world_from_child.translation;
    const auto velocity_there = [&](const Twist& twist, const Body& body) {
      return twist.linear + cross(twist.angular, point - body.world_from_body.translation);
    };
    joint.velocity =
        dot(axis, velocity_there(child, *joint.child) - velocity_there(parent, *joint.parent));
  }
}

void connect(PhysicsJoint& joint) {
  joint.constraint.reset();
  Clump& parent = *joint.parent->clump;
  Clump& child = *joint.child->clump;
  if (&parent == &child) return;  // one carries the other
  const auto clump_from_axis = [&](const Body& body, const Pose& body_from_joint) {
    const Clump& clump = *body.clump;
    Pose root_from_body;
    for (const Body* part = &body; part->carrier; part = part->carrier)
      root_from_body = part->carrier_from_body * root_from_body;
    return to_bt(inverse(clump.root_from_clump) * root_from_body * body_from_joint *
                 joint_from_axis(joint.config));
  };
  joint.constraint = std::make_unique<JointConstraint>(
      joint, parent, child, clump_from_axis(*joint.parent, joint.config.parent_from_joint),
      clump_from_axis(*joint.child, joint.config.child_from_joint));
}

// Where the joint is now, seen from both sides, in the world.
struct JointConstraint::Frames {
  Frames(const JointConstraint& joint)
      : parent(joint.m_rbA.getCenterOfMassTransform() * joint.parent_from_joint_),
        child(joint.m_rbB.getCenterOfMassTransform() * joint.child_from_joint_),
        axis(parent.getBasis().getColumn(2)),
        parent_arm(child.getOrigin() - joint.m_rbA.getCenterOfMassPosition()),
        child_arm(child.getOrigin() - joint.m_rbB.getCenterOfMassPosition()),
        slides(joint.joint_.config.type == JointType::slider) {}

  btTransform parent;
  btTransform child;
  btVector3 axis;
  btVector3 parent_arm;  // from the centres of mass to the child's anchor
  btVector3 child_arm;
  bool slides;
};

// Writes rows one after the other in Bullet's layout. A row asks that the velocity of the child
// relative to the parent, along or about a direction, be `speed`.
class JointConstraint::Rows {
 public:
  explicit Rows(btConstraintInfo2& info) : info_(info) {}

  void linear(const btVector3& direction, const Frames& frames, btScalar speed) {
    write(info_.m_J1linearAxis, -direction);
    write(info_.m_J2linearAxis, direction);
    write(info_.m_J1angularAxis, -frames.parent_arm.cross(direction));
    write(info_.m_J2angularAxis, frames.child_arm.cross(direction));
    finish(speed);
  }

  void angular(const btVector3& direction, btScalar speed) {
    write(info_.m_J1angularAxis, -direction);
    write(info_.m_J2angularAxis, direction);
    finish(speed);
  }

  void along_axis(const Frames& frames, btScalar speed) {
    if (frames.slides)
      linear(frames.axis, frames, speed);
    else
      angular(frames.axis, speed);
  }

  // The impulse that the last row may give.
  void bound_last(btScalar low, btScalar high) {
    info_.m_lowerLimit[offset_ - info_.rowskip] = low;
    info_.m_upperLimit[offset_ - info_.rowskip] = high;
  }

 private:
  void write(btScalar* rows, const btVector3& v) const {
    for (int i = 0; i < 3; ++i) rows[offset_ + i] = v[i];
  }
  void finish(btScalar speed) {
    info_.m_constraintError[offset_] = speed;
    offset_ += info_.rowskip;
  }

  btConstraintInfo2& info_;
  int offset_ = 0;
};

JointConstraint::JointConstraint(const PhysicsJoint& joint, Clump& parent, Clump& child,
                                 const btTransform& in_parent, const btTransform& in_child)
    : btTypedConstraint(D6_CONSTRAINT_TYPE, *parent.rigid, *child.rigid),
      joint_(joint),
      parent_from_joint_(in_parent),
      child_from_joint_(in_child) {}

bool JointConstraint::is_near_lower() const {
  return joint_.config.lower && joint_.position - *joint_.config.lower < limit_reach;
}
bool JointConstraint::is_near_upper() const {
  return joint_.config.upper && *joint_.config.upper - joint_.position < limit_reach;
}

void JointConstraint::getInfo1(btConstraintInfo1* info) {
  if (joint_.config.type == JointType::fixed) {
    info->m_numConstraintRows = 6;
  } else {
    info->m_numConstraintRows = 5 + is_near_lower() + is_near_upper() + resists() + has_motor();
  }
  info->nub = 0;
}

void JointConstraint::getInfo2(btConstraintInfo2* info) {
  Rows rows(*info);
  const Frames frames(*this);
  hold_together(rows, frames, error_share * info->fps);
  if (joint_.config.type == JointType::fixed) return;

  limit(rows, frames, info->fps);
  if (resists()) {
    const double force = joint_.config.friction + joint_.config.damping * std::abs(joint_.velocity);
    const btScalar impulse = to_bt(force) / info->fps;
    rows.along_axis(frames, 0);
    rows.bound_last(-impulse, impulse);
  }
  // the motor comes last: Bullet keeps the impulse of the last row, which is the effort
  if (has_motor()) {
    const btScalar target = to_bt(joint_.motor_target);
    const btScalar speed =
        joint_.motor == PhysicsJoint::Motor::velocity
            ? target
            : to_bt(joint_.motor_target - joint_.position) * hold_share * info->fps;
    const btScalar impulse = to_bt(joint_.motor_max_force) / info->fps;
    rows.along_axis(frames, speed);
    rows.bound_last(-impulse, impulse);
  }
}

// Takes away the five motions that the joint does not have, or all six.
void JointConstraint::hold_together(Rows& rows, const Frames& frames, btScalar correction) const {
  const btVector3 across[] = {frames.parent.getBasis().getColumn(0),
                              frames.parent.getBasis().getColumn(1), frames.axis};
  const btVector3 gap = frames.parent.getOrigin() - frames.child.getOrigin();
  const int held_directions = joint_.config.type == JointType::slider ? 2 : 3;
  for (int i = 0; i < held_directions; ++i)
    rows.linear(across[i], frames, correction * across[i].dot(gap));

  if (joint_.config.type == JointType::hinge) {
    const btVector3 tilt = frames.child.getBasis().getColumn(2).cross(frames.axis);
    for (int i = 0; i < 2; ++i) rows.angular(across[i], correction * across[i].dot(tilt));
    return;
  }
  btQuaternion turn = frames.parent.getRotation() * frames.child.getRotation().inverse();
  if (turn.w() < 0) turn = -turn;
  const btVector3 twist = 2 * btVector3(turn.x(), turn.y(), turn.z());
  for (const btVector3& direction : across)
    rows.angular(direction, correction * direction.dot(twist));
}

// Up to its limit the joint may move as fast as it gets there in one step; beyond, it is pushed
// back gently.
void JointConstraint::limit(Rows& rows, const Frames& frames, btScalar rate) const {
  const auto speed_to = [&](double stop, bool is_beyond) {
    return to_bt(stop - joint_.position) * rate * (is_beyond ? error_share : 1);
  };
  if (is_near_lower()) {
    rows.along_axis(frames, speed_to(*joint_.config.lower, joint_.position < *joint_.config.lower));
    rows.bound_last(0, SIMD_INFINITY);
  }
  if (is_near_upper()) {
    rows.along_axis(frames, speed_to(*joint_.config.upper, joint_.position > *joint_.config.upper));
    rows.bound_last(-SIMD_INFINITY, 0);
  }
}

}  // namespace tandem
