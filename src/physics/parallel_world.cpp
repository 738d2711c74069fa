// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/parallel_world.h"

#include <BulletDynamics/ConstraintSolver/btConstraintSolver.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace tandem {

namespace {

constexpr int bodies_in_chunk = 128;

}  // namespace

ParallelWorld::ParallelWorld(btDispatcher* dispatcher, btBroadphaseInterface* broadphase,
                             btConstraintSolver* solver, btCollisionConfiguration* configuration,
                             ThreadPool& pool)
    : btDiscreteDynamicsWorld(dispatcher, broadphase, solver, configuration), pool_(pool) {}

void ParallelWorld::solveConstraints(btContactSolverInfo& info) {
  movers_.clear();
  for (int i = 0; i < m_nonStaticRigidBodies.size(); ++i)
    movers_.push_back(m_nonStaticRigidBodies[i]);
  auto& dispatcher = static_cast<btCollisionDispatcher&>(*getDispatcher());
  const int mover_count = static_cast<int>(movers_.size());
  const int manifold_count = dispatcher.getNumManifolds();
  const int joint_count = m_constraints.size();
  btTypedConstraint** joints = joint_count > 0 ? &m_constraints[0] : nullptr;

  m_constraintSolver->prepareSolve(mover_count, manifold_count);
  m_constraintSolver->solveGroup(movers_.data(), mover_count,
                                 dispatcher.getInternalManifoldPointer(), manifold_count, joints,
                                 joint_count, info, m_debugDrawer, &dispatcher);
  m_constraintSolver->allSolved(info, m_debugDrawer);
}

void ParallelWorld::predictUnconstraintMotion(btScalar step) {
  pool_.for_each_range(m_nonStaticRigidBodies.size(), bodies_in_chunk, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      btRigidBody& body = *m_nonStaticRigidBodies[i];
      if (body.isStaticOrKinematicObject()) continue;
      body.applyDamping(step);
      body.predictIntegratedTransform(step, body.getInterpolationWorldTransform());
    }
  });
}

void ParallelWorld::integrateTransforms(btScalar step) {
  // sweeps along the way share the broadphase's stacks
  if (getDispatchInfo().m_useContinuous) {
    btDiscreteDynamicsWorld::integrateTransforms(step);
    return;
  }
  pool_.for_each_range(m_nonStaticRigidBodies.size(), bodies_in_chunk, [&](int begin, int end) {
    integrateTransformsInternal(&m_nonStaticRigidBodies[begin], end - begin, step);
  });
}

}  // namespace tandem
