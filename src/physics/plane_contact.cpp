// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/plane_contact.h"

#include <BulletCollision/CollisionDispatch/btActivatingCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>

#include <initializer_list>
#include <new>

#include "physics/shape_corners.h"

namespace tandem {

namespace {

class PlaneContact : public btActivatingCollisionAlgorithm {
 public:
  PlaneContact(const btCollisionAlgorithmConstructionInfo& info,
               const btCollisionObjectWrapper* first, const btCollisionObjectWrapper* second,
               bool is_plane_first)
      : btActivatingCollisionAlgorithm(info), is_plane_first_(is_plane_first) {
    const btCollisionObject* const shape = (is_plane_first ? second : first)->getCollisionObject();
    const btCollisionObject* const plane = (is_plane_first ? first : second)->getCollisionObject();
    manifold_ = info.m_manifold;
    if (!manifold_ && m_dispatcher->needsCollision(shape, plane)) {
      manifold_ = m_dispatcher->getNewManifold(shape, plane);
      owns_manifold_ = true;
    }
  }
  ~PlaneContact() override {
    if (owns_manifold_) m_dispatcher->releaseManifold(manifold_);
  }

  void processCollision(const btCollisionObjectWrapper* first,
                        const btCollisionObjectWrapper* second, const btDispatcherInfo&,
                        btManifoldResult* result) override {
    if (!manifold_) return;
    const btCollisionObjectWrapper& shape = is_plane_first_ ? *second : *first;
    const btCollisionObjectWrapper& ground = is_plane_first_ ? *first : *second;
    const auto& plane = static_cast<const btStaticPlaneShape&>(*ground.getCollisionShape());
    const btTransform& world_from_plane = ground.getWorldTransform();
    const btTransform& world_from_shape = shape.getWorldTransform();
    const btVector3 normal = world_from_plane.getBasis() * plane.getPlaneNormal();
    const btVector3 origin = world_from_plane * (plane.getPlaneConstant() * plane.getPlaneNormal());

    result->setPersistentManifold(manifold_);
    const btScalar reach = manifold_->getContactBreakingThreshold();
    visit_corners(*shape.getCollisionShape(), normal * world_from_shape.getBasis(),
                  [&](const btVector3& corner) {
                    const btVector3 point = world_from_shape * corner;
                    const btScalar distance = normal.dot(point - origin);
                    if (distance < reach)
                      result->addContactPoint(normal, point - distance * normal, distance);
                  });
    if (owns_manifold_) result->refreshContactPoints();
  }

  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }

  void getAllContactManifolds(btManifoldArray& manifolds) override {
    if (manifold_ && owns_manifold_) manifolds.push_back(manifold_);
  }

  struct Create : btCollisionAlgorithmCreateFunc {
    explicit Create(bool is_plane_first) { m_swapped = is_plane_first; }
    btCollisionAlgorithm* CreateCollisionAlgorithm(
        btCollisionAlgorithmConstructionInfo& info, const btCollisionObjectWrapper* first,
        const btCollisionObjectWrapper* second) override {
      void* const memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(PlaneContact));
      return new (memory) PlaneContact(info, first, second, m_swapped);
    }
  };

 private:
  btPersistentManifold* manifold_ = nullptr;
  bool owns_manifold_ = false;
  bool is_plane_first_;
};

}  // namespace

void install_plane_contact(btCollisionDispatcher& dispatcher) {
  static PlaneContact::Create plane_second(false), plane_first(true);
  for (const int type :
       {BOX_SHAPE_PROXYTYPE, CYLINDER_SHAPE_PROXYTYPE, CONVEX_HULL_SHAPE_PROXYTYPE}) {
    dispatcher.registerCollisionCreateFunc(type, STATIC_PLANE_PROXYTYPE, &plane_second);
    dispatcher.registerCollisionCreateFunc(STATIC_PLANE_PROXYTYPE, type, &plane_first);
  }
}

}  // namespace tandem
