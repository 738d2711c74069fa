// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "physics/balance.h"
#include "physics/bullet_types.h"
#include "physics/implementation.h"
#include "physics/touching.h"

// Bodies that lie still turn into walls, which cost nothing, and back when something stirs them.
// A body freezes
//  - when it stands in balance and has only trembled for a while, as piles do,
//  - or when it has not even trembled for longer, however it is held,
//  - and what carries it freezes with it or did so before.
namespace tandem {

namespace {

// Trembling is what stays this near for this long, while its path does not grow.
constexpr btScalar still_distance_m = 0.01f;
constexpr btScalar still_angle_rad = 0.1f;
constexpr double still_time_s = 0.5;
constexpr btScalar still_path_m = 0.002f;
constexpr btScalar still_growth = 1.1f;
constexpr btScalar still_growth_m = 0.0003f;
// What is not in balance would have gone far in this time: it moves e times as far every 0.4 s when
// it is 1 m large, and smaller things are faster.
constexpr double steady_time_s = 1.5;
constexpr double steady_support_time_s = 1.0;
constexpr btScalar still_speed_mps = 0.02f;
constexpr btScalar still_turning_radps = 0.2f;
// What tips, rolls or creeps has gone further than this in a second, however slowly it began.
constexpr btScalar calm_distance_m = 0.0005f;
constexpr btScalar calm_angle_rad = 0.01f;
constexpr double calm_time_s = 1.0;
// A frozen body must find its balance anew when its load has changed by this share of all that it
// carries, itself included, and by less when it no longer stands in balance by what is known.
constexpr btScalar bearable_share = 1;
constexpr btScalar unnoticed_share = 0.05f;
// Of what a force pushes against a candidate: it will not stop at this.
constexpr btScalar pushed_speed_mps = 0.001f;
// What carries less of a body's weight does not matter to its rest.
constexpr btScalar carrying_share = 0.1f;

struct Way {
  btScalar distance_m = 0;
  btScalar angle_rad = 0;
};

Way way_between(const Anchor& from, const Anchor& to) {
  // the vector part of a small turn is half its angle; its real part would lose the digits
  const btQuaternion turn = to.rotation * from.rotation.inverse();
  const btScalar sine = btVector3(turn.x(), turn.y(), turn.z()).length();
  return {(to.position - from.position).length(), 2 * sine};
}

// Starts a stretch of stillness where the clump is now.
void restart(Stillness& stillness, const Anchor& now) {
  stillness = {.anchor = now, .halfway = now, .calm_anchor = now};
}

// A stretch has passed: looks whether its motion grew, and goes on from its half.
void finish_stretch(Stillness& stillness, const Anchor& now, btScalar gyration_m) {
  const auto path = [&](const Anchor& from, const Anchor& to) {
    const Way way = way_between(from, to);
    return way.distance_m + gyration_m * way.angle_rad;
  };
  const btScalar before = path(stillness.anchor, stillness.halfway);
  const btScalar after = path(stillness.halfway, now);
  const bool is_steady = after < still_path_m && after < still_growth * before + still_growth_m;
  if (!is_steady)
    stillness.steady_s = 0;
  else
    stillness.steady_s += stillness.steady_s == 0 ? still_time_s : still_time_s / 2;
  stillness.anchor = stillness.halfway;
  stillness.halfway = now;
  stillness.still_s = still_time_s / 2;
}

bool is_joined(const Clump& clump) {
  return std::any_of(clump.members.begin(), clump.members.end(),
                     [](const Body* member) { return !member->joints.empty(); });
}

bool hangs_on_a_wall(const Clump& clump) {
  for (const Body* member : clump.members)
    for (const PhysicsJoint* joint : member->joints)
      if (!joint->parent->clump->is_dynamic() || !joint->child->clump->is_dynamic()) return true;
  return false;
}

// How far a turn moves the mass of a clump, per radian.
btScalar gyration_of(const Clump& clump) {
  const btVector3& moments = clump.principal_moments;
  return btSqrt(std::max({moments.x(), moments.y(), moments.z()}) / to_bt(clump.mass_kg));
}

void update(Stillness& stillness, const Anchor& now, btScalar gyration_m, double dt) {
  const Way way = way_between(stillness.anchor, now);
  if (way.distance_m > still_distance_m || way.angle_rad > still_angle_rad)
    return restart(stillness, now);
  stillness.still_s += dt;
  if (!stillness.is_past_halfway && stillness.still_s >= still_time_s / 2) {
    stillness.halfway = now;
    stillness.is_past_halfway = true;
  }
  if (stillness.still_s >= still_time_s) finish_stretch(stillness, now, gyration_m);

  const Way tremor = way_between(stillness.calm_anchor, now);
  stillness.calm_s += dt;
  if (tremor.distance_m + gyration_m * tremor.angle_rad < calm_distance_m &&
      tremor.angle_rad < calm_angle_rad)
    return;
  stillness.calm_anchor = now;
  stillness.calm_s = 0;
}

}  // namespace

void PhysicsWorld::Implementation::watch_stillness(double dt) {
  resting_.clear();
  for (Clump* clump : active_) {
    if (!clump->is_dynamic()) continue;
    const btRigidBody& rigid = *clump->rigid;
    const Anchor now{rigid.getCenterOfMassPosition(), rigid.getOrientation()};
    Stillness& stillness = clump->stillness;
    if (clump->is_pushed) {
      restart(stillness, now);
      continue;
    }
    update(stillness, now, gyration_of(*clump), dt);
    if (stillness.steady_s == 0 && stillness.calm_s < calm_time_s) continue;
    if (rigid.getLinearVelocity().length2() > still_speed_mps * still_speed_mps ||
        rigid.getAngularVelocity().length2() > still_turning_radps * still_turning_radps)
      continue;
    const bool may_freeze = std::all_of(clump->members.begin(), clump->members.end(),
                                        [](const Body* member) { return member->may_freeze; });
    if (may_freeze) resting_.push_back(clump);
  }
}

void PhysicsWorld::Implementation::freeze_the_still(double dt) {
  if (!config_.freezes) return;
  wake_by_lost_support();
  watch_stillness(dt);
  if (resting_.empty()) return;
  find_supports(dt);

  for (Clump* clump : resting_) clump->is_resting = clump->is_resting && may_rest(*clump);
  std::vector<Clump*> shaky;
  for (Clump* clump : resting_)
    if (clump->is_resting && !rests_on_the_steady(*clump)) shaky.push_back(clump);
  for (Clump* clump : shaky) clump->is_resting = false;
  // all of an assembly rests, or none of it
  for (Clump* clump : resting_) {
    if (!clump->is_resting || !is_joined(*clump)) continue;
    const std::vector<Clump*> assembly = assembly_of(*clump);
    if (may_rest_together(assembly)) continue;
    for (Clump* part : assembly) part->is_resting = false;
  }

  bool has_frozen = false;
  for (Clump* clump : resting_) {
    if (clump->is_resting) {
      freeze(*clump);
      has_frozen = true;
    } else {
      clump->supports.clear();
    }
  }
  if (has_frozen) {
    for (Clump* clump : resting_)
      if (clump->is_resting) note_loads(*clump);
    std::erase_if(active_, [](const Clump* clump) { return !clump->is_active; });
    wake_overloaded();
    broadphase_.drop_pairs_of_the_still();
  }
  for (Clump* clump : resting_) clump->is_resting = false;
}

// Notes for each candidate what it touches. Leaves those aside that something is about to move.
void PhysicsWorld::Implementation::find_supports(double dt) {
  for (Clump* clump : resting_) clump->is_resting = true;
  for (int i = 0; i < dispatcher_->getNumManifolds(); ++i) {
    const btPersistentManifold& manifold = *dispatcher_->getManifoldByIndexInternal(i);
    if (manifold.getNumContacts() == 0) continue;
    Clump& a = clump_of(*manifold.getBody0());
    Clump& b = clump_of(*manifold.getBody1());
    if (!is_solid_pair(a, b)) continue;
    for (Clump* clump : {&a, &b}) {
      if (!clump->is_resting) continue;
      Clump& other = clump == &a ? b : a;
      const bool is_moving =
          other.is_active &&
          fastest_point(other, manifold) > (other.is_kinematic() ? waking_kinematic_speed_mps
                                            : other.is_pushed    ? pushed_speed_mps
                                                                 : waking_speed_mps);
      if (is_moving)
        clump->is_resting = false;
      else
        add_supports(*clump, other, manifold, dt);
    }
  }
}

void PhysicsWorld::Implementation::add_supports(Clump& clump, Clump& other,
                                                const btPersistentManifold& manifold, double dt) {
  // the frozen do not press, but will when they thaw
  if (other.is_frozen) {
    bool presses = false;
    for (const Support& support : other.supports) {
      if (support.other != &clump || support.force.dot(gravity_) >= 0) continue;
      const btVector3 in_other =
          other.rigid->getWorldTransform().inverse() * support.point_in_world;
      clump.supports.push_back({&other, in_other, support.point_in_world, -support.normal,
                                -support.force, support.is_tight});
      presses = true;
    }
    if (presses) return;
  }
  const btScalar side = manifold.getBody0() == clump.rigid.get() ? btScalar(1) : btScalar(-1);
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    if (!counts(point)) continue;
    const btVector3 where = point.getPositionWorldOnB();
    clump.supports.push_back({&other, other.rigid->getWorldTransform().inverse() * where, where,
                              side * point.m_normalWorldOnB,
                              side / to_bt(dt) * impulse_on_first(point),
                              point.getDistance() < touch_m});
  }
}

