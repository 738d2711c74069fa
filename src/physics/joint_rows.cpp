// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/joint_rows.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>

namespace tandem {

void JointRows::add(btTypedConstraint& joint, int a, int b, const SolverBody* bodies,
                    const btContactSolverInfo& info, int substeps) {
  joint.buildJacobian();
  joint.internalSetAppliedImpulse(0);
  if (btJointFeedback* feedback = joint.getJointFeedback()) {
    feedback->m_appliedForceBodyA.setZero();
    feedback->m_appliedForceBodyB.setZero();
    feedback->m_appliedTorqueBodyA.setZero();
    feedback->m_appliedTorqueBodyB.setZero();
  }
  if (!joint.isEnabled()) return;

  btTypedConstraint::btConstraintInfo1 size;
  joint.getInfo1(&size);
  if (size.m_numConstraintRows == 0) return;
  const std::size_t first = rows_.size();
  rows_.resize(first + static_cast<std::size_t>(size.m_numConstraintRows));
  for (std::size_t i = first; i < rows_.size(); ++i) {
    rows_[i].lower = -SIMD_INFINITY;
    rows_[i].upper = SIMD_INFINITY;
  }

  // the joint fills in its directions, target velocities and limits
  Row& top = rows_[first];
  top.softness = info.m_globalCfm;
  btTypedConstraint::btConstraintInfo2 fields;
  fields.fps = 1 / info.m_timeStep;
  fields.erp = info.m_erp;
  fields.m_J1linearAxis = top.linear_a;
  fields.m_J1angularAxis = top.angular_a;
  fields.m_J2linearAxis = top.linear_b;
  fields.m_J2angularAxis = top.angular_b;
  static_assert(sizeof(Row) % sizeof(btVector3) == 0, "joints write whole aligned vectors");
  fields.rowskip = sizeof(Row) / sizeof(btScalar);
  fields.m_constraintError = &top.target;
  fields.cfm = &top.softness;
  fields.m_lowerLimit = &top.lower;
  fields.m_upperLimit = &top.upper;
  fields.m_numIterations = info.m_numIterations;
  fields.m_damping = info.m_damping;
  joint.getInfo2(&fields);

  const btScalar breaking = joint.getBreakingImpulseThreshold();
  for (std::size_t i = first; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    row.joint = &joint;
    row.a = a;
    row.b = b;
    row.upper = std::min(row.upper, breaking) / static_cast<btScalar>(substeps);
    row.lower = std::max(row.lower, -breaking) / static_cast<btScalar>(substeps);
    row.softness *= static_cast<btScalar>(substeps);  // per impulse, which is so much less
    row.push_a = row.linear_a * bodies[a].inverse_mass;
    row.push_b = row.linear_b * bodies[b].inverse_mass;
    row.turn_a = bodies[a].inverse_inertia * row.angular_a;
    row.turn_b = bodies[b].inverse_inertia * row.angular_b;
    const btScalar response = row.linear_a.dot(row.push_a) + row.angular_a.dot(row.turn_a) +
                              row.linear_b.dot(row.push_b) + row.angular_b.dot(row.turn_b);
    row.mass = response > SIMD_EPSILON ? 1 / response : 0;

    // damping says how much of the velocity there is the joint takes away
    const SolverVelocity& va = bodies[a].midway;
    const SolverVelocity& vb = bodies[b].midway;
    row.target +=
        (1 - fields.m_damping) * (row.linear_a.dot(va.linear) + row.angular_a.dot(va.angular) +
                                  row.linear_b.dot(vb.linear) + row.angular_b.dot(vb.angular));
  }
}

void JointRows::solve(SolverVelocity* velocities) {
  for (Row& row : rows_) {
    SolverVelocity& a = velocities[row.a];
    SolverVelocity& b = velocities[row.b];
    const btScalar speed = row.linear_a.dot(a.linear) + row.angular_a.dot(a.angular) +
                           row.linear_b.dot(b.linear) + row.angular_b.dot(b.angular);
    const btScalar wanted = (row.impulse + (row.target - speed) * row.mass) / (1 + row.softness);
    const btScalar allowed = std::clamp(wanted, row.lower, row.upper);
    const btScalar change = allowed - row.impulse;
    row.impulse = allowed;
    a.linear += row.push_a * change;
    a.angular += row.turn_a * change;
    b.linear += row.push_b * change;
    b.angular += row.turn_b * change;
  }
}

void JointRows::sum_up() {
  for (Row& row : rows_) row.impulse_sum += row.impulse;
}

void JointRows::store(const btContactSolverInfo& info) const {
  for (const Row& row : rows_) {
    btTypedConstraint& joint = *row.joint;
    if (btJointFeedback* feedback = joint.getJointFeedback()) {
      const btScalar force = row.impulse_sum / info.m_timeStep;
      feedback->m_appliedForceBodyA +=
          row.linear_a * joint.getRigidBodyA().getLinearFactor() * force;
      feedback->m_appliedForceBodyB +=
          row.linear_b * joint.getRigidBodyB().getLinearFactor() * force;
      feedback->m_appliedTorqueBodyA +=
          row.angular_a * joint.getRigidBodyA().getAngularFactor() * force;
      feedback->m_appliedTorqueBodyB +=
          row.angular_b * joint.getRigidBodyB().getAngularFactor() * force;
    }
    joint.internalSetAppliedImpulse(row.impulse_sum);
    if (std::abs(row.impulse_sum) >= joint.getBreakingImpulseThreshold()) joint.setEnabled(false);
  }
}

}  // namespace tandem
