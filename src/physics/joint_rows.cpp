// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/joint_rows.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

// Chains of joints have to agree among each other. At the beginning of a step nothing is known of
// the impulses; later substeps begin with those of the one before.
constexpr int first_iterations = 8;
constexpr int later_iterations = 2;
// The share of the impulses before that later substeps begin with. A joint alone finds its impulse
// at once, but in chains this is what takes the energy out of impulses that are not yet agreed on:
// at 1 a chain of five rods gains a tenth in 20 s.
constexpr btScalar warm_share = 0.9F;
// The share of the way left that a substep goes. More makes wheels rattle between their joints and
// the ground: at 0.3 a vehicle goes astray.
constexpr btScalar way_share = 0.1F;

btQuaternion turn_by(const btVector3& angle) {
  const btScalar size = angle.length();
  if (size < SIMD_EPSILON) return btQuaternion::getIdentity();
  return {angle / size, size};
}

}  // namespace

void JointRows::begin(const btContactSolverInfo& info, int substeps) {
  info_ = info;
  substeps_ = substeps;
  substep_s_ = info.m_timeStep / static_cast<btScalar>(substeps);
  groups_.clear();
  rows_.clear();
}

bool JointRows::add(btTypedConstraint& joint, int a, int b, const SolverBody* bodies,
                    const SolverVelocity* velocities) {
  joint.buildJacobian();
  joint.internalSetAppliedImpulse(0);
  if (btJointFeedback* feedback = joint.getJointFeedback()) {
    feedback->m_appliedForceBodyA.setZero();
    feedback->m_appliedForceBodyB.setZero();
    feedback->m_appliedTorqueBodyA.setZero();
    feedback->m_appliedTorqueBodyB.setZero();
  }
  if (!joint.isEnabled()) return false;
  btTypedConstraint::btConstraintInfo1 size;
  joint.getInfo1(&size);
  if (size.m_numConstraintRows == 0) return false;

  const auto side_of = [](btRigidBody& body, int slot) {
    return Side{.body = &body,
                .slot = slot,
                .moves = body.getCompanionId() >= 0 || body.isKinematicObject(),
                .start = body.getWorldTransform()};
  };
  Group& group = groups_.emplace_back();
  group.joint = &joint;
  group.a = side_of(joint.getRigidBodyA(), a);
  group.b = side_of(joint.getRigidBodyB(), b);
  group.first_row = rows_.size();
  group.row_count = static_cast<std::size_t>(size.m_numConstraintRows);
  rows_.resize(group.first_row + group.row_count);

  const btScalar damping = read_terms(group);
  const btScalar breaking = joint.getBreakingImpulseThreshold();
  const auto substeps = static_cast<btScalar>(substeps_);
  for (std::size_t i = 0; i < group.row_count; ++i) {
    Row& row = rows_[group.first_row + i];
    Terms& terms = row.terms;
    terms = terms_[i];
    // damping says how much of the velocity there is the joint takes away
    const SolverVelocity& va = bodies[a].midway;
    const SolverVelocity& vb = bodies[b].midway;
    row.kept = (1 - damping) * (terms.linear_a.dot(va.linear) + terms.angular_a.dot(va.angular) +
                                terms.linear_b.dot(vb.linear) + terms.angular_b.dot(vb.angular));
    terms.upper = std::min(terms.upper, breaking);
    terms.lower = std::max(terms.lower, -breaking);
    const bool is_held = terms.upper >= SIMD_INFINITY && terms.lower <= -SIMD_INFINITY &&
                         terms.softness == 0 && group.held_count < max_held;
    if (is_held) {
      group.held[group.held_count++] = static_cast<int>(i);
      row.way_left = terms.target * info_.m_timeStep;
    }
    terms.target += row.kept;
    terms.upper /= substeps;
    terms.lower /= substeps;
    terms.softness *= substeps;  // per impulse, which is so much less
  }

  set_up_response(group, bodies);
  foresee_bend(group, velocities);
  return true;
}

// How the rows will turn if the bodies go on as they do.
void JointRows::foresee_bend(Group& group, const SolverVelocity* velocities) {
  for (Side* side : {&group.a, &group.b})
    move(*side, velocities, velocities[side->slot].linear * substep_s_);
  read_terms(group);
  for (int i = 0; i < group.held_count; ++i) {
    Row& row = held_row(group, i);
    const Terms& turned = terms_[static_cast<std::size_t>(group.held[i])];
    row.bend =
        0.5F * (speed_along(turned, group, velocities) - speed_along(row.terms, group, velocities));
  }
  for (Side* side : {&group.a, &group.b}) {
    side->turn = btQuaternion::getIdentity();
    if (side->moves) side->body->setWorldTransform(side->start);
  }
}

