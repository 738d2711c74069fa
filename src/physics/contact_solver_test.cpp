// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/contact_solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "physics/solver_test_world.h"

namespace tandem {
namespace {

constexpr float g = 9.81F;

// Gravity as a floor feels it that is tilted towards a direction in its plane.
btVector3 tilted_gravity(float degrees, float towards_degrees) {
  const float tilt = degrees * SIMD_RADS_PER_DEG, towards = towards_degrees * SIMD_RADS_PER_DEG;
  return {g * std::sin(tilt) * std::cos(towards), g * std::sin(tilt) * std::sin(towards),
          -g * std::cos(tilt)};
}

TEST(ContactSolver, AStackOfTenBoxesStandsStill) {
  SolverTestWorld world;
  world.add_floor();
  for (int i = 0; i < 10; ++i)
    world.add_box({0.1F, 0.1F, 0.1F},
                  {.mass = 1, .at = {0, 0, 0.1F + 0.2F * static_cast<float>(i)}});
  world.run(10);
  for (int i = 0; i < 10; ++i) {
    const btRigidBody& box = *world.bodies[static_cast<std::size_t>(i) + 1];
    EXPECT_NEAR(box.getWorldTransform().getOrigin().x(), 0, 0.001);
    EXPECT_NEAR(box.getWorldTransform().getOrigin().y(), 0, 0.001);
    // each of the contacts below gives way a little under its load
    EXPECT_NEAR(box.getWorldTransform().getOrigin().z(), 0.1F + 0.2F * static_cast<float>(i),
                0.002 * (i + 1));
    EXPECT_LT(box.getLinearVelocity().length(), 0.004F);  // 0.07 mm a step
  }
}

TEST(ContactSolver, APyramidStandsStill) {
  SolverTestWorld world;
  world.add_floor();
  std::vector<std::pair<btRigidBody*, btVector3>> boxes;
  constexpr int rows = 10;
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < rows - row; ++i) {
      const btVector3 at(
          0.22F * (static_cast<float>(i) - 0.5F * static_cast<float>(rows - row - 1)), 0,
          0.1F + 0.2F * static_cast<float>(row));
      boxes.emplace_back(&world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = at}), at);
    }
  }
  world.run(5);
  for (const auto& [box, at] : boxes)
    EXPECT_LT((box->getWorldTransform().getOrigin() - at).length(), 0.02F);
}

TEST(ContactSolver, FrictionHoldsABoxOnASlopeBelowItsAngle) {
  // tan 20 = 0.36 < 0.5
  SolverTestWorld world({.gravity = tilted_gravity(20, 30)});
  world.add_floor();
  btRigidBody& box = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.1F}});
  world.run(1);
  const btVector3 settled = box.getWorldTransform().getOrigin();
  world.run(5);
  EXPECT_LT((box.getWorldTransform().getOrigin() - settled).length(), 0.001F);
}

TEST(ContactSolver, FreeFallDoesNotDependOnTheSubsteps) {
  SolverTestWorld world;
  btRigidBody& box = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 10}});
  world.run(1);
  // g dt^2 (1 + 2 + ... + 60)
  EXPECT_NEAR(box.getWorldTransform().getOrigin().z(), 10 - g / 3600 * 60 * 61 / 2, 1e-4);
}

TEST(ContactSolver, ABoxSlidesDownASteeperSlopeAsFastInEveryDirection) {
  for (const float towards : {0.0F, 30.0F, 45.0F, 90.0F}) {
    SolverTestWorld world({.gravity = tilted_gravity(20, towards)});
    world.add_floor();
    btRigidBody& box =
        world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.1F}, .friction = 0.3F});
    world.run(1);
    const float before = box.getLinearVelocity().length();
    world.run(1);
    const float tilt = 20 * SIMD_RADS_PER_DEG;
    const float expected = g * (std::sin(tilt) - 0.3F * std::cos(tilt));
    EXPECT_NEAR(box.getLinearVelocity().length() - before, expected, 0.03 * expected) << towards;
    // friction pulls straight back
    const btVector3 direction = box.getLinearVelocity().normalized();
    EXPECT_NEAR(std::atan2(direction.y(), direction.x()), towards * SIMD_RADS_PER_DEG, 0.01);
  }
}

