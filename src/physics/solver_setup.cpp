// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/solver_setup.h"

#include <mutex>

#include "physics/box_box_algorithm.h"
#include "physics/contact_solver.h"
#include "physics/ellipsoid_contact.h"
#include "physics/inner_edges.h"
#include "physics/materials.h"
#include "physics/parallel_dispatcher.h"
#include "physics/plane_contact.h"
#include "physics/tuning.h"

namespace tandem {

std::unique_ptr<btCollisionDispatcher> make_dispatcher(btCollisionConfiguration& configuration,
                                                       ThreadPool& pool) {
  static std::once_flag is_reach_set;
  std::call_once(is_reach_set, [] { gContactBreakingThreshold = contact_reach_m; });
  install_materials();

  auto dispatcher = std::make_unique<ParallelDispatcher>(&configuration, pool,
                                                         ParallelDispatcher::ProxyBoxes::kept);
  dispatcher->setDispatcherFlags(
      dispatcher->getDispatcherFlags() &
      ~btCollisionDispatcher::CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD);
  install_plane_contact(*dispatcher);
  install_inner_edges(*dispatcher);
  install_ellipsoid_contact(*dispatcher);
  static BoxBoxAlgorithm::CreateFunc box_box;
  dispatcher->registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, BOX_SHAPE_PROXYTYPE, &box_box);
  return dispatcher;
}

std::unique_ptr<btConstraintSolver> make_solver(ThreadPool& pool) {
  return std::make_unique<ContactSolver>(
      pool, ContactSettings{.max_push_out_mps = max_separation_mps,
                            .bounce_threshold_mps = bouncing_speed_mps});
}

btContactSolverInfo solver_settings(const PhysicsConfig& config) {
  btContactSolverInfo settings;
  settings.m_numIterations = config.solver_iterations;
  // one friction direction along the motion lets skid-steered robots creep down slopes
  settings.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
  // bodies that overlap are moved apart without getting speed from it
  settings.m_splitImpulse = 1;
  settings.m_splitImpulsePenetrationThreshold = 0;
  settings.m_erp2 = depth_share;
  settings.m_restitutionVelocityThreshold = bouncing_speed_mps;
  settings.m_linearSlop = contact_slop_m;
  return settings;
}

}  // namespace tandem
