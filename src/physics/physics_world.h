// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"
#include "geometry/mass.h"
#include "geometry/pose.h"
#include "geometry/shape.h"
#include "geometry/surface.h"

namespace tandem {

// Names a body for as long as the world lives; ids of removed bodies are not used again, and 0, the
// default, names none.
enum class BodyId : std::uint32_t {};
enum class JointId : std::uint32_t {};

enum class Motion {
  fixed,      // never moves: walls, terrain
  dynamic,    // moves as forces and contacts say
  kinematic,  // goes where it is told and pushes dynamic bodies with absolute authority
};

struct Collider {
  Shape shape;
  Pose body_from_shape;
  Surface surface;
};

struct BodyConfig {
  Motion motion = Motion::dynamic;
  Pose world_from_body;
  std::vector<Collider> colliders;  // a dynamic body takes meshes as their convex hull
  MassProperties mass;              // of dynamic bodies
  double linear_drag = 0.02;        // share of the speed lost in a second
  double angular_drag = 0.1;
  double gravity_share = 1;       // of its weight; 0: floats
  bool is_trigger = false;        // notices overlaps and stops nothing
  bool reports_contacts = false;  // pairs with this body appear in contacts()
  bool may_freeze = true;
  // Bodies of one positive group never touch each other: the links of a robot.
  int no_collision_group = 0;
};

enum class JointType { fixed, hinge, slider };

// Joins two bodies; hinges turn about and sliders move along `axis` of the joint's frame.
struct JointConfig {
  JointType type = JointType::hinge;
  BodyId parent{};
  BodyId child{};
  Pose parent_from_joint;
  Pose child_from_joint;
  Vec3 axis{0, 0, 1};
  std::optional<double> lower;  // rad or m
  std::optional<double> upper;
  double damping = 0;   // N m s/rad or N s/m
  double friction = 0;  // N m or N
  bool bodies_collide = false;
};

// Two bodies that touched during the last step, a < b.
struct Contact {
  BodyId a{};
  BodyId b{};
  Vec3 point;          // in the world, where they press hardest
  Vec3 normal;         // unit, from b towards a
  double depth_m = 0;  // of the deepest point; 0 or more
  double impulse_ns = 0;
};

// One point of such a touch. Which collider it is on is known of bodies that report contacts.
struct ContactPoint {
  Contact contact;
  std::size_t collider_of_a = 0;  // as in BodyConfig::colliders
  std::size_t collider_of_b = 0;
};

struct RayHit {
  BodyId body{};
  double distance_m = 0;
  Vec3 point;
  Vec3 normal;
};

// Which bodies a query sees. Triggers are seen only on demand.
struct QueryFilter {
  std::span<const BodyId> ignored;
  bool sees_triggers = false;
};

struct PhysicsConfig {
  Vec3 gravity{0, 0, -9.81};
  int solver_iterations = 20;
  bool freezes = true;           // bodies that lie still cost nothing until something stirs them
  int threads = 0;               // 0: as many as there are cores. The result does not depend on it.
  bool has_checkpoints = false;  // may be put back to where it was; see checkpoint()
};

// What one step could not do well. Zero is the normal answer.
struct PhysicsReport {
  int speed_clamps = 0;   // bodies slowed to the fastest speed that does not tunnel
  int non_finite = 0;     // bodies stopped because their state was no number; a bad file or force
  int active_bodies = 0;  // dynamic bodies that were awake
  int contact_points = 0;
};

// A world as it was at some time; see PhysicsWorld::checkpoint().
struct PhysicsCheckpoint;
// What it takes beside another one, which may be null.
std::size_t bytes_beside(const PhysicsCheckpoint& checkpoint, const PhysicsCheckpoint* other);

// The bodies and how they move. Owned and called by one thread; the same calls give the same bits.
class PhysicsWorld {
 public:
  explicit PhysicsWorld(const PhysicsConfig& config = {});
  ~PhysicsWorld();
  PhysicsWorld(const PhysicsWorld&) = delete;
  PhysicsWorld& operator=(const PhysicsWorld&) = delete;

  BodyId add_body(const BodyConfig& config);
  void remove_body(BodyId body);  // with its joints
  bool has(BodyId body) const;

  JointId add_joint(const JointConfig& config);
  void remove_joint(JointId joint);

  // Couples a dynamic body rigidly to a carrier: one moves as the other does, without drift, and
  // the two do not collide. The load still meets everything else, and its mass counts.
  void attach(BodyId carrier, BodyId load);
  // Lets it go where it is, with the velocity it has there.
  void detach(BodyId load);
  std::optional<BodyId> carrier_of(BodyId load) const;

  // Forces act during the next step only.
  void add_force(BodyId body, const Vec3& force_n, const Vec3& point_in_world);
  void add_torque(BodyId body, const Vec3& torque_nm);

  // Motors run until they are told otherwise.
  void drive_joint(JointId joint, double velocity, double max_force);
  void hold_joint(JointId joint, double position, double max_force);
  void release_joint(JointId joint);

  // Where a kinematic body stands by the end of the next step.
  void move_to(BodyId body, const Pose& world_from_body);
  // Puts a body somewhere at once, at rest, with its loads; a load is let go first.
  void place(BodyId body, const Pose& world_from_body);
  void set_velocity(BodyId body, const Twist& velocity);
  void wake(BodyId body);

  PhysicsReport step(Duration dt);

  Motion motion(BodyId body) const;
  const Pose& world_from(BodyId body) const;
  Twist velocity(BodyId body) const;  // of the body's origin
  bool is_frozen(BodyId body) const;
  double friction(BodyId body) const;  // of its grippiest collider; 0 without any
  double joint_position(JointId joint) const;
  double joint_velocity(JointId joint) const;
  // What the joint's motor gave during the last step, N m or N.
  double joint_effort(JointId joint) const;

  // Bodies whose pose the last step changed, or that were placed before it, by id.
  std::span<const BodyId> moved() const;
  // Touching pairs with a body that reports contacts, a load of one, or a trigger, by id.
  std::span<const Contact> contacts() const;
  // The same point by point, without those of triggers.
  std::span<const ContactPoint> contact_points() const;

  // A ray that starts inside of a solid does not see that solid.
  std::optional<RayHit> cast_ray(const Vec3& origin, const Vec3& unit_direction, double range_m,
                                 const QueryFilter& filter = {}) const;
  // How far a convex shape can move along a direction before it touches something: 0 if it
  // touches something already.
  std::optional<RayHit> sweep(const Shape& shape, const Pose& world_from_shape,
                              const Vec3& unit_direction, double range_m,
                              const QueryFilter& filter = {}) const;
  // Bodies that a convex shape would touch, by id.
  std::vector<BodyId> overlapping(const Shape& shape, const Pose& world_from_shape,
                                  const QueryFilter& filter = {}) const;

  const Vec3& gravity() const;
  // Bodies whose pose or velocity may have changed since the digest was last asked for. Some may be
  // gone.
  std::span<const BodyId> changed() const;
  // A digest of every body's pose and velocity, bit for bit.
  std::uint64_t state_hash() const;

  // All that its future depends on, contacts included, of a world that `has_checkpoints`. What did
  // not change since `before`, which may be null, is shared with it.
  std::shared_ptr<const PhysicsCheckpoint> checkpoint(const PhysicsCheckpoint* before) const;
  // Makes this world, and no other one, go on from there, bit for bit.
  void put_back(const PhysicsCheckpoint& checkpoint);

 private:
  class Implementation;
  class Inside;
  Inside inside() const;

  std::unique_ptr<struct PhysicsSurroundings> around_;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tandem
