// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "physics/box_box_algorithm.h"
#include "physics/contact_solver.h"
#include "physics/parallel_dispatcher.h"

namespace tandem {

struct SolverTestConfig {
  // Bullet's own parts in place of ours, to compare with
  bool has_stock_dispatcher = false;
  bool has_stock_solver = false;  // and contacts of boxes
  bool splits_islands = false;
  ParallelDispatcher::ProxyBoxes proxy_boxes = ParallelDispatcher::ProxyBoxes::kept;
  int threads = 2;
  int iterations = 10;
  btVector3 gravity{0, 0, -9.81F};
};

struct BodySpec {
  float mass = 0;  // 0: does not move
  btVector3 at{0, 0, 0};
  btQuaternion turned = btQuaternion::getIdentity();
  float friction = 0.5F;
  float restitution = 0;
};

// A Bullet world with our dispatcher and solver in it, or with none of ours.
class SolverTestWorld {
 public:
  explicit SolverTestWorld(const SolverTestConfig& config = {}) : pool(config.threads) {
    // Bullet's own rules, whatever a PhysicsWorld of another test has set
    gCalculateCombinedFrictionCallback = btManifoldResult::calculateCombinedFriction;
    gCalculateCombinedRestitutionCallback = btManifoldResult::calculateCombinedRestitution;
    gCalculateCombinedRollingFrictionCallback = btManifoldResult::calculateCombinedRollingFriction;
    gCalculateCombinedSpinningFrictionCallback =
        btManifoldResult::calculateCombinedSpinningFriction;
    gContactAddedCallback = nullptr;
    gContactBreakingThreshold = 0.005F;
    gDbvtMargin = 0.005F;
    if (config.has_stock_dispatcher) {
      dispatcher = std::make_unique<btCollisionDispatcher>(&configuration);
    } else {
      dispatcher = std::make_unique<ParallelDispatcher>(&configuration, pool, config.proxy_boxes);
    }
    dispatcher->setDispatcherFlags(
        dispatcher->getDispatcherFlags() &
        ~btCollisionDispatcher::CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD);
    if (config.has_stock_solver) {
      solver = std::make_unique<btSequentialImpulseConstraintSolver>();
    } else {
      dispatcher->registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, BOX_SHAPE_PROXYTYPE, &box_box);
      solver = std::make_unique<ContactSolver>(pool);
    }
    world = std::make_unique<btDiscreteDynamicsWorld>(dispatcher.get(), &broadphase, solver.get(),
                                                      &configuration);
    // all at once to our solver, as PhysicsWorld does, unless Bullet's islands are the point
    world->getSimulationIslandManager()->setSplitIslands(config.splits_islands);
    world->setGravity(config.gravity);
    world->getSolverInfo().m_numIterations = config.iterations;
    world->getDispatchInfo().m_useContinuous = false;
    world->getDispatchInfo().m_deterministicOverlappingPairs = true;
  }

  ~SolverTestWorld() {
    for (auto& joint : joints) world->removeConstraint(joint.get());
    for (auto& body : bodies) world->removeRigidBody(body.get());
  }

  btRigidBody& add(std::unique_ptr<btCollisionShape> shape, const BodySpec& spec) {
    btVector3 inertia(0, 0, 0);
    if (spec.mass > 0) shape->calculateLocalInertia(spec.mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(spec.mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform = btTransform(spec.turned, spec.at);
    info.m_friction = spec.friction;
    info.m_restitution = spec.restitution;
    shapes.push_back(std::move(shape));
    bodies.push_back(std::make_unique<btRigidBody>(info));
    bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    world->addRigidBody(bodies.back().get());
    return *bodies.back();
  }
  btRigidBody& add_box(const btVector3& half, const BodySpec& spec) {
    return add(std::make_unique<btBoxShape>(half), spec);
  }
  btRigidBody& add_ball(float radius, const BodySpec& spec) {
    return add(std::make_unique<btSphereShape>(radius), spec);
  }
  btRigidBody& add_floor(float friction = 1, float restitution = 1) {
    return add_box({20, 20, 0.5F},
                   {.at = {0, 0, -0.5F}, .friction = friction, .restitution = restitution});
  }

  // Boxes of random size above each other, in a pen.
  void add_pile(int count) {
    add_floor(0.8F);
    for (const float side : {-1.0F, 1.0F}) {
      add_box({0.5F, 3, 5}, {.at = {side * 1.5F, 0, 5}});
      add_box({3, 0.5F, 5}, {.at = {0, side * 1.5F, 5}});
    }
    Random random(5, "pile");
    const auto in = [&](double low, double high) {
      return static_cast<float>(random.uniform(low, high));
    };
    for (int i = 0; i < count; ++i) {
      const btVector3 half(in(0.05, 0.15), in(0.05, 0.15), in(0.05, 0.15));
      const btVector3 at(static_cast<float>(i % 5 - 2) * 0.36F,
                         static_cast<float>(i / 5 % 5 - 2) * 0.36F,
                         0.3F + static_cast<float>(i / 25) * 0.4F);
      btQuaternion turned(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1));
      turned.normalize();
      add_box(half, {.mass = 2400 * half.x() * half.y() * half.z(),
                     .at = at,
                     .turned = turned,
                     .friction = 0.8F});
    }
  }

  void run(float seconds, float step = 1.0F / 60) {
    const int steps = static_cast<int>(std::lround(seconds / step));
    for (int i = 0; i < steps; ++i) world->stepSimulation(step, 0);
  }

  std::uint64_t hash() const {
    Hash digest;
    for (const auto& body : bodies) {
      const btTransform& pose = body->getWorldTransform();
      for (int i = 0; i < 3; ++i) {
        digest.add(static_cast<double>(pose.getOrigin()[i]));
        digest.add(static_cast<double>(pose.getBasis()[0][i]));
        digest.add(static_cast<double>(body->getLinearVelocity()[i]));
        digest.add(static_cast<double>(body->getAngularVelocity()[i]));
      }
    }
    return digest.value();
  }

  ThreadPool pool;
  btDefaultCollisionConfiguration configuration;
  BoxBoxAlgorithm::CreateFunc box_box;
  std::unique_ptr<btCollisionDispatcher> dispatcher;
  btDbvtBroadphase broadphase;
  std::unique_ptr<btConstraintSolver> solver;
  std::unique_ptr<btDiscreteDynamicsWorld> world;
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<std::unique_ptr<btTypedConstraint>> joints;
};

}  // namespace tandem
