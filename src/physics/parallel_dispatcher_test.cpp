// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/parallel_dispatcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "physics/solver_test_world.h"

namespace tandem {
namespace {

std::unique_ptr<btCollisionShape> make_shape(int kind) {
  switch (kind) {
    case 0:
      return std::make_unique<btBoxShape>(btVector3(0.1F, 0.08F, 0.12F));
    case 1:
      return std::make_unique<btSphereShape>(0.1F);
    case 2:
      return std::make_unique<btCylinderShapeZ>(btVector3(0.1F, 0.1F, 0.1F));
    case 3:
      return std::make_unique<btCapsuleShapeZ>(0.06F, 0.12F);
    default: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const float x : {-0.1F, 0.1F})
        for (const float y : {-0.1F, 0.1F}) hull->addPoint({x, y, -0.08F});
      hull->addPoint({0, 0, 0.15F});
      return hull;
    }
  }
}

// Shapes of all kinds, single and compound, falling on hills of triangles.
class MixedWorld : public SolverTestWorld {
 public:
  explicit MixedWorld(const SolverTestConfig& config) : SolverTestWorld(config) {
    constexpr int cells = 12;
    const auto corner = [](int x, int y) {
      return btVector3(0.25F * static_cast<float>(x - cells / 2),
                       0.25F * static_cast<float>(y - cells / 2),
                       0.05F * static_cast<float>((x * 7 + y * 3) % 4));
    };
    for (int x = 0; x < cells; ++x)
      for (int y = 0; y < cells; ++y) {
        hills_.addTriangle(corner(x, y), corner(x + 1, y), corner(x, y + 1));
        hills_.addTriangle(corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1));
      }
    add(std::make_unique<btBvhTriangleMeshShape>(&hills_, true), {.friction = 0.8F});
    for (int i = 0; i < 120; ++i) {
      const btVector3 at(0.3F * static_cast<float>(i % 5 - 2),
                         0.3F * static_cast<float>(i / 5 % 5 - 2),
                         0.4F + 0.3F * static_cast<float>(i / 25));
      if (i % 6 < 5) {
        add(make_shape(i % 6), {.mass = 1, .at = at});
        continue;
      }
      auto dumbbell = std::make_unique<btCompoundShape>();
      for (const float side : {-0.06F, 0.06F}) {
        parts_.push_back(std::make_unique<btBoxShape>(btVector3(0.05F, 0.05F, 0.1F)));
        dumbbell->addChildShape(btTransform(btQuaternion::getIdentity(), {side, 0, side}),
                                parts_.back().get());
      }
      add(std::move(dumbbell), {.mass = 1, .at = at});
    }
  }
  ~MixedWorld() {
    for (auto& body : bodies) world->removeRigidBody(body.get());
    bodies.clear();
  }

 private:
  btTriangleMesh hills_;
  std::vector<std::unique_ptr<btCollisionShape>> parts_;
};

std::vector<std::pair<int, int>> listed_pairs(const btCollisionDispatcher& dispatcher) {
  std::vector<std::pair<int, int>> list;
  for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
    const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
    EXPECT_EQ(manifold.m_index1a, i);
    list.emplace_back(manifold.getBody0()->getWorldArrayIndex(),
                      manifold.getBody1()->getWorldArrayIndex());
  }
  return list;
}

TEST(ParallelDispatcher, ShapesOfAllKindsMeetAlikeOnAnyNumberOfThreads) {
  const auto run = [](int threads) {
    MixedWorld world({.threads = threads});
    world.run(1.5F);
    return std::pair(world.hash(), listed_pairs(*world.dispatcher));
  };
  const auto alone = run(1);
  EXPECT_GT(alone.second.size(), 150U);
  EXPECT_EQ(run(1), alone);
  EXPECT_EQ(run(2), alone);
  EXPECT_EQ(run(4), alone);
}

