// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>

#include <functional>

#include "physics/body.h"
#include "physics/box_tree.h"
#include "physics/physics_memory.h"

namespace tandem {

// Finds the pairs of clumps whose boxes overlap. The still ones, however many, cost nothing: they
// stand in a tree of their own that only the active ones look into, and pairs of two still clumps
// are not kept, unless somebody wants to hear of their contact.
//
// Bullet's own broad phase visits all bodies, and its order of pairs depends on addresses, so that
// a world built twice would not run the same way twice.
class Broadphase {
 public:
  // Whether two clumps, one of them active or both heard of, are to be collided at all.
  using PairFilter = std::function<bool(const Clump&, const Clump&)>;

  Broadphase(btDispatcher& dispatcher, PairFilter may_pair);
  Broadphase(const Broadphase&) = delete;
  Broadphase& operator=(const Broadphase&) = delete;

  // Clumps without shape may be given and are ignored throughout.
  void add(Clump& clump);
  void remove(Clump& clump);  // with its pairs

  // Before the clumps go down with the world.
  void clear();

  // Tells that `is_active` changed. Pairs of a clump that woke are found at once.
  void activity_changed(Clump& clump);
  void drop_pairs_of_the_still();

  // Tells where an active clump is now; then finds the new pairs of all that moved.
  void move(Clump& clump);
  void find_pairs();
  void drop_pairs_of(Clump& clump);
  // As if the clump had just come: for when what it may pair with has changed.
  void refresh_pairs(Clump& clump);

  btHashedOverlappingPairCache& pairs() { return pairs_; }

  // Calls `visit` for each clump whose box meets the given one, in no useful order.
  template <typename Visit>
  void visit_box(const btVector3& low, const btVector3& high, const Visit& visit) const;
  template <typename Visit>
  void visit_ray(const btVector3& from, const btVector3& to, const Visit& visit) const;

 private:
  bool wants_pair(const Clump& a, const Clump& b) const;
  void find_pairs_of(Clump& clump);
  BoxTree& tree_of(const Clump& clump) { return clump.is_active ? active_ : still_; }
  const TreeBounds& bounds_of(const Clump& clump) const {
    return (clump.is_active ? active_ : still_).bounds(clump.leaf);
  }

  btDispatcher& dispatcher_;
  PairFilter may_pair_;
  btHashedOverlappingPairCache pairs_;
  BoxTree active_;
  BoxTree still_;
  PhysicsVector<Clump*> fresh_;  // whose leaf changed since pairs were last found
};

template <typename Visit>
void Broadphase::visit_box(const btVector3& low, const btVector3& high, const Visit& visit) const {
  active_.visit_box({low, high}, visit);
  still_.visit_box({low, high}, visit);
}

template <typename Visit>
void Broadphase::visit_ray(const btVector3& from, const btVector3& to, const Visit& visit) const {
  active_.visit_ray(from, to, visit);
  still_.visit_ray(from, to, visit);
}

}  // namespace tandem
