// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>

#include <memory>
#include <span>
#include <vector>

#include "physics/body.h"
#include "physics/broadphase.h"
#include "physics/joint.h"
#include "physics/physics_memory.h"
#include "physics/physics_world.h"
#include "physics/solver_setup.h"

namespace tandem {

// What a world has outside of the memory that its checkpoints copy.
struct PhysicsSurroundings {
  explicit PhysicsSurroundings(const PhysicsConfig& config);
  BodyForms& own_forms();

  const std::unique_ptr<PhysicsMemory> memory;  // null: the heap
  ThreadPool pool;
  const std::unique_ptr<btConstraintSolver> solver;  // remembers nothing from step to step
  std::shared_ptr<BodyForms> forms;                  // shared with checkpoints; see own_forms()
};

// All bits of a world, without what never changes.
struct PhysicsCheckpoint {
  std::shared_ptr<const PhysicsMemory::Copy> memory;
  std::shared_ptr<BodyForms> forms;
};

// Our own step around Bullet's collision and solver. Bullet's world would do the same, but visits
// all bodies several times a step; this one visits the awake.
class PhysicsWorld::Implementation {
 public:
  BT_DECLARE_ALIGNED_ALLOCATOR();

  Implementation(const PhysicsConfig& config, PhysicsSurroundings& around);
  ~Implementation();

  // Bodies (bodies.cpp)
  BodyId add_body(const BodyConfig& config);
  void remove_body(BodyId id);
  bool has(BodyId id) const;
  void add_force(BodyId id, const Vec3& force, const Vec3& point);
  void add_torque(BodyId id, const Vec3& torque);
  void move_to(BodyId id, const Pose& pose);
  void place(BodyId id, const Pose& pose);
  void set_velocity(BodyId id, const Twist& velocity);
  void wake(BodyId id);
  const Body& body(BodyId id) const;
  std::span<const BodyId> changed() const { return stale_digests_; }
  std::uint64_t state_hash();

  // Attachments (attachments.cpp)
  void attach(BodyId carrier, BodyId load);
  void detach(BodyId load);

  // Joints (joints.cpp)
  JointId add_joint(const JointConfig& config);
  void remove_joint(JointId id);
  void set_motor(JointId id, PhysicsJoint::Motor motor, double target, double max_force);
  const PhysicsJoint& joint(JointId id) const;

  // The step (stepping.cpp)
  PhysicsReport step(Duration dt);
  std::span<const BodyId> moved() const { return moved_; }
  std::span<const Contact> contacts() const { return contacts_; }
  std::span<const ContactPoint> contact_points() const { return contact_points_; }
  const Vec3& gravity() const { return config_.gravity; }

  // Queries (queries.cpp)
  std::optional<RayHit> cast_ray(const Vec3& origin, const Vec3& direction, double range,
                                 const QueryFilter& filter);
  std::optional<RayHit> sweep(const Shape& shape, const Pose& world_from_shape,
                              const Vec3& direction, double range, const QueryFilter& filter);
  std::vector<BodyId> overlapping(const Shape& shape, const Pose& world_from_shape,
                                  const QueryFilter& filter);

 private:
  Body& find(BodyId id);
  PhysicsJoint& find(JointId id);

  // Bodies and clumps.
  void enter_world(Clump& clump);
  void leave_world(Clump& clump);
  void activate(Clump& clump);
  void deactivate(Clump& clump);
  void wake_around(Clump& clump);
  void mark_changed(Body& body);
  void update_poses(Clump& clump);
  void reconnect_joints(const Clump& clump);
  void reshape(Clump& clump);

  // Parts of the step, in order.
  void aim_kinematic(double dt);
  void apply_drag_and_gravity(double dt);
  void find_contacts(double dt);
  void forget_trigger_contacts();
  void wake_touched(double dt);
  void gather_manifolds(double dt);
  void gather_constraints();
  void solve(double dt);
  void integrate(double dt);
  btScalar free_share_of_path(const Clump& clump, const btVector3& path);
  void recover_non_finite(Clump& clump);
  void limit_speed(Clump& clump);
  void finish_kinematic(Clump& clump);
  void measure_joints(double dt);
  void collect_contacts();

  // Contacts (contacts.cpp).
  void silence_forbidden_points(btPersistentManifold& manifold);
  void find_pinched();
  void slow_pinched(double dt);

  // Thawing (thawing.cpp).
  void wake_clump(Clump& clump);
  void stir(Clump& clump);
  void wake_joined(Clump& clump);
  void mark_driven();
  void wake_by_lost_support();
  enum class Touch { nothing, wakes, stirs };
  Touch touch_of(const Clump& frozen, const Clump& other, const btPersistentManifold& manifold,
                 double dt) const;
  void forget_supports(Clump& clump);

  // Freezing (freezing.cpp).
  void watch_stillness(double dt);
  void freeze_the_still(double dt);
  void find_supports(double dt);
  void add_supports(Clump& clump, Clump& other, const btPersistentManifold& manifold, double dt);
  bool may_rest(const Clump& clump) const;
  bool is_weightless(const Clump& clump) const;
  bool rests_on_the_steady(const Clump& clump) const;
  bool may_rest_together(const std::vector<Clump*>& assembly) const;
  void freeze(Clump& clump);
  void note_loads(const Clump& clump);
  void wake_overloaded();
  std::vector<Clump*> assembly_of(Clump& clump) const;

  PhysicsConfig config_;
  PhysicsSurroundings& around_;
  btVector3 gravity_;
  btDefaultCollisionConfiguration collision_configuration_;
  std::unique_ptr<btCollisionDispatcher> dispatcher_;
  btContactSolverInfo solver_settings_;
  btDispatcherInfo dispatch_info_;
  Broadphase broadphase_;

  PhysicsVector<std::unique_ptr<Body>> bodies_;  // by id; empty where one was removed
  PhysicsVector<std::unique_ptr<PhysicsJoint>> joints_;
  PhysicsVector<PhysicsJoint*> live_joints_;  // by id
  PhysicsVector<Clump*> active_;              // by id once sorted

  // Filled and used within one step.
  PhysicsVector<btCollisionObject*> solver_bodies_;
  PhysicsVector<btPersistentManifold*> solver_manifolds_;
  PhysicsVector<btTypedConstraint*> solver_constraints_;
  struct Pinched {
    Clump* clump;
    btVector3 normal;  // of what pushes it
    btScalar speed;    // that may not be exceeded
    bool is_between;   // something else stands against it
  };
  PhysicsVector<Pinched> pinched_;
  PhysicsVector<Clump*> resting_;  // candidates for freezing
  PhysicsVector<Clump*> loaded_;   // frozen before, on which others have frozen now

  int trigger_count_ = 0;
  int bad_inputs_ = 0;  // forces and poses that were no numbers, since the last step
  PhysicsReport report_;
  PhysicsVector<BodyId> placed_;
  PhysicsVector<BodyId> moved_;
  PhysicsVector<Contact> contacts_;
  PhysicsVector<ContactPoint> contact_points_;

  std::uint64_t digest_sum_ = 0;
  PhysicsVector<BodyId> stale_digests_;
};

// Whether contacts between two bodies count (contacts.cpp).
bool may_touch(const Body& a, const Body& b);
bool may_pair(const Clump& a, const Clump& b);

}  // namespace tandem
