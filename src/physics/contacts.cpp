// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "physics/bullet_types.h"
#include "physics/implementation.h"
#include "physics/materials.h"
#include "physics/tuning.h"

namespace tandem {

namespace {

// A point this far away stops nothing, whatever the solver makes of it.
constexpr btScalar silent_distance_m = 10;
// Normals that point so much against each other pinch what is between them.
constexpr btScalar opposing = -0.2f;
// So deep in a kinematic body is only what could not get out of its way.
constexpr btScalar overrun_depth_m = 0.02f;
// Pushes pass on through a row of bodies.
constexpr int max_row = 4;
constexpr btScalar pinched_extra_speed_mps = 0.02f;

// Bullet's distance may have been changed for the solver.
btScalar true_distance(const btManifoldPoint& point) {
  return (point.getPositionWorldOnA() - point.getPositionWorldOnB()).dot(point.m_normalWorldOnB);
}

bool is_solved(const Clump& a, const Clump& b) {
  const auto is_awake = [](const Clump& clump) { return clump.is_active && clump.is_dynamic(); };
  return (is_awake(a) || is_awake(b)) && a.rigid->hasContactResponse() &&
         b.rigid->hasContactResponse();
}

// The solver brakes what comes near so that it just arrives. A ball must arrive with all its speed
// to bounce with the right share of it.
bool is_about_to_bounce(const btPersistentManifold& manifold, const btManifoldPoint& point) {
  if (point.m_combinedRestitution <= 0 || point.getDistance() <= 0) return false;
  const auto velocity = [&](const btCollisionObject* object) {
    const btRigidBody& rigid = *clump_of(*object).rigid;
    return rigid.getVelocityInLocalPoint(point.getPositionWorldOnB() -
                                         rigid.getCenterOfMassPosition());
  };
  const btVector3 relative = velocity(manifold.getBody0()) - velocity(manifold.getBody1());
  return relative.dot(point.m_normalWorldOnB) < -bouncing_speed_mps;
}

// A load tells what it touches if who carries it does.
bool reports(const Body& body) {
  return body.reports_contacts || (body.carrier && reports(*body.carrier));
}

}  // namespace

bool may_touch(const Body& a, const Body& b) {
  if (a.is_trigger && b.is_trigger) return false;
  if (a.no_collision_group > 0 && a.no_collision_group == b.no_collision_group) return false;
  return std::none_of(a.joints.begin(), a.joints.end(), [&](const PhysicsJoint* joint) {
    return !joint->config.bodies_collide && (joint->parent == &b || joint->child == &b);
  });
}

bool may_pair(const Clump& a, const Clump& b) {
  if (!a.is_dynamic() && !b.is_dynamic()) {
    if (a.is_fixed() && b.is_fixed()) return false;
    if (!a.reports && !b.reports) return false;
  }
  for (const Body* in_a : a.members)
    for (const Body* in_b : b.members)
      if (may_touch(*in_a, *in_b)) return true;
  return false;
}

// Bullet keeps contact points until the bodies come apart the way they came together. What passes
// through a trigger never does.
void PhysicsWorld::Implementation::forget_trigger_contacts() {
  if (trigger_count_ == 0) return;
  for (int i = 0; i < dispatcher_->getNumManifolds(); ++i) {
    btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(i);
    const Clump& a = clump_of(*manifold.getBody0());
    const Clump& b = clump_of(*manifold.getBody1());
    if ((a.has_trigger || b.has_trigger) && (a.is_active || b.is_active)) manifold.clearManifold();
  }
}

// Of clumps with loads, some members may touch and others may not.
void PhysicsWorld::Implementation::silence_forbidden_points(btPersistentManifold& manifold) {
  const Clump& a = clump_of(*manifold.getBody0());
  const Clump& b = clump_of(*manifold.getBody1());
  if (a.is_single() && b.is_single()) return;
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    btManifoldPoint& point = manifold.getContactPoint(i);
    const Body& on_a = *part_at(a, point, true).owner;
    const Body& on_b = *part_at(b, point, false).owner;
    if (!may_touch(on_a, on_b) || on_a.is_trigger || on_b.is_trigger)
      point.setDistance(silent_distance_m);
  }
}

