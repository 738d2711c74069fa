// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>

#include <vector>

#include "physics/contact_rows.h"

namespace tandem {

// The rows of Bullet's joints, one after the other, with the meaning its own solver gives them.
class JointRows {
 public:
  void clear() { rows_.clear(); }
  // `a` and `b` are the bodies' places among the velocities.
  void add(btTypedConstraint& joint, int a, int b, const SolverBody* bodies,
           const btContactSolverInfo& info, int substeps);

  // The velocities are taken to have the impulses of the last substep in them already.
  void solve(SolverVelocity* velocities);
  // Closes the books of the substep.
  void sum_up();
  // Tells the joints their impulses and breaks those that bore too much.
  void store(const btContactSolverInfo& info) const;

 private:
  // Bullet writes the first four vectors and the five numbers behind them.
  struct alignas(16) Row {
    btVector3 linear_a{0, 0, 0}, angular_a{0, 0, 0}, linear_b{0, 0, 0}, angular_b{0, 0, 0};
    btScalar target = 0;  // velocity
    btScalar softness = 0;
    btScalar lower = 0, upper = 0;
    btVector3 push_a, turn_a, push_b, turn_b;  // what a unit impulse does
    btScalar mass = 0;
    btScalar impulse = 0;      // in this substep
    btScalar impulse_sum = 0;  // of the substeps so far
    int a = 0, b = 0;
    btTypedConstraint* joint = nullptr;
  };

  std::vector<Row> rows_;
};

}  // namespace tandem
