// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/body.h"

#include <algorithm>
#include <cassert>

#include "physics/bullet_types.h"

namespace tandem {

namespace {

constexpr int children_worth_a_tree = 8;

void collect_members(Body& body, PhysicsVector<Body*>& members) {
  members.push_back(&body);
  for (Body* load : body.loads) collect_members(*load, members);
}

Pose root_from(const Body& member) {
  Pose root_from_member;
  for (const Body* body = &member; body->carrier; body = body->carrier)
    root_from_member = body->carrier_from_body * root_from_member;
  return root_from_member;
}

bool is_same_surface(const Surface& a, const Surface& b) {
  return a.friction == b.friction && a.restitution == b.restitution &&
         a.rolling_friction == b.rolling_friction && a.spinning_friction == b.spinning_friction;
}

// The centre of mass and the principal axes; for what has no mass, where its only shape needs no
// compound around it.
Pose choose_frame(const Clump& clump, const MassProperties& mass,
                  const std::vector<Pose>& root_from_shape) {
  if (!clump.is_dynamic()) return root_from_shape.size() == 1 ? root_from_shape[0] : Pose{};
  return {mass.center, principal_axes(mass.inertia).body_from_principal};
}

void set_shape(Clump& clump, const std::vector<btCollisionShape*>& shapes) {
  const bool needs_compound =
      shapes.size() != 1 || !(clump.parts[0].clump_from_shape == btTransform::getIdentity());
  std::unique_ptr<btCompoundShape> compound;
  if (needs_compound) {
    const int count = static_cast<int>(shapes.size());
    compound = std::make_unique<btCompoundShape>(count > children_worth_a_tree, count);
    for (std::size_t i = 0; i < shapes.size(); ++i)
      compound->addChildShape(clump.parts[i].clump_from_shape, shapes[i]);
  }
  clump.rigid->setCollisionShape(needs_compound ? compound.get() : shapes[0]);
  clump.compound = std::move(compound);
}

// Half the smallest extent of the smallest part: a body that moves less than this in a step
// cannot get past the middle of a wall.
btScalar inner_radius(const Clump& clump) {
  btScalar radius = BT_LARGE_FLOAT;
  for (const Part& part : clump.parts) {
    btVector3 low, high;
    part.shape->getAabb(btTransform::getIdentity(), low, high);
    const btVector3 half = 0.5f * (high - low);
    radius = std::min(radius, half[half.minAxis()]);
  }
  return radius;
}

void set_surface(Clump& clump) {
  const Surface& surface = clump.parts[0].surface;
  clump.rigid->setFriction(to_bt(surface.friction));
  clump.rigid->setRestitution(to_bt(surface.restitution));
  clump.rigid->setRollingFriction(to_bt(surface.rolling_friction));
  clump.rigid->setSpinningFriction(to_bt(surface.spinning_friction));
}

void set_flags(Clump& clump) {
  clump.has_mixed_surfaces = std::any_of(
      clump.parts.begin(), clump.parts.end(),
      [&](const Part& part) { return !is_same_surface(part.surface, clump.parts[0].surface); });
  clump.reports = std::any_of(clump.members.begin(), clump.members.end(), [](const Body* body) {
    return body->is_trigger || body->reports_contacts;
  });

  clump.has_trigger = std::any_of(clump.members.begin(), clump.members.end(),
                                  [](const Body* body) { return body->is_trigger; });

  int flags = clump.is_kinematic()
                  ? btCollisionObject::CF_KINEMATIC_OBJECT
                  : clump.rigid->getCollisionFlags() & btCollisionObject::CF_STATIC_OBJECT;
  if (clump.root->is_trigger && clump.is_single())
    flags |= btCollisionObject::CF_NO_CONTACT_RESPONSE;
  if (clump.tells_parts()) flags |= btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK;
  clump.rigid->setCollisionFlags(flags);
}

}  // namespace

void rebuild(Clump& clump) {
  const Pose world = clump.root->world_from_body;
  Twist velocity;
  if (clump.rigid) velocity = velocity_at_origin(clump, *clump.root);

  clump.members.clear();
  collect_members(*clump.root, clump.members);
  clump.parts.clear();
  MassProperties mass;
  std::vector<Pose> root_from_shape;
  std::vector<btCollisionShape*> shapes;
  for (Body* member : clump.members) {
    member->clump = &clump;
    const Pose root_from_member = root_from(*member);
    if (clump.is_dynamic()) mass = mass + transformed(root_from_member, member->mass);
    for (std::size_t i = 0; i < member->form->colliders.size(); ++i) {
      root_from_shape.push_back(root_from_member * member->form->colliders[i].body_from_shape *
                                member->form->shapes[i].shape_from_bullet);
      shapes.push_back(member->form->shapes[i].bullet.get());
      clump.parts.push_back({.owner = member,
                             .surface = member->form->colliders[i].surface,
                             .shape = shapes.back(),
                             .clump_from_shape = btTransform::getIdentity(),
                             .collider = i});
    }
  }

  clump.root_from_clump = choose_frame(clump, mass, root_from_shape);
  const Pose clump_from_root = inverse(clump.root_from_clump);
  const bool is_frame_of_shape = !clump.is_dynamic() && shapes.size() == 1;
  for (std::size_t i = 0; i < clump.parts.size(); ++i)
    clump.parts[i].clump_from_shape = is_frame_of_shape
                                          ? btTransform::getIdentity()
                                          : to_bt(clump_from_root * root_from_shape[i]);

  if (clump.is_dynamic()) {
    assert(mass.mass_kg > 0);
    clump.mass_kg = mass.mass_kg;
    clump.principal_moments = to_bt(principal_axes(mass.inertia).moments);
    assert(clump.principal_moments.x() > 0 && clump.principal_moments.y() > 0 &&
           clump.principal_moments.z() > 0);
  }

  if (!clump.rigid) {
    clump.rigid = std::make_unique<btRigidBody>(btScalar{0}, nullptr, nullptr);
    clump.rigid->setUserPointer(&clump);
    clump.rigid->setBroadphaseHandle(nullptr);
  }
  if (clump.has_shape()) {
    set_shape(clump, shapes);
    set_surface(clump);
    clump.inner_radius = inner_radius(clump);
  }
  set_mass(clump, clump.is_dynamic() && !clump.is_frozen);
  set_flags(clump);
  move_clump(clump, world);
  set_velocity_at_origin(clump, *clump.root, velocity);
}

Pose world_from_root(const Clump& clump) {
  return from_bt(clump.rigid->getWorldTransform()) * inverse(clump.root_from_clump);
}

void move_clump(Clump& clump, const Pose& world) {
  clump.rigid->setCenterOfMassTransform(to_bt(world * clump.root_from_clump));
}

Twist velocity_at_origin(const Clump& clump, const Body& member) {
  const btRigidBody& rigid = *clump.rigid;
  const btVector3 arm = to_bt(member.world_from_body.translation) - rigid.getCenterOfMassPosition();
  return {from_bt(rigid.getVelocityInLocalPoint(arm)), from_bt(rigid.getAngularVelocity())};
}

void set_velocity_at_origin(Clump& clump, const Body& member, const Twist& velocity) {
  const Vec3 arm =
      from_bt(clump.rigid->getCenterOfMassPosition()) - member.world_from_body.translation;
  clump.rigid->setLinearVelocity(to_bt(velocity.linear + cross(velocity.angular, arm)));
  clump.rigid->setAngularVelocity(to_bt(velocity.angular));
}

void set_mass(Clump& clump, bool is_movable) {
  if (is_movable)
    clump.rigid->setMassProps(to_bt(clump.mass_kg), clump.principal_moments);
  else
    clump.rigid->setMassProps(0, btVector3(0, 0, 0));
  clump.rigid->updateInertiaTensor();
}

}  // namespace tandem