// What the solver gets: contacts with somebody awake, and none deeper than may be undone in time.
void PhysicsWorld::Implementation::gather_manifolds(double dt) {
  solver_manifolds_.clear();
  const int count = dispatcher_->getNumManifolds();
  for (int i = 0; i < count; ++i) {
    btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(i);
    if (manifold.getNumContacts() == 0) continue;
    if (!is_solved(clump_of(*manifold.getBody0()), clump_of(*manifold.getBody1()))) continue;
    silence_forbidden_points(manifold);
    solver_manifolds_.push_back(&manifold);
    report_.contact_points += manifold.getNumContacts();
  }

  find_pinched();
  const btScalar deepest = max_separation_mps * to_bt(dt) / depth_share;
  const btScalar deepest_pinched = max_separation_when_pinched_mps * to_bt(dt) / depth_share;
  for (btPersistentManifold* manifold : solver_manifolds_) {
    const bool is_pinched = !pinched_.empty() && (clump_of(*manifold->getBody0()).is_pinched ||
                                                  clump_of(*manifold->getBody1()).is_pinched);
    const btScalar floor = -(is_pinched ? deepest_pinched : deepest);
    for (int i = 0; i < manifold->getNumContacts(); ++i) {
      btManifoldPoint& point = manifold->getContactPoint(i);
      if (point.getDistance() < floor) point.setDistance(floor);
      if (is_about_to_bounce(*manifold, point)) point.setDistance(silent_distance_m);
    }
  }
}

// Kinematic bodies push with absolute authority. What they press against something else cannot
// obey both, and the solver would throw it out sideways with whatever speed its errors add up to.
void PhysicsWorld::Implementation::find_pinched() {
  pinched_.clear();
  const auto pushed = [&](Clump& clump, const btVector3& normal, btScalar speed, bool is_deep) {
    for (Pinched& known : pinched_)
      if (known.clump == &clump) {
        known.speed = std::max(known.speed, speed);
        known.is_between = known.is_between || is_deep;
        return;
      }
    pinched_.push_back({&clump, normal, speed, is_deep});
  };
  const auto for_contacts = [&](const auto& visit) {
    for (btPersistentManifold* manifold : solver_manifolds_) {
      const btManifoldPoint& point = manifold->getContactPoint(0);
      if (point.getDistance() >= contact_reach_m) continue;
      Clump& a = clump_of(*manifold->getBody0());
      Clump& b = clump_of(*manifold->getBody1());
      visit(a, b, point.m_normalWorldOnB, point);
      visit(b, a, -point.m_normalWorldOnB, point);
    }
  };

  for_contacts(
      [&](Clump& clump, const Clump& other, const btVector3& normal, const btManifoldPoint& point) {
        if (!clump.is_dynamic() || !other.is_kinematic()) return;
        const btVector3 arm = point.getPositionWorldOnB() - other.rigid->getCenterOfMassPosition();
        pushed(clump, normal, other.rigid->getVelocityInLocalPoint(arm).length(),
               point.getDistance() < -overrun_depth_m);
      });
  if (pinched_.empty()) return;

  for (int row = 0; row < max_row; ++row) {
    const std::size_t known = pinched_.size();
    for_contacts([&](Clump& clump, Clump& other, const btVector3& normal, const btManifoldPoint&) {
      for (std::size_t i = 0; i < known; ++i) {
        if (pinched_[i].clump != &clump || pinched_[i].normal.dot(normal) >= opposing) continue;
        pinched_[i].is_between = true;
        if (other.is_dynamic() && other.is_active) pushed(other, -normal, pinched_[i].speed, false);
      }
    });
    if (pinched_.size() == known) break;
  }
  std::erase_if(pinched_, [](const Pinched& pinched) { return !pinched.is_between; });
  for (Pinched& pinched : pinched_) {
    pinched.clump->is_pinched = true;
    pinched.speed = std::max(pinched.speed + pinched_extra_speed_mps,
                             pinched.clump->rigid->getLinearVelocity().length());
  }
}

