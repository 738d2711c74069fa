// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include "physics/test_bodies.h"

// Joints without motor, friction or damping do no work: what hangs on them keeps its energy.
namespace tandem {
namespace {

constexpr double g = 9.81;
constexpr double pi = std::numbers::pi;
constexpr Duration steps[] = {2ms, 8ms, 16ms};

struct Link {
  BodyId body{};
  double mass_kg = 1;
  double inertia = 0;  // the same about every axis
};

// Bodies on joints, with nothing to touch.
struct Linkage {
  explicit Linkage(const PhysicsConfig& config = {.freezes = false}) : world(config) {
    ground = world.add_body(fixed_body(cube(0.01), {0, 0, -10}));
  }

  BodyId add(const Vec3& at, double mass_kg, double inertia, const Quat& turned = {}) {
    BodyConfig config;
    config.world_from_body = {at, turned};
    config.mass.mass_kg = mass_kg;
    config.mass.inertia = {.xx = inertia, .yy = inertia, .zz = inertia};
    config.linear_drag = config.angular_drag = 0;
    links.push_back({world.add_body(config), mass_kg, inertia});
    return links.back().body;
  }

  JointId join(JointType type, BodyId parent, BodyId child, const Vec3& at, const Vec3& axis) {
    JointConfig config;
    config.type = type;
    config.parent = parent;
    config.child = child;
    config.parent_from_joint.translation = inverse(world.world_from(parent)) * at;
    config.child_from_joint.translation = inverse(world.world_from(child)) * at;
    config.axis = axis;
    return world.add_joint(config);
  }

  // Rods end to end along x from a place above the ground; each turns about the next of the axes.
  void add_chain(int count, double length_m, const std::vector<Vec3>& axes) {
    BodyId last = ground;
    for (int i = 0; i < count; ++i) {
      const Vec3 pin{i * length_m, 0, 3};
      const BodyId rod = add(pin + Vec3{0.5 * length_m, 0, 0}, 1, length_m * length_m / 12);
      join(JointType::hinge, last, rod, pin, axes[static_cast<std::size_t>(i) % axes.size()]);
      last = rod;
    }
  }

  double energy() const {
    double sum = 0;
    for (const Link& link : links) {
      const Twist v = world.velocity(link.body);
      sum += 0.5 * link.mass_kg * dot(v.linear, v.linear) +
             0.5 * link.inertia * dot(v.angular, v.angular) +
             link.mass_kg * g * position(world, link.body).z;
    }
    return sum;
  }

  PhysicsWorld world;
  BodyId ground{};
  std::vector<Link> links;
};

struct Account {
  double most_gained = 0;  // relative to the energy that can become motion
  double most_lost = 0;
};

// `depth_m` is how far the centre of all mass can fall.
Account watch(Linkage& linkage, double depth_m, Duration duration, Duration step) {
  double mass = 0;
  for (const Link& link : linkage.links) mass += link.mass_kg;
  const double at_start = linkage.energy();
  Account account;
  for (Duration t{}; t < duration; t += step) {
    linkage.world.step(step);
    const double gained = (linkage.energy() - at_start) / (mass * g * depth_m);
    account.most_gained = std::max(account.most_gained, gained);
    account.most_lost = std::max(account.most_lost, -gained);
  }
  return account;
}

std::string named(Duration step) { return std::to_string(step / 1ms) + " ms"; }

// The centre of mass is at `arm_m` from a pin at height 3.
struct Pendulum : Linkage {
  Pendulum(double arm_m, double inertia, double angle = pi / 2, double x = 0)
      : arm(arm_m), pin{x, 0, 3} {
    bob = add(pin + Vec3{arm * std::sin(angle), 0, -arm * std::cos(angle)}, 1, inertia);
    hinge = join(JointType::hinge, ground, bob, pin, {0, 1, 0});
  }
  double stretch() const { return std::abs(length(position(world, bob) - pin) / arm - 1); }

