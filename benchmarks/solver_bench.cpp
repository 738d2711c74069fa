// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// What does a step of 3,000 boxes cost when all are awake, and where does the time go?
//   solver_bench [--boxes 3000] [--settle 180] [--steps 120] [--threads 2] [--variant NAME]
// Variants replace Bullet's parts one after the other: stock, dispatcher, boxes, solver, world.
#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <btBulletDynamicsCommon.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "base/thread_pool.h"
#include "physics/box_box_algorithm.h"
#include "physics/contact_solver.h"
#include "physics/parallel_dispatcher.h"

namespace tandem {
namespace {

using Clock = std::chrono::steady_clock;

constexpr float step_s = 1.0F / 60;
constexpr float room_m = 5;

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

double process_cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

enum Stage { predict, aabbs, pairs, narrow, islands, solve, integrate, stage_count };
constexpr std::array<const char*, stage_count> stage_names = {
    "predict", "aabbs", "pairs", "narrow", "islands", "solve", "integrate"};
using StageTimes = std::array<double, stage_count>;

class Timed {
 public:
  Timed(StageTimes& times, Stage stage) : sum_(times[stage]) {}
  ~Timed() { sum_ += milliseconds(Clock::now() - start_); }

 private:
  double& sum_;
  Clock::time_point start_ = Clock::now();
};

class TimedWorld : public btDiscreteDynamicsWorld {
 public:
  template <typename... Arguments>
  explicit TimedWorld(StageTimes& times, Arguments&&... arguments)
      : btDiscreteDynamicsWorld(std::forward<Arguments>(arguments)...), times_(times) {}

  void performDiscreteCollisionDetection() override {
    {
      const Timed timed(times_, aabbs);
      this->updateAabbs();
    }
    {
      const Timed timed(times_, pairs);
      this->computeOverlappingPairs();
    }
    const Timed timed(times_, narrow);
    this->getDispatcher()->dispatchAllCollisionPairs(
        this->getBroadphase()->getOverlappingPairCache(), this->getDispatchInfo(),
        this->getDispatcher());
  }
  void solveConstraints(btContactSolverInfo& info) override {
    const Timed timed(times_, solve);
    btDiscreteDynamicsWorld::solveConstraints(info);
  }

 protected:
  void predictUnconstraintMotion(btScalar step) override {
    const Timed timed(times_, predict);
    btDiscreteDynamicsWorld::predictUnconstraintMotion(step);
  }
  void calculateSimulationIslands() override {
    const Timed timed(times_, islands);
    btDiscreteDynamicsWorld::calculateSimulationIslands();
  }
  void integrateTransforms(btScalar step) override {
    const Timed timed(times_, integrate);
    btDiscreteDynamicsWorld::integrateTransforms(step);
  }

 private:
  StageTimes& times_;
};

struct Options {
  int boxes = 3000;
  int settle = 180;
  int steps = 120;
  int threads = 2;
  std::string variant = "all";
};

const std::array<std::string, 4> variants = {"stock", "dispatcher", "boxes", "solver"};

class Pile {
 public:
  Pile(const Options& options, const std::string& variant) : pool(options.threads) {
    const auto level = std::find(variants.begin(), variants.end(), variant) - variants.begin();
    if (level >= 1) {
      dispatcher = std::make_unique<ParallelDispatcher>(&configuration, pool,
                                                        ParallelDispatcher::ProxyBoxes::kept);
    } else {
      dispatcher = std::make_unique<btCollisionDispatcher>(&configuration);
    }
    if (level >= 2)
      dispatcher->registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, BOX_SHAPE_PROXYTYPE, &box_box);
    dispatcher->setDispatcherFlags(
        dispatcher->getDispatcherFlags() &
        ~btCollisionDispatcher::CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD);
    if (level >= 3) {
      solver = std::make_unique<ContactSolver>(pool);
    } else {
      solver = std::make_unique<btSequentialImpulseConstraintSolver>();
    }
    world = std::make_unique<TimedWorld>(times, dispatcher.get(), &broadphase, solver.get(),
                                         &configuration);
    world->getSimulationIslandManager()->setSplitIslands(level < 3);
    world->setGravity({0, 0, -9.81F});
    world->setForceUpdateAllAabbs(false);
    world->getDispatchInfo().m_useContinuous = false;
    world->getDispatchInfo().m_deterministicOverlappingPairs = true;
    world->getSolverInfo().m_numIterations = 10;
    add_room();
    add_boxes(options.boxes);
  }

  ~Pile() {
    for (auto& body : bodies) world->removeRigidBody(body.get());
  }

  void step() { world->stepSimulation(step_s, 0); }

  std::uint64_t hash() const {
    Hash digest;
    for (const auto& body : bodies)
      for (int i = 0; i < 3; ++i) {
        digest.add(static_cast<double>(body->getWorldTransform().getOrigin()[i]));
        digest.add(static_cast<double>(body->getLinearVelocity()[i]));
        digest.add(static_cast<double>(body->getAngularVelocity()[i]));
      }
    return digest.value();
  }

