// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>

#include "base/hash.h"
#include "physics/bullet_types.h"
#include "physics/implementation.h"
#include "physics/tuning.h"

namespace tandem {

namespace {

std::size_t index_of(BodyId id) { return static_cast<std::size_t>(id); }

std::uint64_t digest_of(const Body& body) {
  Hash hash;
  hash.add(std::uint64_t{static_cast<std::uint32_t>(body.id)});
  const auto add = [&](const Vec3& v) {
    hash.add(v.x);
    hash.add(v.y);
    hash.add(v.z);
  };
  add(body.world_from_body.translation);
  const Quat& q = body.world_from_body.rotation;
  hash.add(q.w);
  add({q.x, q.y, q.z});
  add(from_bt(body.clump->rigid->getLinearVelocity()));
  add(from_bt(body.clump->rigid->getAngularVelocity()));
  return hash.value();
}

}  // namespace

PhysicsWorld::Implementation::Implementation(const PhysicsConfig& config,
                                             PhysicsSurroundings& around)
    : config_(config),
      around_(around),
      gravity_(to_bt(config.gravity)),
      dispatcher_(make_dispatcher(collision_configuration_, around.pool)),
      solver_settings_(solver_settings(config)),
      broadphase_(*dispatcher_, may_pair) {
  // id 0 names nothing, so that a default id is never somebody's
  bodies_.emplace_back();
  joints_.emplace_back();
}

PhysicsWorld::Implementation::~Implementation() {
  broadphase_.clear();
  joints_.clear();
}

Body& PhysicsWorld::Implementation::find(BodyId id) {
  assert(has(id));
  return *bodies_[index_of(id)];
}
const Body& PhysicsWorld::Implementation::body(BodyId id) const {
  assert(has(id));
  return *bodies_[index_of(id)];
}
bool PhysicsWorld::Implementation::has(BodyId id) const {
  return index_of(id) < bodies_.size() && bodies_[index_of(id)];
}

BodyId PhysicsWorld::Implementation::add_body(const BodyConfig& config) {
  assert(is_finite(config.world_from_body));
  assert(config.linear_drag >= 0 && config.linear_drag <= 1);
  assert(config.angular_drag >= 0 && config.angular_drag <= 1);
  auto body = std::make_unique<Body>();
  body->id = static_cast<BodyId>(bodies_.size());
  body->motion = config.motion;
  auto form = std::make_shared<BodyForm>();
  form->colliders = config.colliders;
  for (const Collider& collider : config.colliders)
    form->shapes.push_back(collision_shape(collider.shape, config.motion == Motion::dynamic));
  body->form = form.get();
  BodyForms& forms = around_.own_forms();
  forms.resize(index_of(body->id) + 1);
  forms.back() = std::move(form);
  body->mass = config.mass;
  body->linear_drag = config.linear_drag;
  body->angular_drag = config.angular_drag;
  body->gravity_share = config.gravity_share;
  body->is_trigger = config.is_trigger;
  body->reports_contacts = config.reports_contacts;
  body->may_freeze = config.may_freeze;
  body->no_collision_group = config.no_collision_group;
  body->world_from_body = config.world_from_body;
  body->is_digest_current = true;
  body->own_clump = std::make_unique<Clump>();
  body->own_clump->root = body.get();

  rebuild(*body->own_clump);
  enter_world(*body->own_clump);
  mark_changed(*body);
  trigger_count_ += config.is_trigger;
  bodies_.push_back(std::move(body));
  return bodies_.back()->id;
}

void PhysicsWorld::Implementation::remove_body(BodyId id) {
  Body& body = find(id);
  while (!body.loads.empty()) detach(body.loads.back()->id);
  detach(id);
  while (!body.joints.empty()) remove_joint(body.joints.back()->id);
  leave_world(*body.clump);

  trigger_count_ -= body.is_trigger;
  digest_sum_ -= body.digest;
  std::erase(moved_, id);
  std::erase(placed_, id);
  const auto is_of_body = [&](const Contact& c) { return c.a == id || c.b == id; };
  std::erase_if(contacts_, is_of_body);
  std::erase_if(contact_points_,
                [&](const ContactPoint& point) { return is_of_body(point.contact); });
  bodies_[index_of(id)].reset();
  around_.own_forms()[index_of(id)].reset();
}

// Puts a clump that was just built among the others.
void PhysicsWorld::Implementation::enter_world(Clump& clump) {
  clump.is_active = !clump.is_fixed();
  clump.rigid->forceActivationState(clump.is_active ? DISABLE_DEACTIVATION : ISLAND_SLEEPING);
  clump.idle_steps = 0;
  clump.stillness = {};
  broadphase_.add(clump);
  if (clump.is_active) active_.push_back(&clump);
  wake_around(clump);
}

void PhysicsWorld::Implementation::leave_world(Clump& clump) {
  wake_around(clump);
  for (Clump* dependent : std::vector(clump.dependents)) stir(*dependent);
  if (clump.is_frozen) {
    forget_supports(clump);
    clump.is_frozen = false;
  }
  broadphase_.remove(clump);
  if (clump.is_active) std::erase(active_, &clump);
  clump.is_active = false;
}

void PhysicsWorld::Implementation::activate(Clump& clump) {
  clump.idle_steps = 0;
  if (clump.is_active) return;
  clump.is_active = true;
  clump.rigid->forceActivationState(DISABLE_DEACTIVATION);
  broadphase_.activity_changed(clump);
  active_.push_back(&clump);
}

// The caller takes it off the list of active clumps.
void PhysicsWorld::Implementation::deactivate(Clump& clump) {
  clump.is_active = false;
  clump.rigid->forceActivationState(ISLAND_SLEEPING);
  broadphase_.activity_changed(clump);
}

// Wakes all that lies still where the clump is: it may come to lie on them, or go from under them.
void PhysicsWorld::Implementation::wake_around(Clump& clump) {
  if (!clump.has_shape()) return;
  btVector3 low, high;
  clump.rigid->getCollisionShape()->getAabb(clump.rigid->getWorldTransform(), low, high);
  const btVector3 reach(contact_reach_m, contact_reach_m, contact_reach_m);
  std::vector<Clump*> still;
  broadphase_.visit_box(low - reach, high + reach, [&](Clump& other) {
    if (!other.is_active && !other.is_fixed() && &other != &clump) still.push_back(&other);
  });
  std::sort(still.begin(), still.end(),
            [](const Clump* a, const Clump* b) { return a->root->id < b->root->id; });
  for (Clump* other : still) {
    if (other->is_kinematic())
      activate(*other);
    else
      stir(*other);
  }
}

void PhysicsWorld::Implementation::mark_changed(Body& body) {
  if (!body.is_digest_current) return;
  body.is_digest_current = false;
  stale_digests_.push_back(body.id);
}

// Sums are the same in whatever order, so only the changed need to be looked at.
std::uint64_t PhysicsWorld::Implementation::state_hash() {
  for (const BodyId id : stale_digests_) {
    if (!has(id)) continue;
    Body& body = find(id);
    digest_sum_ -= body.digest;
    body.digest = digest_of(body);
    digest_sum_ += body.digest;
    body.is_digest_current = true;
  }
  stale_digests_.clear();
  return digest_sum_;
}

void PhysicsWorld::Implementation::update_poses(Clump& clump) {
  for (Body* member : clump.members) {
    const Pose now = member->carrier ? member->carrier->world_from_body * member->carrier_from_body
                                     : world_from_root(clump);
    mark_changed(*member);
    if (now == member->world_from_body) continue;
    member->world_from_body = now;
    moved_.push_back(member->id);
  }
}

void PhysicsWorld::Implementation::add_force(BodyId id, const Vec3& force, const Vec3& point) {
  Clump& clump = *find(id).clump;
  if (!is_finite(force) || !is_finite(point)) {
    ++bad_inputs_;
    return;
  }
  if (!clump.is_dynamic() || force == Vec3{}) return;
  stir(clump);
  clump.is_pushed = true;
  clump.rigid->applyForce(to_bt(force), to_bt(point) - clump.rigid->getCenterOfMassPosition());
}

void PhysicsWorld::Implementation::add_torque(BodyId id, const Vec3& torque) {
  Clump& clump = *find(id).clump;
  if (!is_finite(torque)) {
    ++bad_inputs_;
    return;
  }
  if (!clump.is_dynamic() || torque == Vec3{}) return;
  stir(clump);
  clump.is_pushed = true;
  clump.rigid->applyTorque(to_bt(torque));
}

void PhysicsWorld::Implementation::move_to(BodyId id, const Pose& pose) {
  Body& body = find(id);
  assert(body.motion == Motion::kinematic);
  if (!is_finite(pose)) {
    ++bad_inputs_;
    return;
  }
  if (!body.clump->is_active && pose == body.world_from_body) return;
  body.clump->target = pose;
  activate(*body.clump);
  wake_joined(*body.clump);
}

void PhysicsWorld::Implementation::place(BodyId id, const Pose& pose) {
  Body& body = find(id);
  if (!is_finite(pose)) {
    ++bad_inputs_;
    return;
  }
  detach(id);
  Clump& clump = *body.clump;
  leave_world(clump);
  clump.target.reset();
  body.world_from_body = pose;
  for (Body* member : clump.members) {
    if (member->carrier)
      member->world_from_body = member->carrier->world_from_body * member->carrier_from_body;
    mark_changed(*member);
    placed_.push_back(member->id);
  }
  set_mass(clump, clump.is_dynamic());
  move_clump(clump, pose);
  clump.rigid->setLinearVelocity(btVector3(0, 0, 0));
  clump.rigid->setAngularVelocity(btVector3(0, 0, 0));
  enter_world(clump);
  wake_joined(clump);
}

void PhysicsWorld::Implementation::set_velocity(BodyId id, const Twist& velocity) {
  Body& body = find(id);
  if (!is_finite(velocity.linear) || !is_finite(velocity.angular)) {
    ++bad_inputs_;
    return;
  }
  if (!body.clump->is_dynamic()) return;
  stir(*body.clump);
  set_velocity_at_origin(*body.clump, body, velocity);
  for (Body* member : body.clump->members) mark_changed(*member);
}

void PhysicsWorld::Implementation::wake(BodyId id) { stir(*find(id).clump); }

}  // namespace tandem
