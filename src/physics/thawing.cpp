// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "physics/bullet_types.h"
#include "physics/implementation.h"
#include "physics/touching.h"

// A frozen body thaws
//  - when something that moves touches it,
//  - when what touches it presses it otherwise than when it froze,
//  - when what came to rest on it has changed its load (freezing.cpp),
//  - when a place that it touched when it froze has moved, however slowly, or is gone,
//  - when a body joined to it thaws.
namespace tandem {

namespace {

constexpr btScalar sliding_share = 0.3f;
// A push that would make the body accelerate by this if it were awake and nothing held it. Pushes
// of those who lay there already vary as a pile trembles.
constexpr btScalar waking_acceleration_mps2 = 0.4f;
constexpr btScalar waking_share_of_force = 0.1f;
constexpr btScalar waking_acceleration_by_passive_mps2 = 3;
constexpr btScalar waking_share_of_passive_force = 1;
// A blow, after which nothing can be relied on that stood on what was hit.
constexpr btScalar blow_mps = 0.3f;
// What carries so much of a body's weight is what it stands on.
constexpr btScalar standing_share = 0.3f;
// How far a push is passed on from body to body when looking for who may push.
constexpr int max_row = 4;
// Impulses of a contact that is younger, in steps, have not settled yet.
constexpr int settled_contact_age = 4;
// How far a support may move away, or along or into what it supports.
constexpr btScalar support_parted_m = 0.002f;
constexpr btScalar support_shifted_m = 0.008f;

btVector3 impulse_on(const Clump& clump, const btPersistentManifold& manifold) {
  btVector3 impulse(0, 0, 0);
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    if (counts(point)) impulse += impulse_on_first(point);
  }
  return manifold.getBody0() == clump.rigid.get() ? impulse : -impulse;
}

bool has_settled(const btPersistentManifold& manifold) {
  for (int i = 0; i < manifold.getNumContacts(); ++i)
    if (manifold.getContactPoint(i).getLifeTime() >= settled_contact_age) return true;
  return false;
}

bool has_motor(const Body* body) {
  return std::any_of(body->joints.begin(), body->joints.end(), [](const PhysicsJoint* joint) {
    return joint->motor != PhysicsJoint::Motor::none;
  });
}

}  // namespace

btScalar fastest_point(const Clump& clump, const btPersistentManifold& manifold) {
  btScalar fastest = 0;
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    if (!counts(point)) continue;
    const btVector3 arm = point.getPositionWorldOnB() - clump.rigid->getCenterOfMassPosition();
    const btVector3 velocity = clump.rigid->getVelocityInLocalPoint(arm);
    fastest = std::max({fastest, std::abs(velocity.dot(point.m_normalWorldOnB)),
                        sliding_share * velocity.length()});
  }
  return fastest;
}

void PhysicsWorld::Implementation::wake_clump(Clump& clump) {
  if (!clump.is_dynamic()) return;
  clump.stillness = {};
  if (!clump.is_frozen) return;
  clump.is_frozen = false;
  forget_supports(clump);
  set_mass(clump, true);
  activate(clump);
  for (Body* member : clump.members) mark_changed(*member);
  wake_joined(clump);
}

// Wakes a clump and what stands on it. Frozen, that would not press on it with its weight, nor
// notice for a while that its support gives way.
void PhysicsWorld::Implementation::stir(Clump& clump) {
  wake_clump(clump);
  const btScalar gravity = gravity_.length();
  for (Clump* dependent : std::vector(clump.dependents)) {
    btScalar carried = 0;
    for (const Support& support : dependent->supports)
      if (support.other == &clump) carried -= support.force.dot(gravity_);
    if (carried >= standing_share * to_bt(dependent->mass_kg) * gravity * gravity) stir(*dependent);
  }
}

void PhysicsWorld::Implementation::wake_joined(Clump& clump) {
  for (const Body* member : clump.members)
    for (const PhysicsJoint* joint : member->joints) {
      Clump& other = *(joint->parent == member ? joint->child : joint->parent)->clump;
      if (other.is_frozen) wake_clump(other);
    }
}

void PhysicsWorld::Implementation::forget_supports(Clump& clump) {
  for (const Support& support : clump.supports) std::erase(support.other->dependents, &clump);
  clump.supports.clear();
  clump.later_loads.clear();
}

