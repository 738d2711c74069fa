// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletDynamics/ConstraintSolver/btConstraintSolver.h>
#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>

#include <memory>

#include "base/thread_pool.h"
#include "physics/physics_world.h"

namespace tandem {

// The one place that chooses who finds contacts and who solves them.
std::unique_ptr<btCollisionDispatcher> make_dispatcher(btCollisionConfiguration& configuration,
                                                       ThreadPool& pool);
std::unique_ptr<btConstraintSolver> make_solver(ThreadPool& pool);
btContactSolverInfo solver_settings(const PhysicsConfig& config);

}  // namespace tandem