  void print_state() const {
    std::vector<double> depths;
    int touching = 0;
    for (int i = 0; i < dispatcher->getNumManifolds(); ++i) {
      const btPersistentManifold& manifold = *dispatcher->getManifoldByIndexInternal(i);
      touching += manifold.getNumContacts() > 0;
      for (int p = 0; p < manifold.getNumContacts(); ++p)
        depths.push_back(
            std::max(0.0, -static_cast<double>(manifold.getContactPoint(p).getDistance())));
    }
    std::sort(depths.begin(), depths.end());
    double speed = 0;
    for (const auto& body : bodies)
      speed += static_cast<double>(body->getLinearVelocity().length());
    fmt::print(
        "  {} near, {} touching, {} points; depth mean {:.2f}, p99 {:.1f}, max {:.1f} mm; "
        "speed {:.1f} mm/s; {:016x}\n",
        dispatcher->getNumManifolds(), touching, depths.size(),
        1e3 * std::accumulate(depths.begin(), depths.end(), 0.0) /
            static_cast<double>(depths.size()),
        1e3 * depths[depths.size() * 99 / 100], 1e3 * depths.back(),
        1e3 * speed / static_cast<double>(bodies.size()), hash());
  }

  StageTimes times{};

 private:
  void add(const btVector3& half, btScalar mass, const btTransform& pose) {
    auto shape = std::make_unique<btBoxShape>(half);
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape.get(), inertia);
    info.m_startWorldTransform = pose;
    info.m_linearDamping = 0.02F;
    info.m_angularDamping = 0.1F;
    info.m_friction = 0.7F;
    auto body = std::make_unique<btRigidBody>(info);
    if (mass > 0) body->setActivationState(DISABLE_DEACTIVATION);
    world->addRigidBody(body.get());
    shapes.push_back(std::move(shape));
    bodies.push_back(std::move(body));
  }

  void add_room() {
    const auto at = [](float x, float y, float z) {
      return btTransform(btQuaternion::getIdentity(), {x, y, z});
    };
    add({room_m, room_m, 0.5F}, 0, at(0, 0, -0.5F));
    for (const float side : {-1.0F, 1.0F}) {
      add({0.5F, room_m, 5}, 0, at(side * (room_m / 2 + 0.5F), 0, 5));
      add({room_m, 0.5F, 5}, 0, at(0, side * (room_m / 2 + 0.5F), 5));
    }
  }

  // Layer above layer, of all sizes from 0.1 to 0.3 m and turned every way.
  void add_boxes(int count) {
    Random random(7, "pile");
    const auto in = [&](double low, double high) {
      return static_cast<float>(random.uniform(low, high));
    };
    const int row = 13;
    for (int i = 0; i < count; ++i) {
      const btVector3 half(in(0.05, 0.15), in(0.05, 0.15), in(0.05, 0.15));
      const btVector3 at(static_cast<float>(i % row - row / 2) * 0.37F,
                         static_cast<float>(i / row % row - row / 2) * 0.37F,
                         0.3F + static_cast<float>(i / (row * row)) * 0.4F);
      btQuaternion turn(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1));
      turn.normalize();
      constexpr float density = 300;
      add(half, 8 * half.x() * half.y() * half.z() * density, btTransform(turn, at));
    }
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
};

double run(const Options& options, const std::string& variant, double stock_ms) {
  Pile pile(options, variant);
  for (int i = 0; i < options.settle; ++i) pile.step();

  pile.times = {};
  std::vector<double> walls;
  const double cpu_before = process_cpu_ms();
  for (int i = 0; i < options.steps; ++i) {
    const auto start = Clock::now();
    pile.step();
    walls.push_back(milliseconds(Clock::now() - start));
  }
  const double cpu = (process_cpu_ms() - cpu_before) / options.steps;
  const double mean = std::accumulate(walls.begin(), walls.end(), 0.0) / options.steps;
  std::sort(walls.begin(), walls.end());

  fmt::print("{:10} mean {:5.2f} p99 {:5.2f} best {:5.2f} cpu {:5.2f} ms", variant, mean,
             walls[walls.size() * 99 / 100], walls.front(), cpu);
  if (stock_ms > 0) fmt::print(", {:.1f} times stock's speed", stock_ms / mean);
  fmt::print("\n ");
  for (std::size_t i = 0; i < stage_count; ++i)
    fmt::print(" {} {:.2f}", stage_names[i], pile.times[i] / options.steps);
  fmt::print("\n");
  pile.print_state();
  return mean;
}

void run_all(const Options& options) {
  double stock_ms = 0;
  for (const std::string& variant : variants) {
    if (options.variant != "all" && options.variant != variant) continue;
    const double mean = run(options, variant, stock_ms);
    if (variant == "stock") stock_ms = mean;
  }
}

}  // namespace
}  // namespace tandem

int main(int argc, char** argv) {
  tandem::Options options;
  const std::map<std::string, int*> numbers = {{"--boxes", &options.boxes},
                                               {"--settle", &options.settle},
                                               {"--steps", &options.steps},
                                               {"--threads", &options.threads}};
  for (int i = 1; i + 1 < argc; i += 2) {
    const auto number = numbers.find(argv[i]);
    if (number != numbers.end()) {
      *number->second = std::stoi(argv[i + 1]);
    } else {
      options.variant = argv[i + 1];
    }
  }
  gDbvtMargin = 0.005F;
  gContactBreakingThreshold = 0.005F;
  tandem::run_all(options);
}
