// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "base/thread_pool.h"
#include "physics/physics_memory.h"

namespace tandem {

// Runs the narrow phase on every thread of a pool. Pairs are taken in the order of their bodies'
// broadphase ids and manifolds are listed in that order, whatever the number of threads and however
// the broadphase's tree happens to lie in memory; so DispatcherInfo's own sorting of the pairs is
// not needed. A contact callback may run on any thread and may write to its own contact only.
class ParallelDispatcher : public btCollisionDispatcher {
 public:
  BT_DECLARE_ALIGNED_ALLOCATOR();

  // Pairs whose proxies' boxes do not meet are skipped, where the broadphase keeps these boxes.
  enum class ProxyBoxes { kept, unknown };

  ParallelDispatcher(btCollisionConfiguration* configuration, ThreadPool& pool,
                     ProxyBoxes proxy_boxes = ProxyBoxes::unknown);

  void dispatchAllCollisionPairs(btOverlappingPairCache* pair_cache, const btDispatcherInfo& info,
                                 btDispatcher* dispatcher) override;

  btPersistentManifold* getNewManifold(const btCollisionObject* a,
                                       const btCollisionObject* b) override;
  void releaseManifold(btPersistentManifold* manifold) override;
  void* allocateCollisionAlgorithm(int size) override;
  void freeCollisionAlgorithm(void* memory) override;

 private:
  // What one chunk of pairs did to the list of manifolds, to be done again in the chunks' order.
  struct Changes {
    PhysicsVector<btPersistentManifold*> created;
    PhysicsVector<btPersistentManifold*> released;
  };

  struct IdentifiedPair {
    std::uint64_t ids;  // the lower one first
    btBroadphasePair* pair;
  };

  void sort_pairs(btOverlappingPairCache& pair_cache);
  void sort_by_digit(int shift);
  void fetch_ahead(int i, int end) const;
  void commit(int manifolds_before);

  static thread_local Changes* changes_of_this_chunk;  // null outside of the narrow phase

  ThreadPool& pool_;
  const ProxyBoxes proxy_boxes_;
  std::mutex allocation_;  // Bullet's pools and its list of manifolds
  PhysicsVector<IdentifiedPair> pairs_, sorted_;
  PhysicsVector<std::size_t> places_;
  PhysicsVector<Changes> changes_;
};

}  // namespace tandem