// Everything that joints tie together moves, or rests, as one.
std::vector<Clump*> PhysicsWorld::Implementation::assembly_of(Clump& clump) const {
  std::vector<Clump*> assembly{&clump};
  for (std::size_t i = 0; i < assembly.size(); ++i)
    for (const Body* member : assembly[i]->members)
      for (const PhysicsJoint* joint : member->joints) {
        Clump* const other = (joint->parent == member ? joint->child : joint->parent)->clump;
        if (other->is_dynamic() &&
            std::find(assembly.begin(), assembly.end(), other) == assembly.end())
          assembly.push_back(other);
      }
  return assembly;
}

// Whether it would stay where it is if what it touches, or is joined to, stays.
bool PhysicsWorld::Implementation::may_rest(const Clump& clump) const {
  for (const Body* member : clump.members)
    for (const PhysicsJoint* joint : member->joints) {
      if (joint->motor == PhysicsJoint::Motor::velocity && joint->motor_target != 0) return false;
      for (const Body* end : {joint->parent, joint->child}) {
        const btRigidBody& rigid = *end->clump->rigid;
        if (end->clump->is_kinematic() && end->clump->is_active &&
            !(rigid.getLinearVelocity().isZero() && rigid.getAngularVelocity().isZero()))
          return false;
      }
    }
  if (is_joined(clump)) return clump.stillness.calm_s >= calm_time_s;
  if (is_weightless(clump)) return true;
  if (clump.supports.empty()) return false;
  return clump.stillness.calm_s >= calm_time_s || clump.stillness.steady_s >= steady_time_s ||
         stands_in_balance(clump, gravity_);
}

