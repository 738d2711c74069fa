// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "physics/physics_world.h"

namespace tandem {
namespace {

BodyConfig body(Motion motion, const Shape& shape, const Vec3& at, double mass_kg = 1) {
  BodyConfig config;
  config.motion = motion;
  config.world_from_body.translation = at;
  config.colliders = {{shape, {}, {}}};
  if (motion == Motion::dynamic) config.mass = solid(shape, mass_kg);
  return config;
}

// A floor with four walls.
void add_yard(PhysicsWorld& world, double side) {
  world.add_body(body(Motion::fixed, Plane{}, {}));
  for (const double sign : {-1.0, 1.0}) {
    const double at = sign * (side / 2 + 0.5);
    world.add_body(body(Motion::fixed, Box{{1, side + 2, 4}}, {at, 0, 2}));
    world.add_body(body(Motion::fixed, Box{{side + 2, 1, 4}}, {0, at, 2}));
  }
}

// Boxes of 0.1 to 0.3 m in layers above the floor, a little askew.
void add_crowd(PhysicsWorld& world, int count, double side) {
  Random random(1, "crowd");
  const int row = std::max(1, static_cast<int>(side / 0.45));
  for (int i = 0; i < count; ++i) {
    const Vec3 cell{(i % row + 0.5) * side / row - side / 2,
                    (i / row % row + 0.5) * side / row - side / 2, 0.4 + 0.45 * (i / (row * row))};
    const Box box{{random.uniform(0.1, 0.3), random.uniform(0.1, 0.3), random.uniform(0.1, 0.3)}};
    BodyConfig config =
        body(Motion::dynamic, box, cell, 500 * box.size.x * box.size.y * box.size.z);
    config.world_from_body.rotation =
        Quat::from_rpy(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), random.uniform(-3, 3));
    world.add_body(config);
  }
}

class StepTimes {
 public:
  void step(PhysicsWorld& world, Duration dt) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu_start = std::clock();
    active_ = world.step(dt).active_bodies;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    times_ms_.push_back(took.count());
    cpu_ms_.push_back(1e3 * static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
  }

  // On a busy machine the time of the processor tells more than that of the clock on the wall.
  void report(benchmark::State& state) {
    const std::size_t count = times_ms_.size();
    for (auto& [name, times] : {std::pair{"ms", &times_ms_}, std::pair{"cpu_ms", &cpu_ms_}}) {
      std::sort(times->begin(), times->end());
      double sum = 0;
      for (const double time : *times) sum += time;
      state.counters[std::string("mean_") + name] = sum / static_cast<double>(count);
      state.counters[std::string("p99_") + name] = (*times)[count * 99 / 100];
    }
    state.counters["awake"] = active_;
  }

 private:
  std::vector<double> times_ms_;
  std::vector<double> cpu_ms_;
  int active_ = 0;
};

// How long does a step take while boxes fall in layers on a floor, pile up and come to rest?
void crowd_drops(benchmark::State& state) {
  const int count = static_cast<int>(state.range(0));
  const bool freezes = state.range(1) != 0;
  for (auto _ : state) {
    PhysicsWorld world({.solver_iterations = 10, .freezes = freezes});
    const double side = std::sqrt(count / 4.0) * 0.45;
    add_yard(world, side);
    add_crowd(world, count, side);
    StepTimes times;
    const int steps = freezes ? 600 : 300;
    for (int i = 0; i < steps; ++i) times.step(world, 16'666'667ns);
    times.report(state);
  }
}
BENCHMARK(crowd_drops)
    ->Args({3000, 1})
    ->Args({3000, 0})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);

// What do bodies cost that lie still?
void crowd_settled(benchmark::State& state) {
  PhysicsWorld world({.solver_iterations = 10});
  const int count = static_cast<int>(state.range(0));
  const int row = static_cast<int>(std::sqrt(count / 3.0));
  world.add_body(body(Motion::fixed, Plane{}, {}));
  for (int i = 0; i < count; ++i)
    world.add_body(body(Motion::dynamic, Box{{0.2, 0.2, 0.2}},
                        {0.3 * (i / 3 % row), 0.3 * (i / 3 / row), 0.1 + 0.2 * (i % 3)}));
  for (int i = 0; i < 60; ++i) world.step(16'666'667ns);
  StepTimes times;
  for (auto _ : state) {
    times.step(world, 16'666'667ns);
    benchmark::DoNotOptimize(world.state_hash());
  }
  times.report(state);
}
BENCHMARK(crowd_settled)->Arg(30000)->Unit(benchmark::kMillisecond);

// What does a driven robot cost: a hull on four feet without friction, pushed each step?
void driven_robots(benchmark::State& state) {
  PhysicsWorld world;
  world.add_body(body(Motion::fixed, Plane{}, {}));
  const int count = static_cast<int>(state.range(0));
  std::vector<BodyId> robots;
  for (int i = 0; i < count; ++i) {
    BodyConfig config =
        body(Motion::dynamic, Cylinder{0.15, 0.1}, {i % 10 * 1.0, i / 10 * 1.0, 0.1}, 5);
    for (const double x : {-0.1, 0.1})
      for (const double y : {-0.1, 0.1})
        config.colliders.push_back({Sphere{0.03}, {{x, y, -0.07}, {}}, {.friction = 0}});
    robots.push_back(world.add_body(config));
  }
  int steps = 0;
  for (auto _ : state) {
    for (const BodyId robot : robots) {
      const double turning = world.velocity(robot).angular.z;
      const Vec3 forward = world.world_from(robot).rotation * Vec3{1, 0, 0};
      const double speed = dot(forward, world.velocity(robot).linear);
      world.add_force(robot, 50 * (0.3 - speed) * forward, world.world_from(robot).translation);
      world.add_torque(robot, {0, 0, 2 * (1 - turning)});
    }
    world.step(5ms);
    ++steps;
  }
  state.counters["us_per_robot_step"] =
      benchmark::Counter(static_cast<double>(steps) * count * 1e-6,
                         benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(driven_robots)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace tandem
