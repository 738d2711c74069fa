// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/contact_solver.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>
#include <bit>

namespace tandem {

namespace {

// Of a step that is spent after a bounce: a little less than half, so that no energy is gained.
constexpr btScalar bounced_share = 0.25F;
constexpr int bodies_in_chunk = 128;
constexpr int manifolds_in_chunk = 256;
constexpr int slots_in_chunk = 1024;
constexpr int blocks_in_chunk = 32;

// Bodies that were made together tend to lie together. The contacts of a colour are kept in so many
// groups by body, so that a thread comes back to bodies it has at hand.
constexpr int zones = 4;

// A body with more neighbours than there are colours has the rest of its contacts solved alone.
constexpr int shared_colours = 48;
// Marks a body that has a joint, among its colours.
constexpr std::uint64_t joined = std::uint64_t{1} << 63;

// A step is divided into substeps of one iteration with and one without push-out, which gets
// further than as many iterations of the whole step.
constexpr int iterations_in_substep = 2;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool is_movable(const btCollisionObject& object) {
  const btRigidBody* body = btRigidBody::upcast(&object);
  return body != nullptr && body->getInvMass() > 0 && !body->isStaticOrKinematicObject() &&
         body->isActive();
}

btVector3 spin_from_forces(const btRigidBody& body, const btContactSolverInfo& info) {
  const btScalar dt = info.m_timeStep;
  btVector3 spin = body.getTotalTorque() * body.getInvInertiaTensorWorld() * dt;
  const int flags = body.getFlags();
  if ((flags & BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT) != 0)
    spin -= body.computeGyroscopicForceExplicit(info.m_maxGyroscopicForce) *
            body.getInvInertiaTensorWorld() * dt;
  if ((flags & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD) != 0)
    spin += body.computeGyroscopicImpulseImplicit_World(dt);
  if ((flags & BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY) != 0)
    spin += body.computeGyroscopicImpulseImplicit_Body(dt);
  return spin;
}

btMatrix3x3 locked(const btMatrix3x3& inverse_inertia, const btVector3& factor) {
  return {inverse_inertia[0].x() * factor.x(), inverse_inertia[0].y() * factor.x(),
          inverse_inertia[0].z() * factor.x(), inverse_inertia[1].x() * factor.y(),
          inverse_inertia[1].y() * factor.y(), inverse_inertia[1].z() * factor.y(),
          inverse_inertia[2].x() * factor.z(), inverse_inertia[2].y() * factor.z(),
          inverse_inertia[2].z() * factor.z()};
}

}  // namespace

ContactSolver::ContactSolver(ThreadPool& pool, const ContactSettings& settings)
    : pool_(pool), settings_(settings) {}

btScalar ContactSolver::solveGroup(btCollisionObject** bodies, int body_count,
                                   btPersistentManifold** manifolds, int manifold_count,
                                   btTypedConstraint** joints, int joint_count,
                                   const btContactSolverInfo& info, btIDebugDraw* /*drawer*/,
                                   btDispatcher* /*dispatcher*/) {
  if (body_count == 0) return 0;
  const int substeps = std::max(2, info.m_numIterations / iterations_in_substep);
  ContactSettings settings = settings_;
  settings.bounce_threshold_mps = info.m_restitutionVelocityThreshold;
  const ContactResponse response(settings, info.m_timeStep, substeps);

  take_bodies(bodies, body_count, info, substeps);
  take_contacts(manifolds, manifold_count);
  take_joints(joints, joint_count, info, substeps);
  for_each_block([&](ContactBlock& block, ContactPointRows* points) {
    set_up(block, points, bodies_.data(), response);
  });
  starts_.resize(bodies_.size());
  ways_.assign(bodies_.size(), {});
  for (int i = 0; i < substeps; ++i) solve_substep(response, i == 0);
  write_back(info);
  return 0;
}

void ContactSolver::take_bodies(btCollisionObject** bodies, int count,
                                const btContactSolverInfo& info, int substeps) {
  movable_.clear();
  for (int i = 0; i < count; ++i) {
    const bool moves = is_movable(*bodies[i]);
    bodies[i]->setCompanionId(moves ? static_cast<int>(movable_.size()) : -1);
    if (moves) movable_.push_back(btRigidBody::upcast(bodies[i]));
  }

  bodies_.resize(movable_.size());
  velocities_.resize(movable_.size());
  pool_.for_each_range(static_cast<int>(movable_.size()), bodies_in_chunk, [&](int begin, int end) {
    for (std::size_t i = index(begin); i < index(end); ++i) {
      const btRigidBody& body = *movable_[i];
      const btScalar share = 1 / static_cast<btScalar>(substeps);
      const btVector3 push = body.getTotalForce() * (body.getInvMass() * info.m_timeStep);
      const btVector3 turn = spin_from_forces(body, info);
      velocities_[i] = {body.getLinearVelocity(), body.getAngularVelocity()};
      bodies_[i] = {
          .centre = body.getWorldTransform().getOrigin(),
          .inverse_mass = body.getLinearFactor() * body.getInvMass(),
          .inverse_inertia = locked(body.getInvInertiaTensorWorld(), body.getAngularFactor()),
          .midway = {velocities_[i].linear + 0.5F * push, velocities_[i].angular + 0.5F * turn},
          .gain = {push * share, turn * share}};
    }
  });
}

// The place of a body among the velocities. What impulses do not move has a new one for each
// contact, so that no two threads write to the same.
int ContactSolver::slot_of(const btCollisionObject& object) {
  if (object.getCompanionId() >= 0) return object.getCompanionId();
  const btRigidBody* body = btRigidBody::upcast(&object);
  SolverBody still;
  still.centre = object.getWorldTransform().getOrigin();
  if (body != nullptr && body->isKinematicObject()) {
    still.midway = {body->getLinearVelocity(), body->getAngularVelocity()};
  }
  bodies_.push_back(still);
  velocities_.push_back(still.midway);
  return static_cast<int>(bodies_.size()) - 1;
}

void ContactSolver::take_contacts(btPersistentManifold** manifolds, int count) {
  // reading them from all over the memory takes longer than colouring them
  touches_.resize(index(count));
  pool_.for_each_range(count, manifolds_in_chunk, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      if (i + 8 < end) __builtin_prefetch(&manifolds[i + 8]->m_companionIdA);
      touches_[index(i)] = touch_of(*manifolds[i]);
    }
  });

  // each contact takes the first colour that neither body has yet
  colours_used_.assign(movable_.size(), 0);
  int next_lone_colour = shared_colours;
  for (Touch& touch : touches_) {
    if (touch.point_count == 0) continue;
    std::uint64_t used = 0;
    if (touch.a >= 0) used |= colours_used_[index(touch.a)];
    if (touch.b >= 0) used |= colours_used_[index(touch.b)];
    int colour = std::countr_one(used);
    if (colour >= shared_colours) {
      colour = next_lone_colour++;
    } else {
      const std::uint64_t bit = std::uint64_t{1} << colour;
      if (touch.a >= 0) colours_used_[index(touch.a)] |= bit;
      if (touch.b >= 0) colours_used_[index(touch.b)] |= bit;
    }
    const int zone = std::max(touch.a, touch.b) * zones / static_cast<int>(movable_.size());
    touch.key = (colour * zones + zone) * 4 + 4 - touch.point_count;
  }

  // sorted by counting: by colour and zone, manifolds of equal size side by side in their blocks
  places_.assign(index(next_lone_colour * zones) * 4 + 1, 0);
  for (const Touch& touch : touches_)
    if (touch.point_count > 0) ++places_[index(touch.key) + 1];
  for (std::size_t key = 1; key < places_.size(); ++key) places_[key] += places_[key - 1];
  sorted_.resize(index(places_.back()));
  for (const Touch& touch : touches_)
    if (touch.point_count > 0) sorted_[index(places_[index(touch.key)]++)] = touch;
  fill_blocks();
}