TEST(ContactSolver, BouncesReachTheHeightThatRestitutionSays) {
  for (const bool is_ball : {true, false}) {
    for (const float e : {0.5F, 0.8F}) {
      SolverTestWorld world;
      world.add_floor();
      const BodySpec spec{.mass = 1, .at = {0, 0, 1.1F}, .restitution = e};
      btRigidBody& body =
          is_ball ? world.add_ball(0.1F, spec) : world.add_box({0.1F, 0.1F, 0.1F}, spec);
      float highest = 0;
      bool has_bounced = false;
      for (int i = 0; i < 480; ++i) {
        world.run(1.0F / 240, 1.0F / 240);
        has_bounced = has_bounced || body.getLinearVelocity().z() > 0;
        if (has_bounced && body.getLinearVelocity().z() < 0) break;
        if (has_bounced) highest = std::max(highest, body.getWorldTransform().getOrigin().z());
      }
      EXPECT_NEAR(highest - 0.1F, e * e * 1.0F, 0.05 * e * e) << "ball " << is_ball << " e " << e;
    }
  }
}

TEST(ContactSolver, SlowContactsDoNotBounce) {
  SolverTestWorld world;
  world.add_floor();
  btRigidBody& box =
      world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.1F}, .restitution = 0.9F});
  world.run(0.5F);
  box.setLinearVelocity({0, 0, -0.1F});
  for (int i = 0; i < 60; ++i) {
    world.run(1.0F / 60);
    EXPECT_LT(box.getLinearVelocity().z(), 0.02F);
  }
}

TEST(ContactSolver, ACollisionWithoutFrictionConservesMomentum) {
  SolverTestWorld world({.gravity = {0, 0, 0}});
  btRigidBody& a = world.add_box(
      {0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {-0.5F, 0, 0}, .friction = 0, .restitution = 0.7F});
  btRigidBody& b = world.add_box(
      {0.1F, 0.2F, 0.1F}, {.mass = 3, .at = {0, 0.12F, 0.03F}, .friction = 0, .restitution = 0.7F});
  a.setLinearVelocity({2, 0, 0});
  const auto spin_momentum = [&] {
    btVector3 sum(0, 0, 0);
    for (const btRigidBody* body : {&a, &b})
      sum += body->getWorldTransform().getOrigin().cross(body->getLinearVelocity() /
                                                         body->getInvMass()) +
             body->getInvInertiaTensorWorld().inverse() * body->getAngularVelocity();
    return sum;
  };
  const btVector3 spin_before = spin_momentum();
  world.run(1);

  ASSERT_GT(b.getLinearVelocity().x(), 0.1F);
  const btVector3 momentum = a.getLinearVelocity() * 1 + b.getLinearVelocity() * 3;
  EXPECT_NEAR(momentum.x(), 2, 1e-5);
  EXPECT_NEAR(momentum.y(), 0, 1e-5);
  EXPECT_NEAR(momentum.z(), 0, 1e-5);
  EXPECT_LT((spin_momentum() - spin_before).length(), 0.01F);
  // and a head-on bounce of a point on a point would leave 0.7 of 2 m/s between them
  EXPECT_LT(a.getLinearVelocity().x(), b.getLinearVelocity().x());
}

TEST(ContactSolver, AHeavyBoxOnALightOneNeitherSinksNorExplodes) {
  SolverTestWorld world;
  world.add_floor();
  btRigidBody& light = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.1F}});
  btRigidBody& heavy = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 100, .at = {0, 0, 0.3F}});
  for (int i = 0; i < 300; ++i) {
    world.run(1.0F / 60);
    EXPECT_LT(light.getLinearVelocity().length(), 0.3F);
    EXPECT_LT(heavy.getLinearVelocity().length(), 0.3F);
  }
  EXPECT_NEAR(light.getWorldTransform().getOrigin().z(), 0.1, 0.01);
  EXPECT_NEAR(heavy.getWorldTransform().getOrigin().z(), 0.3, 0.02);
}

