// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/BroadphaseCollision/btDbvt.h>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>

#include <functional>
#include <vector>

#include "physics/body.h"

namespace tandem {

// Finds the pairs of clumps whose boxes overlap. The still ones, however many, cost nothing: they
// stand in a tree of their own that only the active ones look into, and pairs of two still clumps
// are not kept, unless somebody wants to hear of their contact.
//
// Bullet's own broad phase would do, but its order of pairs depends on addresses, so that a world
// built twice would not run the same way twice.
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
  template <typename Visit>
  struct Visitor : btDbvt::ICollide {
    explicit Visitor(const Visit& v) : visit(v) {}
    void Process(const btDbvtNode* leaf) override { visit(*static_cast<Clump*>(leaf->data)); }
    const Visit& visit;
  };

  bool wants_pair(const Clump& a, const Clump& b) const;
  void find_pairs_of(Clump& clump);
  btDbvt& tree_of(const Clump& clump) { return clump.is_active ? active_ : still_; }
  void insert(Clump& clump, const btDbvtVolume& volume);
  void keep_tree_flat(btDbvt& tree, int& next_size);

  btDispatcher& dispatcher_;
  PairFilter may_pair_;
  btHashedOverlappingPairCache pairs_;
  btDbvt active_;
  btDbvt still_;
  int next_flat_still_ = 256;  // sizes at which the trees are built anew
  int next_flat_active_ = 256;
  std::vector<Clump*> fresh_;  // whose leaf changed since pairs were last found
};

template <typename Visit>
void Broadphase::visit_box(const btVector3& low, const btVector3& high, const Visit& visit) const {
  const btDbvtVolume volume = btDbvtVolume::FromMM(low, high);
  Visitor<Visit> visitor(visit);
  active_.collideTV(active_.m_root, volume, visitor);
  still_.collideTV(still_.m_root, volume, visitor);
}

template <typename Visit>
void Broadphase::visit_ray(const btVector3& from, const btVector3& to, const Visit& visit) const {
  Visitor<Visit> visitor(visit);
  btDbvt::rayTest(active_.m_root, from, to, visitor);
  btDbvt::rayTest(still_.m_root, from, to, visitor);
}

}  // namespace tandem