bool PhysicsWorld::Implementation::is_weightless(const Clump& clump) const {
  return gravity_.isZero() || clump.root->gravity_share == 0;
}

// Frozen, it would no longer press on what carries it, nor let that rise: a support that is about
// to tip would stay.
bool PhysicsWorld::Implementation::rests_on_the_steady(const Clump& clump) const {
  const btScalar least = carrying_share * to_bt(clump.mass_kg) * gravity_.length2();
  for (const Support& support : clump.supports) {
    const Clump& other = *support.other;
    if (!other.is_active || !other.is_dynamic() || other.is_resting ||
        other.stillness.steady_s >= steady_support_time_s)
      continue;
    btScalar carried = 0;
    for (const Support& more : clump.supports)
      if (more.other == &other) carried -= more.force.dot(gravity_);
    if (carried > least) return false;
  }
  return true;
}

// All of an assembly rests, and something holds it or it would fall.
bool PhysicsWorld::Implementation::may_rest_together(const std::vector<Clump*>& assembly) const {
  return std::all_of(assembly.begin(), assembly.end(),
                     [](const Clump* part) { return part->is_resting; }) &&
         std::any_of(assembly.begin(), assembly.end(), [&](const Clump* part) {
           return is_weightless(*part) || !part->supports.empty() || hangs_on_a_wall(*part);
         });
}