ContactSolver::Touch ContactSolver::touch_of(btPersistentManifold& manifold) {
  Touch touch{.manifold = &manifold};
  if (manifold.getNumContacts() == 0) return touch;
  const btCollisionObject& a = *manifold.getBody0();
  const btCollisionObject& b = *manifold.getBody1();
  touch.a = a.getCompanionId();
  touch.b = b.getCompanionId();
  if (touch.a < 0 && touch.b < 0) return touch;
  if (a.hasContactResponse() && b.hasContactResponse())
    touch.point_count = manifold.getNumContacts();
  return touch;
}

void ContactSolver::fill_blocks() {
  colours_.clear();
  blocks_.clear();
  int point_count = 0;
  for (std::size_t next = 0; next < sorted_.size();) {
    const int colour = sorted_[next].key / (4 * zones);
    Colour& range = colours_.emplace_back();
    range.first_block = static_cast<int>(blocks_.size());
    const auto is_of_colour = [&] {
      return next < sorted_.size() && sorted_[next].key / (4 * zones) == colour;
    };
    while (is_of_colour()) {
      ContactBlock& block = blocks_.emplace_back();
      block.first_point = point_count;
      for (int lane = 0; lane < lane_count; ++lane) {
        if (is_of_colour()) {
          const Touch& touch = sorted_[next++];
          block.manifolds[lane] = touch.manifold;
          block.point_count = std::max(block.point_count, touch.point_count);
          block.a[lane] = touch.a >= 0 ? touch.a : slot_of(*touch.manifold->getBody0());
          block.b[lane] = touch.b >= 0 ? touch.b : slot_of(*touch.manifold->getBody1());
        } else {
          block.manifolds[lane] = nullptr;
          block.a[lane] = block.b[lane] = static_cast<int>(bodies_.size());
          bodies_.emplace_back();
          velocities_.emplace_back();
        }
      }
      point_count += block.point_count;
    }
    range.block_count = static_cast<int>(blocks_.size()) - range.first_block;
  }
  points_.resize(std::max(points_.size(), index(point_count)));
}