TEST(ContactSolver, ABallRollsOutAsRollingFrictionSays) {
  SolverTestWorld world;
  world.add_floor();
  btRigidBody& ball = world.add_ball(0.1F, {.mass = 1, .at = {0, 0, 0.1F}, .friction = 1});
  ball.setRollingFriction(0.01F);
  world.run(0.2F);
  ball.setLinearVelocity({2, 0, 0});
  ball.setAngularVelocity({0, 20, 0});
  world.run(1);
  // torque 0.01 m times the weight against ball and translation: a = c g / (r (1 + 2/5))
  const float expected = 0.01F * g / (0.1F * 1.4F);
  EXPECT_NEAR(2 - ball.getLinearVelocity().x(), expected, 0.05 * expected);
}

TEST(ContactSolver, SpinningFrictionStopsATop) {
  SolverTestWorld world;
  world.add_floor();
  btRigidBody& ball = world.add_ball(0.1F, {.mass = 1, .at = {0, 0, 0.1F}, .friction = 1});
  ball.setSpinningFriction(0.001F);
  world.run(0.2F);
  ball.setAngularVelocity({0, 0, 10});
  world.run(1);
  // torque 0.001 m times the weight against 2/5 m r^2
  const float expected = 0.001F * g / (0.4F * 0.1F * 0.1F);
  EXPECT_NEAR(10 - ball.getAngularVelocity().z(), expected, 0.05 * expected);
}

TEST(ContactSolver, AKinematicPusherMovesABoxAtItsSpeed) {
  SolverTestWorld world;
  world.add_floor();
  btRigidBody& box = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 5, .at = {0.22F, 0, 0.1F}});
  btRigidBody& pusher = world.add_box({0.1F, 0.3F, 0.1F}, {.at = {0, 0, 0.12F}, .friction = 0});
  pusher.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  for (int i = 0; i < 120; ++i) {
    btTransform pose = pusher.getWorldTransform();
    pose.getOrigin() += btVector3(0.5F / 60, 0, 0);
    pusher.setWorldTransform(pose);
    world.run(1.0F / 60);
  }
  EXPECT_NEAR(box.getLinearVelocity().x(), 0.5, 0.01);
  EXPECT_NEAR(box.getWorldTransform().getOrigin().x() - pusher.getWorldTransform().getOrigin().x(),
              0.2, 0.015);
  EXPECT_NEAR(box.getWorldTransform().getOrigin().y(), 0, 0.01);
}

TEST(ContactSolver, WheelsOnMotorsDriveAVehicle) {
  SolverTestWorld world({.iterations = 20});
  world.add_floor();
  btRigidBody& chassis = world.add_box({0.25F, 0.15F, 0.05F}, {.mass = 10, .at = {0, 0, 0.15F}});
  for (const float x : {-0.2F, 0.2F}) {
    for (const float y : {-0.2F, 0.2F}) {
      btRigidBody& wheel = world.add_ball(0.1F, {.mass = 0.5F, .at = {x, y, 0.1F}, .friction = 1});
      auto hinge = std::make_unique<btHingeConstraint>(chassis, wheel, btVector3(x, y, -0.05F),
                                                       btVector3(0, 0, 0), btVector3(0, 1, 0),
                                                       btVector3(0, 1, 0));
      hinge->enableAngularMotor(true, -10, 0.2F);
      world.world->addConstraint(hinge.get(), true);
      world.joints.push_back(std::move(hinge));
    }
  }
  world.run(2);
  const float speed = chassis.getLinearVelocity().x();
  // wheels of 0.1 m at 10 rad/s
  EXPECT_NEAR(std::abs(speed), 1, 0.02);
  EXPECT_NEAR(chassis.getLinearVelocity().y(), 0, 0.01);
  EXPECT_NEAR(chassis.getWorldTransform().getOrigin().z(), 0.15, 0.005);
  EXPECT_NEAR(std::abs(world.bodies.back()->getAngularVelocity().y()), 10, 0.2);
}