  double arm;
  Vec3 pin;
  BodyId bob{};
  JointId hinge{};
};

TEST(JointEnergy, APendulumKeepsItsEnergy) {
  struct Case {
    double arm_m, inertia;
  };
  for (const Case& kind : {Case{1, 1e-4}, Case{1, 4e-3}, Case{0.5, 1.0 / 12}}) {
    for (const Duration step : steps) {
      SCOPED_TRACE(named(step) + ", inertia " + std::to_string(kind.inertia));
      Pendulum pendulum(kind.arm_m, kind.inertia);
      const Account early = watch(pendulum, kind.arm_m, 10s, step);
      const Account late = watch(pendulum, kind.arm_m, 10s, step);
      EXPECT_LT(early.most_gained, 0.01);
      EXPECT_LT(late.most_gained, 0.01);
      EXPECT_LT(early.most_lost, 0.02);
    }
  }
}

TEST(JointEnergy, APendulumFarFromTheOriginKeepsItsEnergyToo) {
  Pendulum pendulum(1, 0.004, pi / 2, 200);  // where floats are 0.015 mm apart
  const Account account = watch(pendulum, 1, 20s, 8ms);
  EXPECT_LT(account.most_gained, 0.01);
  EXPECT_LT(account.most_lost, 0.02);
}

TEST(JointEnergy, APendulumKeepsItsLength) {
  for (const double inertia : {1e-4, 4e-3}) {
    for (const Duration step : steps) {
      SCOPED_TRACE(named(step) + ", inertia " + std::to_string(inertia));
      Pendulum pendulum(1, inertia);
      double most = 0;
      for (Duration t{}; t < 10s; t += step) {
        pendulum.world.step(step);
        most = std::max(most, pendulum.stretch());
      }
      EXPECT_LT(most, 0.005);
    }
  }
}

TEST(JointEnergy, ASmallSwingTakesTheTimeOfTheTextbook) {
  for (const double inertia : {1e-4, 0.3}) {
    for (const Duration step : steps) {
      SCOPED_TRACE(named(step) + ", inertia " + std::to_string(inertia));
      Pendulum pendulum(1, inertia, 0.05);
      int crossings = 0;
      double first = 0, last = 0, before = 0.05;
      for (Duration t = step; t < 20s; t += step) {
        pendulum.world.step(step);
        const double x = position(pendulum.world, pendulum.bob).x;
        if (before > 0 && x <= 0) {
          last = seconds(t) - seconds(step) * x / (x - before);
          if (crossings++ == 0) first = last;
        }
        before = x;
      }
      const double period = 2 * pi * std::sqrt((1 + inertia) / g);
      ASSERT_GT(crossings, 5);
      EXPECT_NEAR((last - first) / (crossings - 1), period, 0.01 * period);
    }
  }
}

TEST(JointEnergy, ADoublePendulumGainsNone) {
  for (const Duration step : steps) {
    SCOPED_TRACE(named(step));
    Linkage linkage;
    linkage.add_chain(2, 0.5, {{0, 1, 0}});
    const Account account = watch(linkage, 0.5, 20s, step);
    EXPECT_LT(account.most_gained, 0.01);
    EXPECT_LT(account.most_lost, 0.3);
  }
}

TEST(JointEnergy, AChainOfFiveGainsNone) {
  for (const Duration step : steps) {
    SCOPED_TRACE(named(step));
    Linkage flat, skew;
    flat.add_chain(5, 0.3, {{0, 1, 0}});
    skew.add_chain(5, 0.3, {{0, 1, 0}, {0, 0, 1}});
    const Account in_plane = watch(flat, 0.75, 20s, step);
    EXPECT_LT(in_plane.most_gained, 0.01);
    const Account in_space = watch(skew, 0.75, 20s, step);
    EXPECT_LT(in_space.most_gained, 0.01);
  }
}

TEST(JointEnergy, AFourBarLinkageGainsNone) {
  for (const Duration step : steps) {
    SCOPED_TRACE(named(step));
    Linkage linkage;
    // two rods of 1 m that lie to the side and the bar between their ends
    const double inertia = 1.0 / 12;
    const BodyId left = linkage.add({0.5, 0, 3}, 1, inertia);
    const BodyId right = linkage.add({1.3, 0, 3.6}, 1, inertia);
    const BodyId bar = linkage.add({1.4, 0, 3.3}, 1, inertia);
    const Vec3 y{0, 1, 0};
    linkage.join(JointType::hinge, linkage.ground, left, {0, 0, 3}, y);
    linkage.join(JointType::hinge, linkage.ground, right, {0.8, 0, 3.6}, y);
    linkage.join(JointType::hinge, left, bar, {1, 0, 3}, y);
    linkage.join(JointType::hinge, right, bar, {1.8, 0, 3.6}, y);
    // the rods' centres fall by half of their length, the bar by all of it
    const Account account = watch(linkage, 2.0 / 3, 20s, step);
    EXPECT_LT(account.most_gained, 0.01);
  }
}

TEST(JointEnergy, AChainMovesTheSameOnAnyNumberOfThreads) {
  std::vector<std::uint64_t> hashes;
  for (const int threads : {1, 2, 4}) {
    Linkage linkage({.freezes = false, .threads = threads});
    linkage.add_chain(5, 0.3, {{0, 1, 0}, {0, 0, 1}});
    run(linkage.world, 2s);
    hashes.push_back(linkage.world.state_hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(JointEnergy, ASliderGainsNoneAloneNorWithAPendulumOnIt) {
  for (const Duration step : steps) {
    SCOPED_TRACE(named(step));
    Linkage rail;
    const BodyId sled = rail.add({0, 0, 3}, 1, 0.01);
    rail.join(JointType::slider, rail.ground, sled, {0, 0, 3},
              {std::cos(0.02), 0, -std::sin(0.02)});
    const Account alone = watch(rail, 1, 10s, step);
    EXPECT_LT(alone.most_gained, 0.01);
    // g sin(0.02) for 10 s
    EXPECT_NEAR(position(rail.world, sled).x, 0.5 * g * std::sin(0.02) * 100, 0.1);

    Linkage crane;
    const BodyId cart = crane.add({0, 0, 3}, 2, 0.01);
    const BodyId load = crane.add({1, 0, 3}, 1, 0.004);
    crane.join(JointType::slider, crane.ground, cart, {0, 0, 3}, {1, 0, 0});
    crane.join(JointType::hinge, cart, load, {0, 0, 3}, {0, 1, 0});
    const Account both = watch(crane, 1.0 / 3, 20s, step);
    EXPECT_LT(both.most_gained, 0.01);
  }
}

}  // namespace
}  // namespace tandem