void ContactSolver::take_joints(btTypedConstraint** joints, int count,
                                const btContactSolverInfo& info, int substeps) {
  joints_.begin(info, substeps);
  for (int i = 0; i < count; ++i) {
    const btRigidBody& a = joints[i]->getRigidBodyA();
    const btRigidBody& b = joints[i]->getRigidBodyB();
    if (a.getCompanionId() < 0 && b.getCompanionId() < 0) continue;
    const int slot_a = slot_of(a), slot_b = slot_of(b);
    if (!joints_.add(*joints[i], slot_a, slot_b, bodies_.data(), velocities_.data())) continue;
    if (a.getCompanionId() >= 0) colours_used_[index(slot_a)] |= joined;
    if (b.getCompanionId() >= 0) colours_used_[index(slot_b)] |= joined;
  }
}

template <typename Work>
void ContactSolver::for_each_block(const Work& work) {
  const int count = static_cast<int>(blocks_.size());
  pool_.for_each_range(count, blocks_in_chunk, [&](int begin, int end) {
    for (std::size_t i = index(begin); i < index(end); ++i)
      work(blocks_[i], &points_[index(blocks_[i].first_point)]);
  });
}

template <typename Work>
void ContactSolver::for_each_colour(const Work& work) {
  for (const Colour& colour : colours_) {
    pool_.for_each_range(colour.block_count, blocks_in_chunk, [&](int begin, int end) {
      for (int i = begin; i < end; ++i) {
        ContactBlock& block = blocks_[index(colour.first_block + i)];
        work(block, &points_[index(block.first_point)]);
      }
    });
  }
}