// After contacts were found: wakes what is touched, and finds the contacts of what woke, so that
// it takes part in the same step with the ground under it.
void PhysicsWorld::Implementation::wake_touched(double dt) {
  if (!config_.freezes) return;
  mark_driven();
  int next = 0;
  while (next < dispatcher_->getNumManifolds()) {
    const int known_pairs = broadphase_.pairs().getNumOverlappingPairs();
    for (; next < dispatcher_->getNumManifolds(); ++next) {
      const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(next);
      if (manifold.getNumContacts() == 0) continue;
      Clump& a = clump_of(*manifold.getBody0());
      Clump& b = clump_of(*manifold.getBody1());
      if (a.is_frozen == b.is_frozen || !is_solid_pair(a, b)) continue;
      Clump& frozen = a.is_frozen ? a : b;
      Clump& other = a.is_frozen ? b : a;
      if (!other.is_active) continue;
      const Touch touch = touch_of(frozen, other, manifold, dt);
      if (touch == Touch::wakes) wake_clump(frozen);
      if (touch == Touch::stirs) stir(frozen);
    }
    btBroadphasePairArray& pairs = broadphase_.pairs().getOverlappingPairArray();
    for (int i = known_pairs; i < pairs.size(); ++i)
      dispatcher_->getNearCallback()(pairs[i], *dispatcher_, dispatch_info_);
  }
}

PhysicsWorld::Implementation::Touch PhysicsWorld::Implementation::touch_of(
    const Clump& frozen, const Clump& other, const btPersistentManifold& manifold,
    double dt) const {
  const btScalar speed = fastest_point(other, manifold);
  if (other.is_kinematic())
    return speed > waking_kinematic_speed_mps ? Touch::stirs : Touch::nothing;
  if (speed > waking_speed_mps) return speed > blow_mps ? Touch::stirs : Touch::wakes;
  if (!has_settled(manifold)) return Touch::nothing;

  btVector3 usual_force(0, 0, 0);
  bool is_new = true;
  for (const Support& support : frozen.supports)
    if (support.other == &other) {
      usual_force += support.force;
      is_new = false;
    }
  const btScalar change = (impulse_on(frozen, manifold) / to_bt(dt) - usual_force).length();
  const btScalar mass = to_bt(frozen.mass_kg), usual = usual_force.length();
  if (is_new || other.is_driven)
    return change > waking_acceleration_mps2 * mass + waking_share_of_force * usual
               ? Touch::stirs
               : Touch::nothing;
  return change > waking_acceleration_by_passive_mps2 * mass + waking_share_of_passive_force * usual
             ? Touch::wakes
             : Touch::nothing;
}

// Marks the awake that something other than gravity moves, or may press on others with.
void PhysicsWorld::Implementation::mark_driven() {
  bool is_any_driven = false;
  for (Clump* clump : active_) {
    clump->is_driven = clump->is_pushed || clump->is_kinematic() ||
                       std::any_of(clump->members.begin(), clump->members.end(), has_motor);
    is_any_driven = is_any_driven || clump->is_driven;
  }
  for (int row = 0; row < max_row && is_any_driven; ++row) {
    is_any_driven = false;
    for (int i = 0; i < dispatcher_->getNumManifolds(); ++i) {
      const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(i);
      if (manifold.getNumContacts() == 0) continue;
      Clump& a = clump_of(*manifold.getBody0());
      Clump& b = clump_of(*manifold.getBody1());
      if (!a.is_active || !b.is_active || a.is_driven == b.is_driven || !is_solid_pair(a, b))
        continue;
      a.is_driven = b.is_driven = is_any_driven = true;
    }
  }
}

// At the end of a step: a frozen body whose support has moved must find out whether it falls.
void PhysicsWorld::Implementation::wake_by_lost_support() {
  std::vector<Clump*> unsupported;
  for (const Clump* clump : active_) {
    for (Clump* dependent : clump->dependents) {
      const bool has_moved = std::any_of(
          dependent->supports.begin(), dependent->supports.end(), [&](const Support& support) {
            if (support.other != clump) return false;
            const btVector3 now = clump->rigid->getWorldTransform() * support.point_in_other;
            const btVector3 shift = now - support.point_in_world;
            return -shift.dot(support.normal) > support_parted_m ||
                   shift.length2() > support_shifted_m * support_shifted_m;
          });
      if (has_moved) unsupported.push_back(dependent);
    }
  }
  for (Clump* clump : unsupported) wake_clump(*clump);
}

}  // namespace tandem
