// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>

#include "physics/bullet_types.h"
#include "physics/implementation.h"

namespace tandem {

namespace {

// How much a clump moves, for adding up.
struct Momentum {
  explicit Momentum(const Clump& clump)
      : mass(to_bt(clump.mass_kg)),
        center(clump.rigid->getCenterOfMassPosition()),
        velocity(clump.rigid->getLinearVelocity()) {
    const btMatrix3x3& axes = clump.rigid->getWorldTransform().getBasis();
    const btVector3 turning = axes.transpose() * clump.rigid->getAngularVelocity();
    spin = axes * (clump.principal_moments * turning);
  }

  btVector3 spin_about(const btVector3& point) const {
    return spin + mass * (center - point).cross(velocity);
  }

  btScalar mass;
  btVector3 center;
  btVector3 velocity;
  btVector3 spin;
};

}  // namespace

void PhysicsWorld::Implementation::reconnect_joints(const Clump& clump) {
  for (const Body* member : clump.members)
    for (PhysicsJoint* joint : member->joints) connect(*joint);
}

// After the loads of a clump have changed.
void PhysicsWorld::Implementation::reshape(Clump& clump) {
  leave_world(clump);
  rebuild(clump);
  enter_world(clump);
  reconnect_joints(clump);
  wake_joined(clump);
  for (Body* member : clump.members) mark_changed(*member);
}

void PhysicsWorld::Implementation::attach(BodyId carrier_id, BodyId load_id) {
  Body& carrier = find(carrier_id);
  Body& load = find(load_id);
  assert(load.motion == Motion::dynamic);
  detach(load_id);
  Clump& clump = *carrier.clump;
  assert(&clump != load.clump);  // nobody carries its carrier

  const Momentum before(clump), added(*load.clump);
  leave_world(*load.clump);
  for (const Body* member : load.clump->members)
    for (PhysicsJoint* joint : member->joints) joint->constraint.reset();
  load.carrier = &carrier;
  load.carrier_from_body = inverse(carrier.world_from_body) * load.world_from_body;
  carrier.loads.push_back(&load);
  reshape(clump);
  load.own_clump.reset();

  if (!clump.is_dynamic()) return;
  const btVector3 center = clump.rigid->getCenterOfMassPosition();
  clump.rigid->setLinearVelocity((before.mass * before.velocity + added.mass * added.velocity) /
                                 (before.mass + added.mass));
  clump.rigid->setAngularVelocity(clump.rigid->getInvInertiaTensorWorld() *
                                  (before.spin_about(center) + added.spin_about(center)));
}

void PhysicsWorld::Implementation::detach(BodyId id) {
  Body& load = find(id);
  if (!load.carrier) return;
  Clump& former = *load.clump;
  const Twist velocity = velocity_at_origin(former, load);

  std::erase(load.carrier->loads, &load);
  load.carrier = nullptr;
  load.own_clump = std::make_unique<Clump>();
  Clump& own = *load.own_clump;
  own.root = &load;
  reshape(former);
  rebuild(own);
  set_velocity_at_origin(own, load, velocity);
  enter_world(own);
  reconnect_joints(own);
  wake_joined(own);
  for (Body* member : own.members) mark_changed(*member);
}

}  // namespace tandem