TEST(ContactSolver, JointsHoldCarryAndBreak) {
  SolverTestWorld world({.iterations = 20});
  btRigidBody& hook = world.add_box({0.1F, 0.1F, 0.1F}, {.at = {0, 0, 2}});
  btRigidBody& load = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 2, .at = {0, 0, 1.6F}});
  auto rope = std::make_unique<btPoint2PointConstraint>(hook, load, btVector3(0, 0, -0.2F),
                                                        btVector3(0, 0, 0.2F));
  btJointFeedback feedback;
  rope->setJointFeedback(&feedback);
  rope->enableFeedback(true);
  world.world->addConstraint(rope.get());
  world.run(2);
  EXPECT_NEAR(load.getWorldTransform().getOrigin().z(), 1.6, 0.005);
  EXPECT_NEAR(feedback.m_appliedForceBodyB.z(), 2 * g, 0.05);

  rope->setBreakingImpulseThreshold(2 * g / 60 / 2);  // half of what the load needs in a step
  world.run(0.5F);
  EXPECT_FALSE(rope->isEnabled());
  EXPECT_LT(load.getWorldTransform().getOrigin().z(), 1.2F);
  world.joints.push_back(std::move(rope));
}

TEST(ContactSolver, ASoftJointGivesWayUnderItsLoad) {
  SolverTestWorld world;
  btRigidBody& hook = world.add_box({0.1F, 0.1F, 0.1F}, {.at = {0, 0, 2}});
  btRigidBody& load = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 2, .at = {0, 0, 1.6F}});
  auto rope = std::make_unique<btPoint2PointConstraint>(hook, load, btVector3(0, 0, -0.2F),
                                                        btVector3(0, 0, 0.2F));
  rope->setParam(BT_CONSTRAINT_CFM, 1);
  world.world->addConstraint(rope.get());
  world.joints.push_back(std::move(rope));
  world.run(5);
  // the softness times the impulse of a step, per mass, is the speed at which the error is undone:
  // g dt = error erp / dt
  const float expected = g / (60 * 60) / world.world->getSolverInfo().m_erp;
  EXPECT_NEAR(1.6F - load.getWorldTransform().getOrigin().z(), expected, 0.05 * expected);
}

struct Rest {
  double mean_depth = 0;
  double great_depth = 0;  // that one contact in a hundred exceeds
  double speed = 0;
};

// How a pile lies in the fourth second after it was dropped.
Rest settle_pile(const SolverTestConfig& config) {
  SolverTestWorld world(config);
  world.add_pile(300);
  world.run(3);
  Rest rest;
  constexpr int steps = 60;
  for (int step = 0; step < steps; ++step) {
    world.run(1.0F / 60);
    double speed = 0;
    std::vector<double> depths;
    for (int i = 0; i < world.dispatcher->getNumManifolds(); ++i) {
      const btPersistentManifold& manifold = *world.dispatcher->getManifoldByIndexInternal(i);
      for (int p = 0; p < manifold.getNumContacts(); ++p)
        depths.push_back(
            std::max(0.0, -static_cast<double>(manifold.getContactPoint(p).getDistance())));
    }
    std::sort(depths.begin(), depths.end());
    for (const auto& body : world.bodies)
      speed += static_cast<double>(body->getLinearVelocity().length()) / 300;
    rest.mean_depth += std::accumulate(depths.begin(), depths.end(), 0.0) /
                       static_cast<double>(depths.size()) / steps;
    rest.great_depth += depths[depths.size() * 99 / 100] / steps;
    rest.speed += speed / steps;
  }
  return rest;
}

TEST(ContactSolver, APileSinksLessAndRestsCalmerThanWithBulletsSolver) {
  const Rest stock =
      settle_pile({.has_stock_dispatcher = true, .has_stock_solver = true, .splits_islands = true});
  const Rest ours = settle_pile({});
  EXPECT_LT(ours.mean_depth, stock.mean_depth);
  EXPECT_LT(ours.great_depth, stock.great_depth);
  EXPECT_LT(ours.speed, 0.5 * stock.speed);
}

