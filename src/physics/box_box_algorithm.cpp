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
        friction_(gCalculateCombinedFrictionCallback(&a_, &b_)),
        restitution_(gCalculateCombinedRestitutionCallback(&a_, &b_)),
        rolling_friction_(gCalculateCombinedRollingFrictionCallback(&a_, &b_)),
        spinning_friction_(gCalculateCombinedSpinningFrictionCallback(&a_, &b_)) {}

  void write(const BoxContacts& contacts) {
    btVector3 local_a[4], local_b[4];
    int slots[4];
    for (int i = 0; i < contacts.count; ++i) {
      const BoxContacts::Point& found = contacts.points[static_cast<std::size_t>(i)];
      local_a[i] = a_.getWorldTransform().invXform(found.on_b + contacts.normal * found.distance);
      local_b[i] = b_.getWorldTransform().invXform(found.on_b);
      slots[i] = take_nearest(local_a[i], local_b[i]);
    }
    for (int i = 0; i < contacts.count; ++i) {
      const BoxContacts::Point& found = contacts.points[static_cast<std::size_t>(i)];
      const bool is_new = slots[i] < 0;
      const int slot = is_new ? free_slot() : slots[i];
      is_taken_[slot] = true;
      if (is_new && slot == manifold_.getNumContacts()) manifold_.setNumContacts(slot + 1);
      btManifoldPoint& point = manifold_.getContactPoint(slot);
      if (is_new) {
        if (slot < before_) manifold_.clearUserCache(point);
        point = btManifoldPoint(local_a[i], local_b[i], contacts.normal, found.distance);
      }
      fill(point, local_a[i], local_b[i], contacts.normal, found);
      report(point);
    }
    for (int slot = manifold_.getNumContacts() - 1; slot >= 0; --slot)
      if (!is_taken_[slot]) manifold_.removeContactPoint(slot);
    if (before_ == 0 && gContactStartedCallback != nullptr) {
      btPersistentManifold* manifold = &manifold_;
      gContactStartedCallback(manifold);
    }
  }

 private:
  // Impulses and what a user keeps in it stay as they are.
  void fill(btManifoldPoint& point, const btVector3& local_a, const btVector3& local_b,
            const btVector3& normal, const BoxContacts::Point& found) {
    point.m_localPointA = local_a;
    point.m_localPointB = local_b;
    point.m_positionWorldOnA = found.on_b + normal * found.distance;
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
    ++point.m_lifeTime;
  }

  int take_nearest(const btVector3& local_a, const btVector3& local_b) {
    int nearest = -1;
    btScalar least = reach * reach;
    for (int i = 0; i < before_; ++i) {
      const btManifoldPoint& old = manifold_.getContactPoint(i);
      const btScalar moved =
          btMin((old.m_localPointA - local_a).length2(), (old.m_localPointB - local_b).length2());
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
