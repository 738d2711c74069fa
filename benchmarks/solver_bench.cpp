// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// What does a step of 3,000 boxes cost when all are awake, and where does it go?
//   solver_bench [--boxes 3000] [--steps 120] [--variant stock|...] [--threads N]
#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <btBulletDynamicsCommon.h>
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
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

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

enum Stage { predict, aabbs, pairs, narrow, islands, solve, integrate, activation, stage_count };
const char* stage_names[] = {"predict", "aabbs", "pairs",     "narrow",
                             "islands", "solve", "integrate", "activation"};

class Timed {
 public:
  explicit Timed(double& sum) : sum_(sum) {}
  ~Timed() { sum_ += milliseconds(Clock::now() - start_); }

 private:
  double& sum_;
  Clock::time_point start_ = Clock::now();
};

class StageWorld : public btDiscreteDynamicsWorld {
 public:
  using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
  double ms[stage_count] = {};

  void performDiscreteCollisionDetection() override {
    {
      const Timed t(ms[aabbs]);
      updateAabbs();
    }
    {
      const Timed t(ms[pairs]);
      computeOverlappingPairs();
    }
    const Timed t(ms[narrow]);
    getDispatcher()->dispatchAllCollisionPairs(getBroadphase()->getOverlappingPairCache(),
                                               getDispatchInfo(), getDispatcher());
  }
  void solveConstraints(btContactSolverInfo& info) override {
    const Timed t(ms[solve]);
    btDiscreteDynamicsWorld::solveConstraints(info);
  }

 protected:
  void predictUnconstraintMotion(btScalar dt) override {
    const Timed t(ms[predict]);
    btDiscreteDynamicsWorld::predictUnconstraintMotion(dt);
  }
  void calculateSimulationIslands() override {
    const Timed t(ms[islands]);
    btDiscreteDynamicsWorld::calculateSimulationIslands();
  }
  void integrateTransforms(btScalar dt) override {
    const Timed t(ms[integrate]);
    btDiscreteDynamicsWorld::integrateTransforms(dt);
  }
  void updateActivationState(btScalar dt) override {
    const Timed t(ms[activation]);
    btDiscreteDynamicsWorld::updateActivationState(dt);
  }
};

struct Options {
  int boxes = 3000;
  int steps = 120;
  int settle = 180;
  std::string variant = "all";
  int threads = 2;
};

struct Pile {
  btDefaultCollisionConfiguration configuration;
  BoxBoxAlgorithm::CreateFunc box_box;
  std::unique_ptr<ThreadPool> pool;
  std::unique_ptr<btCollisionDispatcher> dispatcher;
  btDbvtBroadphase broadphase;
  std::unique_ptr<btConstraintSolver> solver;
  std::unique_ptr<StageWorld> world;
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;

  Pile(const Options& options, const std::string& variant) {
    pool = std::make_unique<ThreadPool>(options.threads);
    if (variant == "stock")
      dispatcher = std::make_unique<btCollisionDispatcher>(&configuration);
    else
      dispatcher = std::make_unique<ParallelDispatcher>(&configuration, *pool);
    if (variant != "stock" && variant != "dispatcher")
      dispatcher->registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, BOX_SHAPE_PROXYTYPE, &box_box);
    dispatcher->setDispatcherFlags(
        dispatcher->getDispatcherFlags() &
        ~btCollisionDispatcher::CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD);
    if (variant == "solver")
      solver = std::make_unique<ContactSolver>(*pool);
    else
      solver = std::make_unique<btSequentialImpulseConstraintSolver>();
    world =
        std::make_unique<StageWorld>(dispatcher.get(), &broadphase, solver.get(), &configuration);
    if (variant == "solver") world->getSimulationIslandManager()->setSplitIslands(false);
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

  btRigidBody& add(const btVector3& half, btScalar mass, const btTransform& pose) {
    auto shape = std::make_unique<btBoxShape>(half);
    shape->setMargin(0.001F);
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
    return *bodies.back();
  }

  static constexpr float room = 5.0F;

  void add_room() {
    const auto at = [](float x, float y, float z) {
      return btTransform(btQuaternion::getIdentity(), {x, y, z});
    };
    add({room, room, 0.5F}, 0, at(0, 0, -0.5F));
    for (const float side : {-1.0F, 1.0F}) {
      add({0.5F, room, 5}, 0, at(side * (room / 2 + 0.5F), 0, 5));
      add({room, 0.5F, 5}, 0, at(0, side * (room / 2 + 0.5F), 5));
    }
  }

