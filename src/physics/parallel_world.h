// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include <vector>

#include "base/thread_pool.h"

namespace tandem {

// A Bullet world in which bodies move on all threads of a pool and nobody falls asleep: it looks
// for no islands and hands everything to the solver at once. Meant for ContactSolver, which skips
// what impulses cannot move.
class ParallelWorld : public btDiscreteDynamicsWorld {
 public:
  ParallelWorld(btDispatcher* dispatcher, btBroadphaseInterface* broadphase,
                btConstraintSolver* solver, btCollisionConfiguration* configuration,
                ThreadPool& pool);

  void solveConstraints(btContactSolverInfo& info) override;

 protected:
  void predictUnconstraintMotion(btScalar step) override;
  void calculateSimulationIslands() override {}
  void updateActivationState(btScalar /*step*/) override {}
  void integrateTransforms(btScalar step) override;

 private:
  ThreadPool& pool_;
  std::vector<btCollisionObject*> movers_;
};

}  // namespace tandem
