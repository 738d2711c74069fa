// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <memory>
#include <optional>
#include <vector>

#include "physics/collision_shapes.h"
#include "physics/physics_memory.h"
#include "physics/physics_world.h"

namespace tandem {

struct Clump;
struct PhysicsJoint;

// What a body is made of. It never changes, and lies outside of the world's own memory.
struct BodyForm {
  std::vector<Collider> colliders;
  std::vector<CollisionShape> shapes;  // one per collider
};
using BodyForms = std::vector<std::shared_ptr<const BodyForm>>;  // by BodyId

// A body as its user knows it.
struct Body {
  BT_DECLARE_ALIGNED_ALLOCATOR();

  BodyId id{};
  Motion motion = Motion::fixed;
  const BodyForm* form = nullptr;
  MassProperties mass;
  double linear_drag = 0;
  double angular_drag = 0;
  double gravity_share = 1;
  bool is_trigger = false;
  bool reports_contacts = false;
  bool may_freeze = true;
  int no_collision_group = 0;

  Pose world_from_body;
  PhysicsVector<PhysicsJoint*> joints;

  // Who carries it, and whom it carries.
  Body* carrier = nullptr;
  Pose carrier_from_body;
  PhysicsVector<Body*> loads;

  Clump* clump = nullptr;            // what it is a part of
  std::unique_ptr<Clump> own_clump;  // of bodies that nobody carries

  std::uint64_t digest = 0;  // of pose and velocity, counted in the world's sum
  bool is_digest_current = false;
};

// One collider in a clump.
struct Part {
  Body* owner = nullptr;
  Surface surface;
  const btCollisionShape* shape = nullptr;
  btTransform clump_from_shape = btTransform::getIdentity();
  std::size_t collider = 0;  // of the owner
};

// A place where a frozen clump touched another when it froze. It thaws when that place moves.
struct Support {
  Clump* other = nullptr;
  btVector3 point_in_other;
  btVector3 point_in_world;
  btVector3 normal;       // towards the frozen one
  btVector3 force;        // N, that the other gave there
  bool is_tight = false;  // the surfaces met; else they were near
};

// What a body that came to rest on a frozen clump adds to the load that it froze with.
struct LaterLoad {
  BodyId from{};
  btVector3 point;
  btVector3 force;  // N
};

// Where a clump was, and how it was turned.
struct Anchor {
  btVector3 position{0, 0, 0};
  btQuaternion rotation{0, 0, 0, 1};
};

// How long a clump has been still: piles tremble, and what tips or rolls away begins slowly.
struct Stillness {
  // It stayed about the anchor for so long. Halfway through a stretch tells growing motion.
  Anchor anchor, halfway;
  double still_s = 0;
  bool is_past_halfway = false;
  double steady_s = 0;  // how long its motion did not grow

  // It did not even tremble for so long.
  Anchor calm_anchor;
  double calm_s = 0;
};

// What Bullet moves as one rigid body: a body that nobody carries, with everything it carries.
// Bullet's frame is the clump's: its origin is the centre of mass, its axes the principal ones.
struct Clump {
  BT_DECLARE_ALIGNED_ALLOCATOR();

  Body* root = nullptr;
  PhysicsVector<Body*> members;  // the root first
  PhysicsVector<Part> parts;
  Pose root_from_clump;

  std::unique_ptr<btRigidBody> rigid;
  std::unique_ptr<btCompoundShape> compound;  // where one shape does not do

  double mass_kg = 0;
  btVector3 principal_moments{0, 0, 0};

  // In the broad phase, of clumps with parts only.
  btBroadphaseProxy proxy;
  int leaf = -1;
  bool is_leaf_fresh = false;

  bool is_active = false;  // awake and dynamic, or kinematic and told to move
  bool is_frozen = false;
  bool stood_in_balance = false;  // when it froze
  bool is_resting = false;        // a candidate for freezing, within a step
  bool is_pushed = false;         // by a force given for the next step
  bool is_pinched = false;        // within a step
  bool is_driven = false;         // pressed on by more than gravity, within a step
  bool has_mixed_surfaces = false;
  bool reports = false;  // some member is a trigger or reports contacts
  bool has_trigger = false;
  btScalar inner_radius = 0;  // of a ball around the origin that fits in

  Stillness stillness;
  PhysicsVector<Support> supports;       // while frozen
  PhysicsVector<LaterLoad> later_loads;  // while frozen; one per body
  PhysicsVector<Clump*> dependents;      // the frozen that have a support here; not of fixed clumps

  // Kinematic ones: where to go in the next step, and for how many steps nothing was asked.
  std::optional<Pose> target;
  int idle_steps = 0;

  bool is_dynamic() const { return root->motion == Motion::dynamic; }
  bool is_kinematic() const { return root->motion == Motion::kinematic; }
  bool is_fixed() const { return root->motion == Motion::fixed; }
  bool has_shape() const { return !parts.empty(); }
  bool is_single() const { return members.size() == 1; }
  // Whether contacts remember the part they are on.
  bool tells_parts() const {
    return !is_single() || has_mixed_surfaces || (reports && parts.size() > 1);
  }
};

inline Clump& clump_of(const btCollisionObject& object) {
  return *static_cast<Clump*>(object.getUserPointer());
}
inline const Clump* clump_of(const btBroadphaseProxy& proxy) {
  return static_cast<Clump*>(
      static_cast<btCollisionObject*>(proxy.m_clientObject)->getUserPointer());
}

// Sets up everything that follows from the root and its loads: parts, shape, mass, flags. The
// clump keeps its velocity; nobody else may refer to its Bullet body meanwhile.
void rebuild(Clump& clump);

// The pose of the root, from which all members' poses follow.
Pose world_from_root(const Clump& clump);
void move_clump(Clump& clump, const Pose& world_from_root);

Twist velocity_at_origin(const Clump& clump, const Body& member);
void set_velocity_at_origin(Clump& clump, const Body& member, const Twist& velocity);

// Gives Bullet the mass of an awake body, or that of a wall.
void set_mass(Clump& clump, bool is_movable);

}  // namespace tandem
