// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>

#include <cstddef>
#include <vector>

#include "physics/contact_rows.h"

namespace tandem {

// The rows of Bullet's joints, one joint after the other, with the meaning its own solver gives
// them; but they turn with the bodies from substep to substep.
//
// Rows without bounds hold the bodies together. Those of a joint are solved at once: where a light
// body hangs on a long arm they hinder each other so much that taking turns gets nowhere. Each
// substep gives them two impulses: one from where the bodies are before they move, so that they are
// together after it, and one from where they are then, which stops them from parting. This neither
// adds nor takes energy; impulses from one place only do (it is known as RATTLE).
class JointRows {
 public:
  void begin(const btContactSolverInfo& info, int substeps);
  // `a` and `b` are the bodies' places among the velocities. Says whether the joint has any rows.
  bool add(btTypedConstraint& joint, int a, int b, const SolverBody* bodies,
           const SolverVelocity* velocities);

  // What the joints change goes into `starts`, too, so that the difference of the two is what
  // others did. The impulses begin as those of the last substep.
  void hold(SolverVelocity* velocities, SolverVelocity* starts, bool is_first);
  // The bodies have moved by their velocities.
  void follow(const SolverVelocity* velocities, const SolverVelocity* ways,
              const SolverBody* bodies);
  // Ends the substep.
  void relax(SolverVelocity* velocities, SolverVelocity* starts, bool is_first);

  // Leaves the bodies where going by their velocity for the whole step brings them to the place
  // where the substeps led them.
  void place_bodies(const SolverVelocity* velocities, const SolverVelocity* ways) const;
  // Tells the joints their impulses and breaks those that bore too much.
  void store() const;

 private:
  static constexpr int max_held = 6;

  // As Bullet writes it.
  struct alignas(16) Terms {
    btVector3 linear_a{0, 0, 0}, angular_a{0, 0, 0}, linear_b{0, 0, 0}, angular_b{0, 0, 0};
    btScalar target = 0;  // velocity
    btScalar softness = 0;
    btScalar lower = -SIMD_INFINITY, upper = SIMD_INFINITY;
  };
  struct alignas(16) Row {
    Terms terms;
    btVector3 push_a, turn_a, push_b, turn_b;  // what a unit impulse does
    btScalar mass = 0;
    btScalar kept = 0;         // velocity that damping leaves
    btScalar impulse = 0;      // in this substep; of held rows, before the bodies move
    btScalar impulse_sum = 0;  // of the substeps so far
    // Of held rows: how far the bodies still have to go along the row by now, and how much faster
    // they go along it when it turns as in the last substep.
    btScalar way_left = 0;
    btScalar bend = 0;
  };
  struct alignas(16) Side {
    btRigidBody* body = nullptr;
    int slot = 0;
    bool moves = false;
    btTransform start = btTransform::getIdentity();
    btQuaternion turn = btQuaternion::getIdentity();  // since then
  };
  struct alignas(16) Group {
    btTypedConstraint* joint = nullptr;
    Side a, b;
    std::size_t first_row = 0;
    std::size_t row_count = 0;
    int held_count = 0;
    int held[max_held] = {};  // of the rows
    // L below the diagonal and the inverse of D on it, of the held rows' response as L D L'
    double factors[max_held][max_held] = {};
  };

  enum class Phase { hold, relax };

  Row& held_row(const Group& group, int i) {
    return rows_[group.first_row + static_cast<std::size_t>(group.held[i])];
  }
  btScalar read_terms(Group& group);
  void foresee_bend(Group& group, const SolverVelocity* velocities);
  void set_up_response(Group& group, const SolverBody* bodies);
  void factorise(Group& group);
  void solve(Phase phase, bool is_first, SolverVelocity* velocities, SolverVelocity* starts);
  void solve_bounded(const Group& group, SolverVelocity* velocities, SolverVelocity* starts);
  void solve_held(const Group& group, Phase phase, SolverVelocity* velocities,
                  SolverVelocity* starts);
  static btScalar speed_along(const Terms& terms, const Group& group,
                              const SolverVelocity* velocities);
  static void push(const Row& row, const Group& group, btScalar impulse, SolverVelocity* velocities,
                   SolverVelocity* starts);
  void move(Side& side, const SolverVelocity* velocities, const btVector3& way) const;

  btContactSolverInfo info_;
  int substeps_ = 1;
  btScalar substep_s_ = 0;
  std::vector<Group> groups_;
  std::vector<Row> rows_;
  std::vector<Terms> terms_;  // of the joint that was read last
};

}  // namespace tandem
