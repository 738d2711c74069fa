// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/box_box_algorithm.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>

#include <new>

#include "physics/box_contacts.h"

namespace tandem {

namespace {

// A point that has moved less than this in either body continues an old one.
constexpr btScalar reach = 0.01F;  // m

btVector3 half_size(const btCollisionObjectWrapper& wrapper) {
  return static_cast<const btBoxShape*>(wrapper.getCollisionShape())->getHalfExtentsWithMargin();
}

// The points of one pair, written over the ones of the step before.
class ManifoldUpdate {
 public:
  ManifoldUpdate(btPersistentManifold& manifold, const btCollisionObjectWrapper& a,
                 const btCollisionObjectWrapper& b)
      : manifold_(manifold),
        wrapper_a_(a),
        wrapper_b_(b),
        a_(*a.getCollisionObject()),
        b_(*b.getCollisionObject()),
        before_(manifold.getNumContacts()),
        friction_(btManifoldResult::calculateCombinedFriction(&a_, &b_)),
        restitution_(btManifoldResult::calculateCombinedRestitution(&a_, &b_)),
        rolling_friction_(btManifoldResult::calculateCombinedRollingFriction(&a_, &b_)),
        spinning_friction_(btManifoldResult::calculateCombinedSpinningFriction(&a_, &b_)) {}

  void write(const BoxContacts& contacts) {
    btManifoldPoint fresh[4];
    int old_of[4];
    for (int i = 0; i < contacts.count; ++i) {
      const BoxContacts::Point& found = contacts.points[static_cast<std::size_t>(i)];
      fill(fresh[i], contacts.normal, found);
      old_of[i] = take_nearest(fresh[i]);
    }
    for (int i = 0; i < contacts.count; ++i) {
      const int slot = old_of[i] >= 0 ? old_of[i] : free_slot();
      if (old_of[i] >= 0) {
        btManifoldPoint& old = manifold_.getContactPoint(slot);
        fresh[i].m_appliedImpulse = old.m_appliedImpulse;
        fresh[i].m_appliedImpulseLateral1 = old.m_appliedImpulseLateral1;
        fresh[i].m_appliedImpulseLateral2 = old.m_appliedImpulseLateral2;
        fresh[i].m_userPersistentData = old.m_userPersistentData;
        fresh[i].m_lifeTime = old.m_lifeTime + 1;
        old = fresh[i];
      } else if (slot < manifold_.getNumContacts()) {
        manifold_.clearUserCache(manifold_.getContactPoint(slot));
        manifold_.getContactPoint(slot) = fresh[i];
      } else {
        manifold_.addManifoldPoint(fresh[i]);
      }
      is_taken_[slot] = true;
      report(manifold_.getContactPoint(slot));
    }
    for (int slot = manifold_.getNumContacts() - 1; slot >= 0; --slot)
      if (!is_taken_[slot]) manifold_.removeContactPoint(slot);
    if (before_ == 0 && contacts.count > 0 && gContactStartedCallback != nullptr) {
      btPersistentManifold* manifold = &manifold_;
      gContactStartedCallback(manifold);
    }
  }

 private:
  void fill(btManifoldPoint& point, const btVector3& normal, const BoxContacts::Point& found) {
    const btVector3 on_a = found.on_b + normal * found.distance;
    point.m_localPointA = a_.getWorldTransform().invXform(on_a);
    point.m_localPointB = b_.getWorldTransform().invXform(found.on_b);
    point.m_positionWorldOnA = on_a;
    point.m_positionWorldOnB = found.on_b;
    point.m_normalWorldOnB = normal;
    point.m_distance1 = found.distance;
    point.m_combinedFriction = friction_;
    point.m_combinedRestitution = restitution_;
    point.m_combinedRollingFriction = rolling_friction_;
    point.m_combinedSpinningFriction = spinning_friction_;
    point.m_partId0 = wrapper_a_.m_partId;
    point.m_partId1 = wrapper_b_.m_partId;
    point.m_index0 = wrapper_a_.m_index;
    point.m_index1 = wrapper_b_.m_index;
  }

  int take_nearest(const btManifoldPoint& point) {
    int nearest = -1;
    btScalar least = reach * reach;
    for (int i = 0; i < before_; ++i) {
      const btManifoldPoint& old = manifold_.getContactPoint(i);
      const btScalar moved = btMin((old.m_localPointA - point.m_localPointA).length2(),
                                   (old.m_localPointB - point.m_localPointB).length2());
      if (is_taken_[i] || moved >= least) continue;
      least = moved;
      nearest = i;
    }
    if (nearest >= 0) is_taken_[nearest] = true;
    return nearest;
  }

  int free_slot() const {
    int slot = 0;
    while (is_taken_[slot]) ++slot;
    return slot;
  }

  void report(btManifoldPoint& point) const {
    const int flags = a_.getCollisionFlags() | b_.getCollisionFlags();
    if (gContactAddedCallback == nullptr ||
        (flags & btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK) == 0)
      return;
    gContactAddedCallback(point, &wrapper_a_, wrapper_a_.m_partId, wrapper_a_.m_index, &wrapper_b_,
                          wrapper_b_.m_partId, wrapper_b_.m_index);
  }

  btPersistentManifold& manifold_;
  const btCollisionObjectWrapper& wrapper_a_;
  const btCollisionObjectWrapper& wrapper_b_;
  const btCollisionObject& a_;
  const btCollisionObject& b_;
  const int before_;
  const btScalar friction_, restitution_, rolling_friction_, spinning_friction_;
  bool is_taken_[5] = {};  // the fifth is never taken
};

}  // namespace

BoxBoxAlgorithm::BoxBoxAlgorithm(const btCollisionAlgorithmConstructionInfo& info,
                                 const btCollisionObjectWrapper* a,
                                 const btCollisionObjectWrapper* b)
    : btActivatingCollisionAlgorithm(info, a, b) {}

BoxBoxAlgorithm::~BoxBoxAlgorithm() {
  if (manifold_ != nullptr) m_dispatcher->releaseManifold(manifold_);
}

void BoxBoxAlgorithm::processCollision(const btCollisionObjectWrapper* a,
                                       const btCollisionObjectWrapper* b,
                                       const btDispatcherInfo& /*info*/, btManifoldResult* result) {
  const btVector3 half_a = half_size(*a);
  const btVector3 half_b = half_size(*b);
  const BoxContacts contacts =
      find_box_contacts({a->getWorldTransform(), half_a}, {b->getWorldTransform(), half_b},
                        gContactBreakingThreshold, axis_);
  if (contacts.count == 0) {
    if (manifold_ != nullptr && manifold_->getNumContacts() > 0) manifold_->clearManifold();
    return;
  }
  if (manifold_ == nullptr)
    manifold_ = m_dispatcher->getNewManifold(a->getCollisionObject(), b->getCollisionObject());
  result->setPersistentManifold(manifold_);
  ManifoldUpdate(*manifold_, *a, *b).write(contacts);
}

void BoxBoxAlgorithm::getAllContactManifolds(btManifoldArray& manifolds) {
  if (manifold_ != nullptr) manifolds.push_back(manifold_);
}

btCollisionAlgorithm* BoxBoxAlgorithm::CreateFunc::CreateCollisionAlgorithm(
    btCollisionAlgorithmConstructionInfo& info, const btCollisionObjectWrapper* a,
    const btCollisionObjectWrapper* b) {
  void* memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(BoxBoxAlgorithm));
  return new (memory) BoxBoxAlgorithm(info, a, b);
}

}  // namespace tandem