// Has the joint write its directions, target velocities and limits. Returns its damping.
btScalar JointRows::read_terms(Group& group) {
  terms_.assign(group.row_count, {});
  Terms& top = terms_[0];
  top.softness = info_.m_globalCfm;
  btTypedConstraint::btConstraintInfo2 fields;
  fields.fps = 1 / info_.m_timeStep;
  fields.erp = info_.m_erp;
  fields.m_J1linearAxis = top.linear_a;
  fields.m_J1angularAxis = top.angular_a;
  fields.m_J2linearAxis = top.linear_b;
  fields.m_J2angularAxis = top.angular_b;
  static_assert(sizeof(Terms) % sizeof(btVector3) == 0, "joints write whole aligned vectors");
  fields.rowskip = sizeof(Terms) / sizeof(btScalar);
  fields.m_constraintError = &top.target;
  fields.cfm = &top.softness;
  fields.m_lowerLimit = &top.lower;
  fields.m_upperLimit = &top.upper;
  fields.m_numIterations = info_.m_numIterations;
  fields.m_damping = info_.m_damping;
  group.joint->getInfo2(&fields);
  return fields.m_damping;
}

void JointRows::set_up_response(Group& group, const SolverBody* bodies) {
  const SolverBody& a = bodies[group.a.slot];
  const SolverBody& b = bodies[group.b.slot];
  for (std::size_t i = group.first_row; i < group.first_row + group.row_count; ++i) {
    Row& row = rows_[i];
    const Terms& terms = row.terms;
    row.push_a = terms.linear_a * a.inverse_mass;
    row.push_b = terms.linear_b * b.inverse_mass;
    row.turn_a = a.inverse_inertia * terms.angular_a;
    row.turn_b = b.inverse_inertia * terms.angular_b;
    const btScalar response = terms.linear_a.dot(row.push_a) + terms.angular_a.dot(row.turn_a) +
                              terms.linear_b.dot(row.push_b) + terms.angular_b.dot(row.turn_b);
    row.mass = response > SIMD_EPSILON ? 1 / response : 0;
  }
  factorise(group);
}

void JointRows::factorise(Group& group) {
  constexpr double least_share = 1e-6;  // of a response that the other rows leave
  auto& l = group.factors;
  double d[max_held];
  for (int i = 0; i < group.held_count; ++i) {
    const Terms& terms = held_row(group, i).terms;
    double own = 0;
    for (int j = 0; j <= i; ++j) {
      const Row& other = held_row(group, j);
      own = double{terms.linear_a.dot(other.push_a)} + double{terms.angular_a.dot(other.turn_a)} +
            double{terms.linear_b.dot(other.push_b)} + double{terms.angular_b.dot(other.turn_b)};
      double rest = own;
      for (int k = 0; k < j; ++k) rest -= l[i][k] * l[j][k] * d[k];
      l[i][j] = j < i ? rest * l[j][j] : rest;
    }
    // what the others hold already needs no impulse of its own
    d[i] = l[i][i];
    const bool is_free = d[i] > std::max(least_share * own, 1e-12);
    l[i][i] = is_free ? 1 / d[i] : 0;
    if (!is_free) d[i] = 0;
  }
}

btScalar JointRows::speed_along(const Terms& terms, const Group& group,
                                const SolverVelocity* velocities) {
  const SolverVelocity& a = velocities[group.a.slot];
  const SolverVelocity& b = velocities[group.b.slot];
  return terms.linear_a.dot(a.linear) + terms.angular_a.dot(a.angular) +
         terms.linear_b.dot(b.linear) + terms.angular_b.dot(b.angular);
}

void JointRows::push(const Row& row, const Group& group, btScalar impulse,
                     SolverVelocity* velocities, SolverVelocity* starts) {
  for (SolverVelocity* changed : {velocities, starts}) {
    SolverVelocity& a = changed[group.a.slot];
    SolverVelocity& b = changed[group.b.slot];
    a.linear += row.push_a * impulse;
    a.angular += row.turn_a * impulse;
    b.linear += row.push_b * impulse;
    b.angular += row.turn_b * impulse;
  }
}

void JointRows::hold(SolverVelocity* velocities, SolverVelocity* starts, bool is_first) {
  if (!is_first) {
    for (const Group& group : groups_) {
      for (int i = 0; i < group.held_count; ++i) held_row(group, i).impulse *= warm_share;
      for (std::size_t i = group.first_row; i < group.first_row + group.row_count; ++i)
        push(rows_[i], group, rows_[i].impulse, velocities, starts);
    }
  }
  solve(Phase::hold, is_first, velocities, starts);
}

void JointRows::relax(SolverVelocity* velocities, SolverVelocity* starts, bool is_first) {
  solve(Phase::relax, is_first, velocities, starts);
  for (Row& row : rows_) row.impulse_sum += row.impulse;
}

void JointRows::solve(Phase phase, bool is_first, SolverVelocity* velocities,
                      SolverVelocity* starts) {
  const int iterations = is_first ? first_iterations : later_iterations;
  for (int i = 0; i < iterations; ++i) {
    for (const Group& group : groups_) {
      solve_bounded(group, velocities, starts);
      solve_held(group, phase, velocities, starts);
    }
  }
}

