// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/broadphase.h"

#include <algorithm>
#include <utility>

#include "physics/bullet_types.h"
#include "physics/tuning.h"

namespace tandem {

namespace {

TreeBounds box_of(const Clump& clump) {
  btVector3 low, high;
  const btTransform& now = clump.rigid->getWorldTransform();
  clump.rigid->getCollisionShape()->getAabb(now, low, high);
  if (clump.target) {
    btVector3 target_low, target_high;
    clump.rigid->getCollisionShape()->getAabb(to_bt(*clump.target * clump.root_from_clump),
                                              target_low, target_high);
    low.setMin(target_low);
    high.setMax(target_high);
  }
  const btVector3 reach(contact_reach_m, contact_reach_m, contact_reach_m);
  return {low - reach, high + reach};
}

}  // namespace

Broadphase::Broadphase(btDispatcher& dispatcher, PairFilter may_pair)
    : dispatcher_(dispatcher), may_pair_(std::move(may_pair)) {}

void Broadphase::clear() {
  btBroadphasePairArray& pairs = pairs_.getOverlappingPairArray();
  while (pairs.size() > 0) {
    const btBroadphasePair& last = pairs[pairs.size() - 1];
    pairs_.removeOverlappingPair(last.m_pProxy0, last.m_pProxy1, &dispatcher_);
  }
}

void Broadphase::add(Clump& clump) {
  if (!clump.has_shape()) return;
  clump.proxy.m_clientObject = clump.rigid.get();
  clump.proxy.m_uniqueId = static_cast<int>(clump.root->id);
  clump.proxy.m_collisionFilterGroup = clump.proxy.m_collisionFilterMask = 1;  // we filter
  clump.rigid->setBroadphaseHandle(&clump.proxy);
  const TreeBounds box = box_of(clump);
  clump.proxy.m_aabbMin = box.low;
  clump.proxy.m_aabbMax = box.high;
  clump.leaf = tree_of(clump).insert(box, clump);
  clump.is_leaf_fresh = true;
  fresh_.push_back(&clump);
}

void Broadphase::remove(Clump& clump) {
  if (clump.leaf == BoxTree::none) return;
  drop_pairs_of(clump);
  tree_of(clump).remove(clump.leaf);
  clump.leaf = BoxTree::none;
  clump.rigid->setBroadphaseHandle(nullptr);
  if (clump.is_leaf_fresh) std::erase(fresh_, &clump);
  clump.is_leaf_fresh = false;
}

void Broadphase::activity_changed(Clump& clump) {
  if (clump.leaf == BoxTree::none) return;
  BoxTree& former = clump.is_active ? still_ : active_;
  const TreeBounds bounds = former.bounds(clump.leaf);
  former.remove(clump.leaf);
  clump.leaf = tree_of(clump).insert(bounds, clump);
  if (clump.is_active) find_pairs_of(clump);
}

void Broadphase::drop_pairs_of_the_still() {
  btBroadphasePairArray& pairs = pairs_.getOverlappingPairArray();
  for (int i = pairs.size() - 1; i >= 0; --i) {
    btBroadphaseProxy* const a = pairs[i].m_pProxy0;
    btBroadphaseProxy* const b = pairs[i].m_pProxy1;
    if (!wants_pair(*clump_of(*a), *clump_of(*b))) pairs_.removeOverlappingPair(a, b, &dispatcher_);
  }
}

void Broadphase::move(Clump& clump) {
  if (clump.leaf == BoxTree::none) return;
  const TreeBounds box = box_of(clump);
  clump.proxy.m_aabbMin = box.low;
  clump.proxy.m_aabbMax = box.high;
  if (active_.bounds(clump.leaf).contains(box)) return;
  const btVector3 margin(box_margin_m, box_margin_m, box_margin_m);
  const btVector3 ahead = lookahead_s * clump.rigid->getLinearVelocity();
  const btVector3 still(0, 0, 0);
  btVector3 forward = ahead, backward = ahead;
  forward.setMax(still);
  backward.setMin(still);
  active_.remove(clump.leaf);
  clump.leaf = active_.insert({box.low - margin + backward, box.high + margin + forward}, clump);
  if (clump.is_leaf_fresh) return;
  clump.is_leaf_fresh = true;
  fresh_.push_back(&clump);
}

void Broadphase::find_pairs() {
  if (fresh_.empty()) return;
  for (Clump* clump : fresh_) {
    clump->is_leaf_fresh = false;
    find_pairs_of(*clump);
  }
  fresh_.clear();

  // only clumps that moved can have left one another, but to look at all is as cheap as to ask
  btBroadphasePairArray& pairs = pairs_.getOverlappingPairArray();
  for (int i = pairs.size() - 1; i >= 0; --i) {
    btBroadphaseProxy* const a = pairs[i].m_pProxy0;
    btBroadphaseProxy* const b = pairs[i].m_pProxy1;
    if (!bounds_of(*clump_of(*a)).meets(bounds_of(*clump_of(*b))))
      pairs_.removeOverlappingPair(a, b, &dispatcher_);
  }
}

bool Broadphase::wants_pair(const Clump& a, const Clump& b) const {
  return (a.is_active || b.is_active || a.reports || b.reports) && may_pair_(a, b);
}

void Broadphase::find_pairs_of(Clump& clump) {
  const TreeBounds bounds = bounds_of(clump);
  visit_box(bounds.low, bounds.high, [&](Clump& other) {
    if (&other != &clump && wants_pair(clump, other))
      pairs_.addOverlappingPair(&clump.proxy, &other.proxy);
  });
}

void Broadphase::drop_pairs_of(Clump& clump) {
  if (clump.leaf != BoxTree::none)
    pairs_.removeOverlappingPairsContainingProxy(&clump.proxy, &dispatcher_);
}

void Broadphase::refresh_pairs(Clump& clump) {
  if (clump.leaf == BoxTree::none) return;
  drop_pairs_of(clump);
  find_pairs_of(clump);
}

}  // namespace tandem
