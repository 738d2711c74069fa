// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletDynamics/ConstraintSolver/btConstraintSolver.h>

#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "physics/contact_rows.h"
#include "physics/joint_rows.h"

class btRigidBody;

namespace tandem {

// Bullet's constraint solver for crowds: contacts are coloured so that those of one colour share no
// body, solved four at a time on every thread of a pool, and give the same bits on any number of
// threads. Bodies are pushed out of each other without gaining speed from it.
//
// It takes all islands at once and skips what sleeps: setSplitIslands(false) on the world's island
// manager saves their sorting. Of btContactSolverInfo it reads the step, the iterations, what
// concerns joints (erp, damping, global softness) and the speed from which things bounce. Contacts
// with a stiffness of their own, direction-dependent friction and moving surfaces are not
// supported.
class ContactSolver : public btConstraintSolver {
 public:
  explicit ContactSolver(ThreadPool& pool, const ContactSettings& settings = {});

  btScalar solveGroup(btCollisionObject** bodies, int body_count, btPersistentManifold** manifolds,
                      int manifold_count, btTypedConstraint** joints, int joint_count,
                      const btContactSolverInfo& info, btIDebugDraw* drawer,
                      btDispatcher* dispatcher) override;
  void reset() override {}
  btConstraintSolverType getSolverType() const override { return BT_SEQUENTIAL_IMPULSE_SOLVER; }

 private:
  // Blocks that may be solved at the same time.
  struct Colour {
    int first_block = 0;
    int block_count = 0;
  };
  // A manifold of which impulses can move a body; one without points is none.
  struct Touch {
    btPersistentManifold* manifold = nullptr;
    int a = -1, b = -1;  // slots, negative for what impulses do not move
    int point_count = 0;
    int key = 0;  // colour, then zone, then number of points from many to few
  };

  void take_bodies(btCollisionObject** bodies, int count, const btContactSolverInfo& info,
                   int substeps);
  void take_contacts(btPersistentManifold** manifolds, int count);
  void take_joints(btTypedConstraint** joints, int count, const btContactSolverInfo& info,
                   int substeps);
  void begin_substep(bool is_first);
  void solve_substep(const ContactResponse& response, bool is_first);
  void write_back(const btContactSolverInfo& info);

  int slot_of(const btCollisionObject& object);
  int slot_count() const { return static_cast<int>(bodies_.size()); }
  static Touch touch_of(btPersistentManifold& manifold);
  void fill_blocks();
  template <typename Work>
  void for_each_block(const Work& work);
  template <typename Work>
  void for_each_colour(const Work& work);

  ThreadPool& pool_;
  const ContactSettings settings_;
  std::vector<btRigidBody*> movable_;       // the bodies that impulses move, by slot
  std::vector<SolverBody> bodies_;          // those, then the others once for every contact
  std::vector<SolverVelocity> velocities_;  // likewise
  std::vector<SolverVelocity> starts_;      // of the substep, likewise
  std::vector<SolverVelocity> ways_;        // that they have gone in this step, likewise
  std::vector<std::uint64_t> colours_used_;
  std::vector<Touch> touches_, sorted_;
  std::vector<int> places_;
  std::vector<Colour> colours_;
  std::vector<ContactBlock> blocks_;
  std::vector<ContactPointRows> points_;  // as many as ever were needed
  JointRows joints_;
};

}  // namespace tandem