void PhysicsWorld::Implementation::freeze(Clump& clump) {
  clump.is_frozen = true;
  clump.stood_in_balance = !gravity_.isZero() && stands_in_balance(clump, gravity_);
  clump.rigid->setLinearVelocity(btVector3(0, 0, 0));
  clump.rigid->setAngularVelocity(btVector3(0, 0, 0));
  set_mass(clump, false);
  deactivate(clump);
  for (const Support& support : clump.supports) {
    PhysicsVector<Clump*>& dependents = support.other->dependents;
    if (!support.other->is_fixed() && (dependents.empty() || dependents.back() != &clump))
      dependents.push_back(&clump);
  }
  for (Body* member : clump.members) {
    mark_changed(*member);
    for (PhysicsJoint* joint : member->joints) joint->velocity = 0;
  }
}

// Tells the frozen below a clump how it presses on them now that it, or what lies on it, rests.
void PhysicsWorld::Implementation::note_loads(const Clump& clump) {
  btVector3 added(0, 0, 0);
  for (const LaterLoad& load : clump.later_loads) added += load.force;
  btScalar carried_by_all = 0;
  for (const Support& support : clump.supports)
    carried_by_all += std::max(btScalar(0), -support.force.dot(gravity_));

  for (std::size_t i = 0; i < clump.supports.size(); ++i) {
    Clump& other = *clump.supports[i].other;
    if (!other.is_frozen || other.is_resting) continue;
    if (i > 0 && clump.supports[i - 1].other == &other) continue;
    btVector3 force(0, 0, 0), point(0, 0, 0);
    btScalar total = 0, carried = 0;
    for (const Support& support : clump.supports) {
      if (support.other != &other) continue;
      const btScalar strength = support.force.length() + SIMD_EPSILON;
      force -= support.force;
      point += strength * support.point_in_world;
      total += strength;
      carried += std::max(btScalar(0), -support.force.dot(gravity_));
    }
    if (carried == 0) continue;
    force += carried / carried_by_all * added;
    for (const Support& support : other.supports)
      if (support.other == &clump) force -= support.force;
    std::erase_if(other.later_loads,
                  [&](const LaterLoad& load) { return load.from == clump.root->id; });
    other.later_loads.push_back({clump.root->id, point / total, force});
    // once in a step will do, and ends where bodies lean on each other
    if (std::find(loaded_.begin(), loaded_.end(), &other) == loaded_.end())
      loaded_.push_back(&other);
  }
}

// Many small loads make a large one, and a small one may be too much where balance is scarce.
void PhysicsWorld::Implementation::wake_overloaded() {
  for (std::size_t i = 0; i < loaded_.size(); ++i) {
    Clump& clump = *loaded_[i];
    if (!clump.is_frozen) continue;  // woken with another
    const btScalar usual = to_bt(clump.mass_kg) * gravity_.length() + usual_load(clump, gravity_);
    const btScalar change = changed_load(clump);
    if (change > bearable_share * usual ||
        (change > unnoticed_share * usual && clump.stood_in_balance &&
         !stands_in_balance(clump, gravity_)))
      stir(clump);
    else
      note_loads(clump);
  }
  loaded_.clear();
}

}  // namespace tandem
