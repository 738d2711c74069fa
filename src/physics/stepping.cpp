// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <cmath>

#include "physics/bullet_types.h"
#include "physics/implementation.h"
#include "physics/tuning.h"

namespace tandem {

namespace {

// A kinematic body that was not told to move for so long is a wall to all.
constexpr int steps_until_idle = 60;

bool is_at_rest(const btRigidBody& rigid) {
  return rigid.getLinearVelocity().isZero() && rigid.getAngularVelocity().isZero();
}

btVector3 rotation_vector(const Quat& turn) {
  const Quat q = turn.w < 0 ? Quat{-turn.w, -turn.x, -turn.y, -turn.z} : turn;
  const Vec3 axis{q.x, q.y, q.z};
  const double sine = length(axis);
  if (sine < 1e-12) return to_bt(2.0 * axis);
  return to_bt((2 * std::atan2(sine, q.w) / sine) * axis);
}

// Drags are shares a second and mostly the same for all: the power is worth remembering.
class Drag {
 public:
  explicit Drag(double dt) : dt_(dt) {}
  btScalar factor(double drag) {
    if (drag != drag_) {
      drag_ = drag;
      factor_ = to_bt(std::pow(1 - drag, dt_));
    }
    return factor_;
  }

 private:
  double dt_;
  double drag_ = 0;
  btScalar factor_ = 1;
};

}  // namespace

PhysicsReport PhysicsWorld::Implementation::step(Duration duration) {
  assert(duration > Duration::zero());
  const double dt = seconds(duration);
  report_ = {.non_finite = bad_inputs_};
  bad_inputs_ = 0;
  moved_.swap(placed_);
  placed_.clear();

  aim_kinematic(dt);
  std::sort(active_.begin(), active_.end(),
            [](const Clump* a, const Clump* b) { return a->root->id < b->root->id; });
  find_contacts(dt);
  wake_touched(dt);
  std::sort(active_.begin(), active_.end(),
            [](const Clump* a, const Clump* b) { return a->root->id < b->root->id; });
  apply_drag_and_gravity(dt);
  gather_manifolds(dt);
  gather_constraints();
  solve(dt);
  slow_pinched(dt);
  integrate(dt);
  measure_joints(dt);
  collect_contacts();
  freeze_the_still(dt);

  for (Clump* clump : active_) clump->is_pushed = false;
  std::sort(moved_.begin(), moved_.end());
  moved_.erase(std::unique(moved_.begin(), moved_.end()), moved_.end());
  return report_;
}

// The velocity that brings each kinematic body to its target by the end of the step. It stands
// where it was until then, so that what it pushes moves along with it instead of being dug up.
void PhysicsWorld::Implementation::aim_kinematic(double dt) {
  bool has_idle = false;
  for (Clump* clump : active_) {
    if (!clump->is_kinematic()) continue;
    const bool is_told = clump->target && *clump->target != clump->root->world_from_body;
    clump->idle_steps = is_told ? 0 : clump->idle_steps + 1;
    btVector3 linear(0, 0, 0), angular(0, 0, 0);
    if (is_told) {
      const Pose now = clump->root->world_from_body * clump->root_from_clump;
      const Pose then = *clump->target * clump->root_from_clump;
      linear = to_bt((1 / dt) * (then.translation - now.translation));
      angular = rotation_vector(then.rotation * inverse(now.rotation)) / to_bt(dt);
    }
    if (is_told || !is_at_rest(*clump->rigid))
      for (Body* member : clump->members) mark_changed(*member);
    clump->rigid->setLinearVelocity(linear);
    clump->rigid->setAngularVelocity(angular);
    if (clump->idle_steps < steps_until_idle) continue;
    deactivate(*clump);
    has_idle = true;
  }
  if (!has_idle) return;
  std::erase_if(active_, [](const Clump* clump) { return !clump->is_active; });
  broadphase_.drop_pairs_of_the_still();
}

void PhysicsWorld::Implementation::find_contacts(double dt) {
  // the others were told of when they moved, so that queries see them where they are
  for (Clump* clump : active_)
    if (clump->is_kinematic()) broadphase_.move(*clump);
  broadphase_.find_pairs();
  dispatch_info_.m_timeStep = to_bt(dt);
  dispatch_info_.m_useContinuous = false;
  forget_trigger_contacts();
  dispatcher_->dispatchAllCollisionPairs(&broadphase_.pairs(), dispatch_info_, dispatcher_.get());
}

void PhysicsWorld::Implementation::apply_drag_and_gravity(double dt) {
  Drag linear(dt), angular(dt);
  for (Clump* clump : active_) {
    if (!clump->is_dynamic()) continue;
    ++report_.active_bodies;
    btRigidBody& rigid = *clump->rigid;
    rigid.setLinearVelocity(linear.factor(clump->root->linear_drag) * rigid.getLinearVelocity());
    rigid.setAngularVelocity(angular.factor(clump->root->angular_drag) *
                             rigid.getAngularVelocity());
    // loads hang on their carrier without weight, so that none tips over with what it takes
    const Body& root = *clump->root;
    const btVector3 weight = to_bt(root.mass.mass_kg * root.gravity_share) * gravity_;
    if (clump->is_single()) {
      rigid.applyCentralForce(weight);
    } else {
      const btVector3 center = to_bt(root.world_from_body * root.mass.center);
      rigid.applyForce(weight, center - rigid.getCenterOfMassPosition());
    }
  }
}

void PhysicsWorld::Implementation::solve(double dt) {
  solver_bodies_.clear();
  for (Clump* clump : active_) solver_bodies_.push_back(clump->rigid.get());
  solver_settings_.m_timeStep = to_bt(dt);
  const auto size = [](const auto& list) { return static_cast<int>(list.size()); };
  around_.solver->prepareSolve(size(solver_bodies_), size(solver_manifolds_));
  around_.solver->solveGroup(solver_bodies_.data(), size(solver_bodies_), solver_manifolds_.data(),
                             size(solver_manifolds_), solver_constraints_.data(),
                             size(solver_constraints_), solver_settings_, nullptr,
                             dispatcher_.get());
  around_.solver->allSolved(solver_settings_, nullptr);
}

void PhysicsWorld::Implementation::integrate(double dt) {
  const btScalar h = to_bt(dt);
  for (Clump* clump : active_) {
    if (clump->is_kinematic()) {
      finish_kinematic(*clump);
      continue;
    }
    btRigidBody& rigid = *clump->rigid;
    rigid.clearForces();
    if (!is_finite(rigid.getWorldTransform()) || !is_finite(rigid.getLinearVelocity()) ||
        !is_finite(rigid.getAngularVelocity())) {
      recover_non_finite(*clump);
      continue;
    }
    limit_speed(*clump);

    btVector3 path = h * rigid.getLinearVelocity();
    if (clump->has_shape() && path.length2() > clump->inner_radius * clump->inner_radius)
      path *= free_share_of_path(*clump, path);
    btTransform next = rigid.getWorldTransform();
    next.setOrigin(next.getOrigin() + path);
    const btScalar angle = h * rigid.getAngularVelocity().length();
    if (angle > SIMD_EPSILON) {
      const btQuaternion turn(rigid.getAngularVelocity().normalized(), angle);
      next.setRotation((turn * next.getRotation()).normalized());
    }
    rigid.setCenterOfMassTransform(next);
    update_poses(*clump);
    broadphase_.move(*clump);
  }
}

void PhysicsWorld::Implementation::finish_kinematic(Clump& clump) {
  if (!clump.target) return;
  const Pose target = *clump.target;
  clump.target.reset();
  if (target == clump.root->world_from_body) return;
  move_clump(clump, target);
  clump.root->world_from_body = target;
  for (Body* member : clump.members) {
    if (member->carrier)
      member->world_from_body = member->carrier->world_from_body * member->carrier_from_body;
    moved_.push_back(member->id);
  }
}

// Back to where it was before the step, and at rest. Its contacts remember what went wrong.
void PhysicsWorld::Implementation::recover_non_finite(Clump& clump) {
  ++report_.non_finite;
  move_clump(clump, clump.root->world_from_body);
  clump.rigid->setLinearVelocity(btVector3(0, 0, 0));
  clump.rigid->setAngularVelocity(btVector3(0, 0, 0));
  for (Body* member : clump.members) mark_changed(*member);
  broadphase_.move(clump);
  broadphase_.refresh_pairs(clump);
}

void PhysicsWorld::Implementation::limit_speed(Clump& clump) {
  btRigidBody& rigid = *clump.rigid;
  const btScalar speed = rigid.getLinearVelocity().length();
  const btScalar turning = rigid.getAngularVelocity().length();
  if (speed <= max_speed_mps && turning <= max_turn_radps) return;
  ++report_.speed_clamps;
  if (speed > max_speed_mps)
    rigid.setLinearVelocity(max_speed_mps / speed * rigid.getLinearVelocity());
  if (turning > max_turn_radps)
    rigid.setAngularVelocity(max_turn_radps / turning * rigid.getAngularVelocity());
}

}  // namespace tandem
