// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/physics_world.h"

#include <algorithm>
#include <cassert>

#include "physics/implementation.h"

namespace tandem {

PhysicsSurroundings::PhysicsSurroundings(const PhysicsConfig& config)
    : memory(config.has_checkpoints ? std::make_unique<PhysicsMemory>() : nullptr),
      pool(config.threads),
      solver(make_solver(pool)),
      forms(std::make_shared<BodyForms>()) {}

// To be changed: checkpoints keep those that they know.
BodyForms& PhysicsSurroundings::own_forms() {
  if (forms.use_count() > 1) forms = std::make_shared<BodyForms>(*forms);
  return *forms;
}

// The implementation while what it takes comes from the world's own memory.
class PhysicsWorld::Inside {
 public:
  explicit Inside(const PhysicsWorld& world)
      : use_(world.around_->memory.get()), implementation_(*world.implementation_) {}
  Implementation* operator->() const { return &implementation_; }

 private:
  const PhysicsMemory::Use use_;
  Implementation& implementation_;
};

PhysicsWorld::Inside PhysicsWorld::inside() const { return Inside(*this); }

PhysicsWorld::PhysicsWorld(const PhysicsConfig& config)
    : around_(std::make_unique<PhysicsSurroundings>(config)) {
  const PhysicsMemory::Use use(around_->memory.get());
  implementation_ = std::make_unique<Implementation>(config, *around_);
}
PhysicsWorld::~PhysicsWorld() = default;

BodyId PhysicsWorld::add_body(const BodyConfig& config) { return inside()->add_body(config); }
void PhysicsWorld::remove_body(BodyId body) { inside()->remove_body(body); }
bool PhysicsWorld::has(BodyId body) const { return implementation_->has(body); }

JointId PhysicsWorld::add_joint(const JointConfig& config) { return inside()->add_joint(config); }
void PhysicsWorld::remove_joint(JointId joint) { inside()->remove_joint(joint); }

void PhysicsWorld::attach(BodyId carrier, BodyId load) { inside()->attach(carrier, load); }
void PhysicsWorld::detach(BodyId load) { inside()->detach(load); }
std::optional<BodyId> PhysicsWorld::carrier_of(BodyId load) const {
  const Body* const carrier = implementation_->body(load).carrier;
  return carrier ? std::optional(carrier->id) : std::nullopt;
}

void PhysicsWorld::add_force(BodyId body, const Vec3& force_n, const Vec3& point_in_world) {
  inside()->add_force(body, force_n, point_in_world);
}
void PhysicsWorld::add_torque(BodyId body, const Vec3& torque_nm) {
  inside()->add_torque(body, torque_nm);
}

void PhysicsWorld::drive_joint(JointId joint, double velocity, double max_force) {
  inside()->set_motor(joint, PhysicsJoint::Motor::velocity, velocity, max_force);
}
void PhysicsWorld::hold_joint(JointId joint, double position, double max_force) {
  inside()->set_motor(joint, PhysicsJoint::Motor::position, position, max_force);
}
void PhysicsWorld::release_joint(JointId joint) {
  inside()->set_motor(joint, PhysicsJoint::Motor::none, 0, 0);
}

void PhysicsWorld::move_to(BodyId body, const Pose& world_from_body) {
  inside()->move_to(body, world_from_body);
}
void PhysicsWorld::place(BodyId body, const Pose& world_from_body) {
  inside()->place(body, world_from_body);
}
void PhysicsWorld::set_velocity(BodyId body, const Twist& velocity) {
  inside()->set_velocity(body, velocity);
}
void PhysicsWorld::wake(BodyId body) { inside()->wake(body); }

PhysicsReport PhysicsWorld::step(Duration dt) { return inside()->step(dt); }

Motion PhysicsWorld::motion(BodyId body) const { return implementation_->body(body).motion; }
const Pose& PhysicsWorld::world_from(BodyId body) const {
  return implementation_->body(body).world_from_body;
}
Twist PhysicsWorld::velocity(BodyId id) const {
  const Body& body = implementation_->body(id);
  return velocity_at_origin(*body.clump, body);
}
bool PhysicsWorld::is_frozen(BodyId body) const {
  return implementation_->body(body).clump->is_frozen;
}
double PhysicsWorld::friction(BodyId id) const {
  const Body& body = implementation_->body(id);
  double friction = 0;
  for (const Part& part : body.clump->parts)
    if (part.owner == &body) friction = std::max(friction, part.surface.friction);
  return friction;
}
double PhysicsWorld::joint_position(JointId joint) const {
  return implementation_->joint(joint).position;
}
double PhysicsWorld::joint_velocity(JointId joint) const {
  return implementation_->joint(joint).velocity;
}
double PhysicsWorld::joint_effort(JointId joint) const {
  return implementation_->joint(joint).effort;
}

std::span<const BodyId> PhysicsWorld::moved() const { return implementation_->moved(); }
std::span<const Contact> PhysicsWorld::contacts() const { return implementation_->contacts(); }
std::span<const ContactPoint> PhysicsWorld::contact_points() const {
  return implementation_->contact_points();
}

std::optional<RayHit> PhysicsWorld::cast_ray(const Vec3& origin, const Vec3& unit_direction,
                                             double range_m, const QueryFilter& filter) const {
  return inside()->cast_ray(origin, unit_direction, range_m, filter);
}
std::optional<RayHit> PhysicsWorld::sweep(const Shape& shape, const Pose& world_from_shape,
                                          const Vec3& unit_direction, double range_m,
                                          const QueryFilter& filter) const {
  return inside()->sweep(shape, world_from_shape, unit_direction, range_m, filter);
}
std::vector<BodyId> PhysicsWorld::overlapping(const Shape& shape, const Pose& world_from_shape,
                                              const QueryFilter& filter) const {
  return inside()->overlapping(shape, world_from_shape, filter);
}

const Vec3& PhysicsWorld::gravity() const { return implementation_->gravity(); }

std::span<const BodyId> PhysicsWorld::changed() const { return implementation_->changed(); }
std::uint64_t PhysicsWorld::state_hash() const { return inside()->state_hash(); }

std::size_t bytes_beside(const PhysicsCheckpoint& checkpoint, const PhysicsCheckpoint* other) {
  return checkpoint.memory->bytes_beside(other ? other->memory.get() : nullptr);
}

std::shared_ptr<const PhysicsCheckpoint> PhysicsWorld::checkpoint(
    const PhysicsCheckpoint* before) const {
  assert(around_->memory);
  return std::make_shared<const PhysicsCheckpoint>(PhysicsCheckpoint{
      around_->memory->copy(before ? before->memory.get() : nullptr), around_->forms});
}

void PhysicsWorld::put_back(const PhysicsCheckpoint& checkpoint) {
  around_->memory->put_back(*checkpoint.memory);
  around_->forms = checkpoint.forms;
}

}  // namespace tandem