  void add_boxes(int count) {
    Random random(7, "pile");
    const auto in = [&](double low, double high) {
      return static_cast<float>(random.uniform(low, high));
    };
    const int row = 13;
    for (int i = 0; i < count; ++i) {
      const btVector3 half(in(0.05, 0.15), in(0.05, 0.15), in(0.05, 0.15));
      const int layer = i / (row * row);
      const auto x = static_cast<float>(i % row - row / 2) * 0.37F;
      const auto y = static_cast<float>(i / row % row - row / 2) * 0.37F;
      const btVector3 place(x, y, 0.3F + static_cast<float>(layer) * 0.4F);
      btQuaternion turn(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1));
      turn.normalize();
      add(half, 8 * half.x() * half.y() * half.z() * 300, btTransform(turn, place));
    }
  }

  std::uint64_t hash() const {
    Hash digest;
    for (const auto& body : bodies) {
      const btTransform& pose = body->getWorldTransform();
      float values[7] = {pose.getOrigin().x(),          pose.getOrigin().y(),
                         pose.getOrigin().z(),          body->getLinearVelocity().x(),
                         body->getLinearVelocity().y(), body->getLinearVelocity().z(),
                         body->getAngularVelocity().x()};
      for (float v : values) digest.add(static_cast<double>(v));
    }
    return digest.value();
  }
};

double process_cpu_ms() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) * 1e-6;
}

double run(const Options& options, const std::string& variant) {
  Pile pile(options, variant);
  for (int i = 0; i < options.settle; ++i) pile.world->stepSimulation(1.0F / 60, 0);

  for (double& ms : pile.world->ms) ms = 0;
  std::vector<double> walls;
  const double cpu_start = process_cpu_ms();
  for (int i = 0; i < options.steps; ++i) {
    const auto start = Clock::now();
    pile.world->stepSimulation(1.0F / 60, 0);
    walls.push_back(milliseconds(Clock::now() - start));
  }
  const double cpu = (process_cpu_ms() - cpu_start) / options.steps;

  double mean = 0;
  for (const double wall : walls) mean += wall / options.steps;
  std::sort(walls.begin(), walls.end());
  const double median = walls[walls.size() / 2];
  const double p99 = walls[walls.size() * 99 / 100];

  int points = 0, touching = 0;
  double depth = 0, deepest = 0;
  for (int i = 0; i < pile.dispatcher->getNumManifolds(); ++i) {
    const btPersistentManifold* manifold = pile.dispatcher->getManifoldByIndexInternal(i);
    points += manifold->getNumContacts();
    touching += manifold->getNumContacts() > 0;
    for (int p = 0; p < manifold->getNumContacts(); ++p) {
      const double d = std::max(0.0F, -manifold->getContactPoint(p).getDistance());
      depth += d;
      deepest = std::max(deepest, d);
    }
  }
  double energy = 0, speed = 0, height = 0;
  for (const auto& body : pile.bodies) {
    if (body->isStaticObject()) continue;
    speed += static_cast<double>(body->getLinearVelocity().length());
    height += static_cast<double>(body->getWorldTransform().getOrigin().z());
  }
  (void)energy;
  fmt::print("{:12} mean {:6.2f} median {:6.2f} p99 {:6.2f} cpu {:6.2f} ms  |", variant, mean,
             median, p99, cpu);
  for (int s = 0; s < stage_count; ++s)
    fmt::print(" {} {:.2f}", stage_names[s], pile.world->ms[s] / options.steps);
  fmt::print(
      "\n{:12} pairs {} touching {} points {} depth mean {:.2f} max {:.1f} mm, speed mean {:.4f} "
      "m/s, height {:.3f} hash {:016x}\n",
      "", pile.broadphase.getOverlappingPairCache()->getNumOverlappingPairs(), touching, points,
      1e3 * depth / points, 1e3 * deepest, speed / options.boxes, height / options.boxes,
      pile.hash());
  std::fflush(stdout);
  return mean;
}

}  // namespace
}  // namespace tandem

int main(int argc, char** argv) {
  tandem::Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--boxes") options.boxes = std::stoi(argv[i + 1]);
    if (name == "--steps") options.steps = std::stoi(argv[i + 1]);
    if (name == "--settle") options.settle = std::stoi(argv[i + 1]);
    if (name == "--variant") options.variant = argv[i + 1];
    if (name == "--threads") options.threads = std::stoi(argv[i + 1]);
  }
  gDbvtMargin = 0.005F;
  gContactBreakingThreshold = 0.005F;
  for (const char* variant : {"stock", "dispatcher", "boxes", "solver"})
    if (options.variant == "all" || options.variant == variant) tandem::run(options, variant);
}