// A substep begins with the forces and with the impulses of the one before. Together they are what
// changed the velocities there, so that change is made again; only the first substep has to apply
// the impulses of the last step one by one. Joints keep out of this: their impulses turn with the
// bodies, and one that lags behind drives them on.
void ContactSolver::begin_substep(bool is_first) {
  pool_.for_each_range(slot_count(), slots_in_chunk, [&](int begin, int end) {
    for (std::size_t i = index(begin); i < index(end); ++i) {
      SolverVelocity& velocity = velocities_[i];
      const SolverVelocity before = velocity;
      velocity.linear += is_first ? bodies_[i].gain.linear : before.linear - starts_[i].linear;
      velocity.angular += is_first ? bodies_[i].gain.angular : before.angular - starts_[i].angular;
      starts_[i] = before;
    }
  });
  if (!is_first) return;
  for_each_colour([&](const ContactBlock& block, const ContactPointRows* points) {
    warm_start(block, points, velocities_.data());
  });
}

void ContactSolver::solve_substep(const ContactResponse& response, bool is_first) {
  begin_substep(is_first);
  joints_.hold(velocities_.data(), starts_.data(), is_first);
  for_each_colour([&](ContactBlock& block, ContactPointRows* points) {
    push_out(block, points, velocities_.data(), ways_.data(), response);
  });
  pool_.for_each_range(slot_count(), slots_in_chunk, [&](int begin, int end) {
    for (std::size_t i = index(begin); i < index(end); ++i) {
      ways_[i].linear += velocities_[i].linear * response.substep_s;
      ways_[i].angular += velocities_[i].angular * response.substep_s;
    }
  });

  joints_.follow(velocities_.data(), ways_.data(), bodies_.data());
  joints_.relax(velocities_.data(), starts_.data(), is_first);
  for_each_colour([&](ContactBlock& block, ContactPointRows* points) {
    relax(block, points, velocities_.data(), ways_.data(), response);
  });
}

void ContactSolver::write_back(const btContactSolverInfo& info) {
  std::vector<SolverVelocity>& unbounced = starts_;
  unbounced = velocities_;
  for_each_colour([&](const ContactBlock& block, ContactPointRows* points) {
    bounce(block, points, velocities_.data());
  });

  // Bullet will move the bodies by their velocity; what they went beyond that is added here. Bodies
  // in free flight go by their velocity alone, however many substeps there are. A bounce happens
  // somewhere within the step: flying off for all of it would be height for nothing.
  const btScalar per_step = 1 / info.m_timeStep;
  pool_.for_each_range(static_cast<int>(movable_.size()), bodies_in_chunk, [&](int begin, int end) {
    for (std::size_t i = index(begin); i < index(end); ++i) {
      if (colours_used_[i] == 0 || (colours_used_[i] & joined) != 0) continue;
      btRigidBody& body = *movable_[i];
      const SolverVelocity& now = velocities_[i];
      const btVector3 push = ways_[i].linear * per_step - now.linear +
                             bounced_share * (now.linear - unbounced[i].linear);
      const btVector3 turn = ways_[i].angular * per_step - now.angular +
                             bounced_share * (now.angular - unbounced[i].angular);
      btTransform parted;
      btTransformUtil::integrateTransform(body.getWorldTransform(), push, turn, info.m_timeStep,
                                          parted);
      body.setWorldTransform(parted);
    }
  });
  joints_.place_bodies(unbounced.data(), ways_.data());

  for (std::size_t i = 0; i < movable_.size(); ++i) {
    movable_[i]->setLinearVelocity(velocities_[i].linear);
    movable_[i]->setAngularVelocity(velocities_[i].angular);
    movable_[i]->setCompanionId(-1);
  }
  for_each_block(
      [](const ContactBlock& block, const ContactPointRows* points) { store(block, points); });
  joints_.store();
}

}  // namespace tandem