TEST(ContactSolver, AFallingPileNeverGainsEnergy) {
  SolverTestWorld world;
  world.add_pile(150);
  const auto energy = [&] {
    double sum = 0;
    for (const auto& body : world.bodies) {
      if (body->isStaticObject()) continue;
      const btVector3& v = body->getLinearVelocity();
      const btVector3& w = body->getAngularVelocity();
      const btMatrix3x3 inertia = body->getInvInertiaTensorWorld().inverse();
      sum +=
          static_cast<double>((g * body->getWorldTransform().getOrigin().z() + 0.5F * v.length2()) /
                                  body->getInvMass() +
                              0.5F * w.dot(inertia * w));
    }
    return sum;
  };
  const double start = energy();
  double before = start;
  for (int i = 0; i < 240; ++i) {
    world.run(1.0F / 60);
    const double now = energy();
    EXPECT_LT(now, before + 0.002 * start) << "step " << i;
    before = now;
  }
  EXPECT_LT(before, 0.6 * start);
}

TEST(ContactSolver, SleepingBodiesAreLeftAlone) {
  SolverTestWorld world({.splits_islands = true});
  world.add_floor();
  btRigidBody& box = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.0999F}});
  box.forceActivationState(ISLAND_SLEEPING);
  const btVector3 before = box.getWorldTransform().getOrigin();
  world.run(0.1F);
  EXPECT_EQ(box.getWorldTransform().getOrigin(), before);
}

TEST(ContactSolver, ABodyWithMoreNeighboursThanColoursCarriesThemAll) {
  SolverTestWorld world;
  world.add_floor();
  btRigidBody& tray = world.add_box({1, 1, 0.05F}, {.mass = 50, .at = {0, 0, 0.05F}});
  for (int i = 0; i < 100; ++i)
    world.add_box({0.05F, 0.05F, 0.05F},
                  {.mass = 0.3F,
                   .at = {-0.9F + 0.2F * static_cast<float>(i % 10),
                          -0.9F + 0.2F * static_cast<float>(i / 10), 0.15F}});
  world.run(2);
  EXPECT_NEAR(tray.getWorldTransform().getOrigin().z(), 0.05, 0.005);
  for (std::size_t i = 2; i < world.bodies.size(); ++i)
    EXPECT_NEAR(world.bodies[i]->getWorldTransform().getOrigin().z(), 0.15, 0.008);
}

TEST(ContactSolver, SolvesIslandByIslandToo) {
  SolverTestWorld world({.splits_islands = true});
  world.add_floor();
  for (int i = 0; i < 10; ++i) {
    const auto x = static_cast<float>(i);
    world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {x, 0, 0.1F}});
    world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {x, 0, 0.3F}});
  }
  btRigidBody& falling = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {-3, 0, 50}});
  world.run(1);
  for (int i = 1; i <= 20; ++i)
    EXPECT_NEAR(world.bodies[static_cast<std::size_t>(i)]->getWorldTransform().getOrigin().z(),
                i % 2 == 1 ? 0.1 : 0.3, 0.002);
  EXPECT_NEAR(falling.getLinearVelocity().z(), -g, 0.01);
}

TEST(ContactSolver, FrozenBodiesHoldOthersAndThaw) {
  SolverTestWorld world;
  world.add_floor();
  btRigidBody& below = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.6F}});
  btRigidBody& above = world.add_box({0.1F, 0.1F, 0.1F}, {.mass = 1, .at = {0, 0, 0.8F}});
  below.setCollisionFlags(below.getCollisionFlags() | btCollisionObject::CF_STATIC_OBJECT);
  world.run(1);
  EXPECT_NEAR(below.getWorldTransform().getOrigin().z(), 0.6, 1e-6);
  EXPECT_NEAR(above.getWorldTransform().getOrigin().z(), 0.8, 0.002);
  below.setCollisionFlags(below.getCollisionFlags() & ~btCollisionObject::CF_STATIC_OBJECT);
  world.run(1);
  EXPECT_NEAR(below.getWorldTransform().getOrigin().z(), 0.1, 0.002);
  EXPECT_NEAR(above.getWorldTransform().getOrigin().z(), 0.3, 0.004);
}

TEST(ContactSolver, GivesTheSameBitsOnAnyNumberOfThreadsAndEveryTime) {
  const auto run = [](int threads) {
    SolverTestWorld world({.threads = threads});
    world.add_pile(300);
    world.run(2);
    return world.hash();
  };
  const std::uint64_t alone = run(1);
  EXPECT_EQ(run(1), alone);
  EXPECT_EQ(run(2), alone);
  EXPECT_EQ(run(4), alone);
}

}  // namespace
}  // namespace tandem
