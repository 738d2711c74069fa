// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/parallel_dispatcher.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <LinearMath/btAabbUtil2.h>

#include <algorithm>

namespace tandem {

namespace {

constexpr int pairs_in_chunk = 64;

int lower_id(const btBroadphasePair& pair) {
  return std::min(pair.m_pProxy0->m_uniqueId, pair.m_pProxy1->m_uniqueId);
}

int upper_id(const btBroadphasePair& pair) {
  return std::max(pair.m_pProxy0->m_uniqueId, pair.m_pProxy1->m_uniqueId);
}

// The broadphase compares boxes that it has grown; many of its pairs are apart all the same.
bool is_near(const btBroadphasePair& pair) {
  return TestAabbAgainstAabb2(pair.m_pProxy0->m_aabbMin, pair.m_pProxy0->m_aabbMax,
                              pair.m_pProxy1->m_aabbMin, pair.m_pProxy1->m_aabbMax);
}

}  // namespace

thread_local ParallelDispatcher::Changes* ParallelDispatcher::changes_of_this_chunk = nullptr;

ParallelDispatcher::ParallelDispatcher(btCollisionConfiguration* configuration, ThreadPool& pool)
    : btCollisionDispatcher(configuration), pool_(pool) {}

void ParallelDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache* pair_cache,
                                                   const btDispatcherInfo& info,
                                                   btDispatcher* /*dispatcher*/) {
  sort_pairs(*pair_cache);
  const int manifolds_before = m_manifoldsPtr.size();
  const int count = static_cast<int>(pairs_.size());
  changes_.resize(static_cast<std::size_t>((count + pairs_in_chunk - 1) / pairs_in_chunk));

  pool_.for_each_range(count, pairs_in_chunk, [&](int begin, int end) {
    changes_of_this_chunk = &changes_[static_cast<std::size_t>(begin / pairs_in_chunk)];
    for (int i = begin; i < end; ++i) {
      btBroadphasePair& pair = *pairs_[static_cast<std::size_t>(i)];
      if (pair.m_algorithm == nullptr && !is_near(pair)) continue;
      m_nearCallback(pair, *this, info);
    }
    changes_of_this_chunk = nullptr;
  });
  commit(manifolds_before);
}

// The cache's order depends on addresses. There are few partners to one body, so: counted by the
// lower id, then each body's few by the upper one.
void ParallelDispatcher::sort_pairs(btOverlappingPairCache& pair_cache) {
  btBroadphasePairArray& unsorted = pair_cache.getOverlappingPairArray();
  int ids = 0;
  for (int i = 0; i < unsorted.size(); ++i) ids = std::max(ids, lower_id(unsorted[i]) + 1);

  first_of_id_.assign(static_cast<std::size_t>(ids) + 1, 0);
  for (int i = 0; i < unsorted.size(); ++i)
    ++first_of_id_[static_cast<std::size_t>(lower_id(unsorted[i])) + 1];
  for (std::size_t id = 0; id < static_cast<std::size_t>(ids); ++id)
    first_of_id_[id + 1] += first_of_id_[id];

  pairs_.resize(static_cast<std::size_t>(unsorted.size()));
  for (int i = 0; i < unsorted.size(); ++i) {
    int& place = first_of_id_[static_cast<std::size_t>(lower_id(unsorted[i]))];
    pairs_[static_cast<std::size_t>(place++)] = &unsorted[i];
  }

  // placing them has moved each start to the start of the next
  auto begin = pairs_.begin();
  for (std::size_t id = 0; id < static_cast<std::size_t>(ids); ++id) {
    const auto end = pairs_.begin() + first_of_id_[id];
    std::sort(begin, end, [](const btBroadphasePair* a, const btBroadphasePair* b) {
      return upper_id(*a) < upper_id(*b);
    });
    begin = end;
  }
}

void ParallelDispatcher::commit(int manifolds_before) {
  int next = manifolds_before;
  for (Changes& changes : changes_) {
    for (btPersistentManifold* manifold : changes.created) {
      manifold->m_index1a = next;
      m_manifoldsPtr[next++] = manifold;
    }
    changes.created.clear();
  }
  for (Changes& changes : changes_) {
    for (btPersistentManifold* manifold : changes.released)
      btCollisionDispatcher::releaseManifold(manifold);
    changes.released.clear();
  }
}

btPersistentManifold* ParallelDispatcher::getNewManifold(const btCollisionObject* a,
                                                         const btCollisionObject* b) {
  const std::lock_guard lock(allocation_);
  btPersistentManifold* manifold = btCollisionDispatcher::getNewManifold(a, b);
  if (changes_of_this_chunk != nullptr) changes_of_this_chunk->created.push_back(manifold);
  return manifold;
}

void ParallelDispatcher::releaseManifold(btPersistentManifold* manifold) {
  if (changes_of_this_chunk != nullptr) {
    changes_of_this_chunk->released.push_back(manifold);
  } else {
    btCollisionDispatcher::releaseManifold(manifold);
  }
}

void* ParallelDispatcher::allocateCollisionAlgorithm(int size) {
  const std::lock_guard lock(allocation_);
  return btCollisionDispatcher::allocateCollisionAlgorithm(size);
}

void ParallelDispatcher::freeCollisionAlgorithm(void* memory) {
  const std::lock_guard lock(allocation_);
  btCollisionDispatcher::freeCollisionAlgorithm(memory);
}

}  // namespace tandem