void JointRows::solve_bounded(const Group& group, SolverVelocity* velocities,
                              SolverVelocity* starts) {
  int next_held = 0;
  for (std::size_t i = 0; i < group.row_count; ++i) {
    if (next_held < group.held_count && group.held[next_held] == static_cast<int>(i)) {
      ++next_held;
      continue;
    }
    Row& row = rows_[group.first_row + i];
    const Terms& terms = row.terms;
    const btScalar missing = terms.target - speed_along(terms, group, velocities);
    const btScalar wanted = (row.impulse + missing * row.mass) / (1 + terms.softness);
    const btScalar change = std::clamp(wanted, terms.lower, terms.upper) - row.impulse;
    row.impulse += change;
    push(row, group, change, velocities, starts);
  }
}

void JointRows::solve_held(const Group& group, Phase phase, SolverVelocity* velocities,
                           SolverVelocity* starts) {
  const int count = group.held_count;
  double x[max_held];
  for (int i = 0; i < count; ++i) {
    const Row& row = held_row(group, i);
    btScalar missing = row.kept - speed_along(row.terms, group, velocities);
    if (phase == Phase::hold) missing += way_share * row.way_left / substep_s_ - row.bend;
    x[i] = missing;
    for (int k = 0; k < i; ++k) x[i] -= group.factors[i][k] * x[k];
  }
  for (int i = count - 1; i >= 0; --i) {
    x[i] *= group.factors[i][i];
    for (int k = i + 1; k < count; ++k) x[i] -= group.factors[k][i] * x[k];
  }
  for (int i = 0; i < count; ++i) {
    Row& row = held_row(group, i);
    const auto impulse = static_cast<btScalar>(x[i]);
    (phase == Phase::hold ? row.impulse : row.impulse_sum) += impulse;
    push(row, group, impulse, velocities, starts);
  }
}

// The way is that since the start of the step, which loses less in rounding than places do.
void JointRows::move(Side& side, const SolverVelocity* velocities, const btVector3& way) const {
  if (!side.moves) return;
  side.turn = turn_by(velocities[side.slot].angular * substep_s_) * side.turn;
  side.turn.normalize();
  side.body->setWorldTransform(
      btTransform(btMatrix3x3(side.turn) * side.start.getBasis(), side.start.getOrigin() + way));
}

void JointRows::follow(const SolverVelocity* velocities, const SolverVelocity* ways,
                       const SolverBody* bodies) {
  for (Group& group : groups_) {
    for (Side* side : {&group.a, &group.b}) move(*side, velocities, ways[side->slot].linear);
    read_terms(group);
    for (int i = 0; i < group.held_count; ++i) {
      const auto held = static_cast<std::size_t>(group.held[i]);
      Row& row = held_row(group, i);
      const btScalar before = speed_along(row.terms, group, velocities);
      const btScalar after = speed_along(terms_[held], group, velocities);
      row.way_left -= (0.5F * (before + after) - row.kept) * substep_s_;
      row.bend = 0.5F * (after - before);
    }
    // targets and limits are those of the whole step
    for (std::size_t i = 0; i < group.row_count; ++i) {
      Terms& terms = rows_[group.first_row + i].terms;
      terms.linear_a = terms_[i].linear_a;
      terms.angular_a = terms_[i].angular_a;
      terms.linear_b = terms_[i].linear_b;
      terms.angular_b = terms_[i].angular_b;
    }
    set_up_response(group, bodies);
  }
}

void JointRows::place_bodies(const SolverVelocity* velocities, const SolverVelocity* ways) const {
  const btScalar step_s = info_.m_timeStep;
  for (const Group& group : groups_) {
    for (const Side* side : {&group.a, &group.b}) {
      if (!side->moves) continue;
      if (side->body->isKinematicObject()) {
        side->body->setWorldTransform(side->start);
        continue;
      }
      const SolverVelocity& velocity = velocities[side->slot];
      const btQuaternion turn = turn_by(velocity.angular * -step_s) * side->turn;
      side->body->setWorldTransform(btTransform(
          btMatrix3x3(turn.normalized()) * side->start.getBasis(),
          side->start.getOrigin() + (ways[side->slot].linear - velocity.linear * step_s)));
    }
  }
}

void JointRows::store() const {
  for (const Group& group : groups_) {
    btTypedConstraint& joint = *group.joint;
    for (std::size_t i = group.first_row; i < group.first_row + group.row_count; ++i) {
      const Row& row = rows_[i];
      if (btJointFeedback* feedback = joint.getJointFeedback()) {
        const btScalar force = row.impulse_sum / info_.m_timeStep;
        const btRigidBody& a = joint.getRigidBodyA();
        const btRigidBody& b = joint.getRigidBodyB();
        feedback->m_appliedForceBodyA += row.terms.linear_a * a.getLinearFactor() * force;
        feedback->m_appliedForceBodyB += row.terms.linear_b * b.getLinearFactor() * force;
        feedback->m_appliedTorqueBodyA += row.terms.angular_a * a.getAngularFactor() * force;
        feedback->m_appliedTorqueBodyB += row.terms.angular_b * b.getAngularFactor() * force;
      }
      joint.internalSetAppliedImpulse(row.impulse_sum);
      if (std::abs(row.impulse_sum) >= joint.getBreakingImpulseThreshold()) joint.setEnabled(false);
    }
  }
}

}  // namespace tandem