// After solving: no faster than what pinches it, or than it came.
void PhysicsWorld::Implementation::slow_pinched(double dt) {
  for (const Pinched& pinched : pinched_) {
    pinched.clump->is_pinched = false;
    btRigidBody& rigid = *pinched.clump->rigid;
    if (rigid.getLinearVelocity().length() <= pinched.speed) continue;
    // it may still fall
    const btVector3 fall = to_bt(dt * pinched.clump->root->gravity_share) * gravity_;
    const btVector3 rest = rigid.getLinearVelocity() - fall;
    if (rest.length() > pinched.speed)
      rigid.setLinearVelocity(fall + pinched.speed / rest.length() * rest);
  }
}

void PhysicsWorld::Implementation::collect_contacts() {
  contacts_.clear();
  contact_points_.clear();
  const int count = dispatcher_->getNumManifolds();
  for (int m = 0; m < count; ++m) {
    const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(m);
    if (manifold.getNumContacts() == 0) continue;
    const Clump& first = clump_of(*manifold.getBody0());
    const Clump& second = clump_of(*manifold.getBody1());
    if (!first.reports && !second.reports) continue;
    for (int i = 0; i < manifold.getNumContacts(); ++i) {
      const btManifoldPoint& point = manifold.getContactPoint(i);
      const Part& first_part = part_at(first, point, true);
      const Part& second_part = part_at(second, point, false);
      const Body& on_first = *first_part.owner;
      const Body& on_second = *second_part.owner;
      const bool has_trigger = on_first.is_trigger || on_second.is_trigger;
      if (!has_trigger && !reports(on_first) && !reports(on_second)) continue;
      if (!may_touch(on_first, on_second)) continue;
      // what was stopped on its way was apart when the step began
      const btScalar distance = true_distance(point);
      const bool was_stopped = !has_trigger && point.m_appliedImpulse > 0;
      if (distance > (has_trigger ? 0 : touch_m) && !was_stopped) continue;

      Contact contact{.a = on_first.id,
                      .b = on_second.id,
                      .point = from_bt(point.getPositionWorldOnB()),
                      .normal = from_bt(point.m_normalWorldOnB),
                      .depth_m = std::max(0.0, -double{distance}),
                      .impulse_ns = has_trigger ? 0 : double{point.m_appliedImpulse}};
      if (contact.b < contact.a) {
        std::swap(contact.a, contact.b);
        contact.normal = -contact.normal;
      }
      contacts_.push_back(contact);
      if (has_trigger) continue;
      const bool is_swapped = contact.a != on_first.id;
      contact_points_.push_back({contact, (is_swapped ? second_part : first_part).collider,
                                 (is_swapped ? first_part : second_part).collider});
    }
  }

  // one entry a pair: the hardest pressed point, or else the deepest, and the sum of impulses
  std::stable_sort(contacts_.begin(), contacts_.end(), [](const Contact& x, const Contact& y) {
    return std::tie(x.a, x.b, y.impulse_ns, y.depth_m) <
           std::tie(y.a, y.b, x.impulse_ns, x.depth_m);
  });
  std::size_t kept = 0;
  for (const Contact& contact : contacts_) {
    Contact* const last = kept > 0 ? &contacts_[kept - 1] : nullptr;
    if (last && last->a == contact.a && last->b == contact.b) {
      last->impulse_ns += contact.impulse_ns;
      last->depth_m = std::max(last->depth_m, contact.depth_m);
    } else {
      contacts_[kept++] = contact;
    }
  }
  contacts_.resize(kept);
}

}  // namespace tandem
