// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/parallel_dispatcher.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <LinearMath/btAabbUtil2.h>

#include <algorithm>
#include <utility>

namespace tandem {

namespace {

constexpr int pairs_in_chunk = 64;

// Ids grow with every body there ever was, so pairs are sorted by digits and not by counting ids.
constexpr int digit_bits = 11;
constexpr std::size_t digit_values = std::size_t{1} << digit_bits;

// A broadphase compares boxes that it has grown; many of its pairs are apart all the same.
bool is_near(const btBroadphasePair& pair) {
  return TestAabbAgainstAabb2(pair.m_pProxy0->m_aabbMin, pair.m_pProxy0->m_aabbMax,
                              pair.m_pProxy1->m_aabbMin, pair.m_pProxy1->m_aabbMax);
}

}  // namespace

thread_local ParallelDispatcher::Changes* ParallelDispatcher::changes_of_this_chunk = nullptr;

ParallelDispatcher::ParallelDispatcher(btCollisionConfiguration* configuration, ThreadPool& pool,
                                       ProxyBoxes proxy_boxes)
    : btCollisionDispatcher(configuration), pool_(pool), proxy_boxes_(proxy_boxes) {}

void ParallelDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache* pair_cache,
                                                   const btDispatcherInfo& info,
                                                   btDispatcher* /*dispatcher*/) {
  sort_pairs(*pair_cache);
  const int manifolds_before = m_manifoldsPtr.size();
  const int count = static_cast<int>(pairs_.size());
  changes_.resize(static_cast<std::size_t>((count + pairs_in_chunk - 1) / pairs_in_chunk));

  PhysicsMemory* const memory = PhysicsMemory::in_use();
  pool_.for_each_range(count, pairs_in_chunk, [&](int begin, int end) {
    const PhysicsMemory::Use use(memory);
    changes_of_this_chunk = &changes_[static_cast<std::size_t>(begin / pairs_in_chunk)];
    for (int i = begin; i < end; ++i) {
      fetch_ahead(i, end);
      btBroadphasePair& pair = *pairs_[static_cast<std::size_t>(i)].pair;
      if (proxy_boxes_ == ProxyBoxes::unknown || is_near(pair)) {
        m_nearCallback(pair, *this, info);
      } else if (pair.m_algorithm != nullptr) {
        pair_cache->cleanOverlappingPair(pair, this);
      }
    }
    changes_of_this_chunk = nullptr;
  });
  commit(manifolds_before);
}

// Bodies lie all over the memory. Asking for them a few pairs ahead, in the order in which one
// address leads to the next, hides most of the way there. The lower body is at hand already: its
// pairs follow each other.
void ParallelDispatcher::fetch_ahead(int i, int end) const {
  if (i + 8 < end) __builtin_prefetch(pairs_[static_cast<std::size_t>(i + 8)].pair);
  if (i + 4 < end) {
    const btBroadphasePair& pair = *pairs_[static_cast<std::size_t>(i + 4)].pair;
    __builtin_prefetch(pair.m_pProxy1->m_aabbMin);
    __builtin_prefetch(pair.m_algorithm);
  }
  if (i + 2 < end) {
    const btBroadphasePair& pair = *pairs_[static_cast<std::size_t>(i + 2)].pair;
    if (pair.m_algorithm == nullptr) return;
    const auto* object = static_cast<const char*>(pair.m_pProxy1->m_clientObject);
    for (std::size_t offset = 0; offset < sizeof(btCollisionObject); offset += 64)
      __builtin_prefetch(object + offset);
  }
}

// The cache's order depends on addresses, through the broadphase's tree.
void ParallelDispatcher::sort_pairs(btOverlappingPairCache& pair_cache) {
  btBroadphasePairArray& unsorted = pair_cache.getOverlappingPairArray();
  pairs_.resize(static_cast<std::size_t>(unsorted.size()));
  std::uint32_t greatest_id = 0;
  for (int i = 0; i < unsorted.size(); ++i) {
    const auto [lower, upper] =
        std::minmax({static_cast<std::uint32_t>(unsorted[i].m_pProxy0->m_uniqueId),
                     static_cast<std::uint32_t>(unsorted[i].m_pProxy1->m_uniqueId)});
    greatest_id = std::max(greatest_id, upper);
    pairs_[static_cast<std::size_t>(i)] = {(std::uint64_t{lower} << 32) | upper, &unsorted[i]};
  }

  // digit by digit, the least first; each pass keeps the order of the ones before
  for (const int half : {0, 32})
    for (int bit = 0; greatest_id >> bit > 0; bit += digit_bits) sort_by_digit(half + bit);
}

void ParallelDispatcher::sort_by_digit(int shift) {
  const auto digit = [&](const IdentifiedPair& pair) {
    return static_cast<std::size_t>(pair.ids >> shift) % digit_values;
  };
  places_.assign(digit_values + 1, 0);
  for (const IdentifiedPair& pair : pairs_) ++places_[digit(pair) + 1];
  for (std::size_t i = 0; i < digit_values; ++i) places_[i + 1] += places_[i];
  sorted_.resize(pairs_.size());
  for (const IdentifiedPair& pair : pairs_) sorted_[places_[digit(pair)]++] = pair;
  std::swap(pairs_, sorted_);
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