TEST(ParallelDispatcher, GivesTheSameBitsAsBulletsOwn) {
  const auto run = [](bool is_stock) {
    SolverTestWorld world(
        {.has_stock_dispatcher = is_stock, .has_stock_solver = true, .splits_islands = true});
    world.add_pile(100);
    world.run(2);
    return world.hash();
  };
  EXPECT_EQ(run(false), run(true));
}

TEST(ParallelDispatcher, FindsTheSameContactsWithoutTheBroadphasesBoxes) {
  const auto contacts = [](ParallelDispatcher::ProxyBoxes proxy_boxes) {
    SolverTestWorld world({.proxy_boxes = proxy_boxes});
    world.add_pile(100);
    world.run(1);
    world.world->performDiscreteCollisionDetection();
    int points = 0;
    for (int i = 0; i < world.dispatcher->getNumManifolds(); ++i)
      points += world.dispatcher->getManifoldByIndexInternal(i)->getNumContacts();
    return points;
  };
  const int with_boxes = contacts(ParallelDispatcher::ProxyBoxes::kept);
  EXPECT_GT(with_boxes, 100);
  EXPECT_NEAR(contacts(ParallelDispatcher::ProxyBoxes::unknown), with_boxes, 0.2 * with_boxes);
}

TEST(ParallelDispatcher, ListsNewManifoldsInTheOrderOfTheirBodies) {
  SolverTestWorld world({.threads = 4});
  for (int i = 0; i < 200; ++i)
    world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0.199F * static_cast<float>(i), 0, 0}});
  world.world->performDiscreteCollisionDetection();
  const auto list = listed_pairs(*world.dispatcher);
  EXPECT_EQ(list.size(), 199U);
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
}

TEST(ParallelDispatcher, BodiesThatPartOrLeaveLeaveNoManifoldBehind) {
  SolverTestWorld world({.gravity = {0, 0, 0}});
  for (int i = 0; i < 10; ++i)
    world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0.2F * static_cast<float>(i), 0, 0}});
  world.run(0.1F);
  EXPECT_EQ(world.dispatcher->getNumManifolds(), 9);

  world.world->removeRigidBody(world.bodies[0].get());
  EXPECT_EQ(world.dispatcher->getNumManifolds(), 8);
  world.world->addRigidBody(world.bodies[0].get());
  for (std::size_t i = 0; i < 10; ++i)
    world.bodies[i]->setLinearVelocity({static_cast<float>(i), 0, 0});
  world.run(1);
  EXPECT_EQ(world.dispatcher->getNumManifolds(), 0);
}

TEST(ParallelDispatcher, ContactCallbacksDecideFriction) {
  SolverTestWorld world;
  gContactAddedCallback = [](btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) {
    point.m_combinedFriction = 0;
    return true;
  };
  world.add_floor();
  btRigidBody& slippery = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.1F}});
  btRigidBody& rough = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 1, 0.1F}});
  slippery.setCollisionFlags(btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
  slippery.setLinearVelocity({1, 0, 0});
  rough.setLinearVelocity({1, 0, 0});
  world.run(1);
  gContactAddedCallback = nullptr;
  EXPECT_NEAR(slippery.getLinearVelocity().x(), 1, 0.001);
  EXPECT_NEAR(rough.getLinearVelocity().x(), 0, 0.001);
}

TEST(ParallelDispatcher, BoxesCombineTheirFrictionAsTheWorldIsTold) {
  SolverTestWorld world;
  gCalculateCombinedFrictionCallback = [](const btCollisionObject* a, const btCollisionObject* b) {
    return std::min(a->getFriction(), b->getFriction());
  };
  world.add_floor(0.4F);
  btRigidBody& box = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.1F}});
  world.run(0.2F);
  box.setLinearVelocity({4, 0, 0});
  world.run(0.5F);
  gCalculateCombinedFrictionCallback = &btManifoldResult::calculateCombinedFriction;
  EXPECT_NEAR(box.getLinearVelocity().x(), 4 - 0.4 * 9.81 * 0.5, 0.05);
}

}  // namespace
}  // namespace tandem
