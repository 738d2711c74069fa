// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/ellipsoid_contact.h"

#include <BulletCollision/CollisionDispatch/btActivatingCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>

#include <new>

#include "physics/bullet_types.h"
#include "physics/ellipsoid_shape.h"
#include "physics/ellipsoid_touch.h"

namespace tandem {

namespace {

// The deepest point that the manifold keeps of the step before.
std::optional<EarlierTouch> earlier_touch(const btPersistentManifold& manifold,
                                          const btTransform& world_from_ellipsoid) {
  std::optional<EarlierTouch> deepest;
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    const btManifoldPoint& point = manifold.getContactPoint(i);
    const btVector3& normal = point.m_normalWorldOnB;
    // the distance it keeps may have been changed for the solver
    const double distance{normal.dot(point.getPositionWorldOnA() - point.getPositionWorldOnB())};
    if (deepest && distance >= deepest->distance) continue;
    deepest = {from_bt(normal * world_from_ellipsoid.getBasis()), distance};
  }
  return deepest;
}

// Whether the point was found in this step: it is where its bodies say.
bool is_fresh(const btPersistentManifold& manifold, const btManifoldPoint& point) {
  constexpr btScalar rounding_m = 2e-6f;
  const auto moved = [](const btCollisionObject& object, const btVector3& in_object,
                        const btVector3& in_world) {
    return (object.getWorldTransform() * in_object - in_world).length();
  };
  return moved(*manifold.getBody0(), point.m_localPointA, point.getPositionWorldOnA()) <
             rounding_m &&
         moved(*manifold.getBody1(), point.m_localPointB, point.getPositionWorldOnB()) < rounding_m;
}

// The triangles of a mesh share a manifold, in which a new point takes the place of an old one
// nearby. The edge of the next triangle must not take that of the face.
bool would_replace_deeper(const btPersistentManifold& manifold, const btVector3& on_ellipsoid,
                          btScalar distance) {
  const btTransform& world_from_a = manifold.getBody0()->getWorldTransform();
  const int known = manifold.getCacheEntry(btManifoldPoint(
      world_from_a.invXform(on_ellipsoid), btVector3(0, 0, 0), btVector3(0, 0, 1), distance));
  if (known < 0) return false;
  const btManifoldPoint& point = manifold.getContactPoint(known);
  return point.getDistance() < distance && is_fresh(manifold, point);
}

class EllipsoidContact : public btActivatingCollisionAlgorithm {
 public:
  EllipsoidContact(const btCollisionAlgorithmConstructionInfo& info, bool is_ellipsoid_first)
      : btActivatingCollisionAlgorithm(info),
        manifold_(info.m_manifold),
        is_ellipsoid_first_(is_ellipsoid_first) {}
  ~EllipsoidContact() override {
    if (owns_manifold_) m_dispatcher->releaseManifold(manifold_);
  }

  void processCollision(const btCollisionObjectWrapper* first,
                        const btCollisionObjectWrapper* second, const btDispatcherInfo&,
                        btManifoldResult* result) override {
    const btCollisionObjectWrapper& ellipsoid = is_ellipsoid_first_ ? *first : *second;
    const btCollisionObjectWrapper& other = is_ellipsoid_first_ ? *second : *first;
    const std::optional<EllipsoidTouch> touch = find_touch(ellipsoid, other);
    if (!touch || touch->distance > double{gContactBreakingThreshold}) {
      if (owns_manifold_ && manifold_->getNumContacts() > 0) manifold_->clearManifold();
      return;
    }
    if (manifold_ == nullptr) {
      manifold_ =
          m_dispatcher->getNewManifold(ellipsoid.getCollisionObject(), other.getCollisionObject());
      owns_manifold_ = true;
    }

    const btTransform& world_from_ellipsoid = ellipsoid.getWorldTransform();
    const btVector3 normal = world_from_ellipsoid.getBasis() * to_bt(touch->normal);
    const btVector3 on_ellipsoid = world_from_ellipsoid * to_bt(touch->point);
    const btScalar distance = to_bt(touch->distance);
    if (!owns_manifold_ && !touch->is_on_face &&
        would_replace_deeper(*manifold_, on_ellipsoid, distance))
      return;
    // two convex things touch in one point, which goes on however far the wheel has rolled
    if (owns_manifold_ && manifold_->getNumContacts() > 0)
      manifold_->getContactPoint(0).m_localPointA =
          ellipsoid.getCollisionObject()->getWorldTransform().invXform(on_ellipsoid);
    result->setPersistentManifold(manifold_);
    result->addContactPoint(normal, on_ellipsoid - distance * normal, distance);
  }

  btScalar calculateTimeOfImpact(btCollisionObject*, btCollisionObject*, const btDispatcherInfo&,
                                 btManifoldResult*) override {
    return 1;
  }

  void getAllContactManifolds(btManifoldArray& manifolds) override {
    if (owns_manifold_) manifolds.push_back(manifold_);
  }

  struct Create : btCollisionAlgorithmCreateFunc {
    explicit Create(bool is_ellipsoid_first) { m_swapped = !is_ellipsoid_first; }
    btCollisionAlgorithm* CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo& info,
                                                   const btCollisionObjectWrapper*,
                                                   const btCollisionObjectWrapper*) override {
      void* const memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(EllipsoidContact));
      return new (memory) EllipsoidContact(info, !m_swapped);
    }
  };

 private:
  std::optional<EllipsoidTouch> find_touch(const btCollisionObjectWrapper& ellipsoid,
                                           const btCollisionObjectWrapper& other) const {
    const Vec3 radii = static_cast<const EllipsoidShape&>(*ellipsoid.getCollisionShape()).radii();
    const btTransform ellipsoid_from_other =
        ellipsoid.getWorldTransform().inverseTimes(other.getWorldTransform());
    if (other.getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE) {
      const auto& box = static_cast<const btBoxShape&>(*other.getCollisionShape());
      return touch_box(radii, from_bt(ellipsoid_from_other),
                       from_bt(box.getHalfExtentsWithMargin()));
    }
    const btVector3* const corners =
        static_cast<const btTriangleShape&>(*other.getCollisionShape()).m_vertices1;
    return touch_triangle(
        radii,
        {from_bt(ellipsoid_from_other * corners[0]), from_bt(ellipsoid_from_other * corners[1]),
         from_bt(ellipsoid_from_other * corners[2])},
        manifold_ != nullptr ? earlier_touch(*manifold_, ellipsoid.getWorldTransform())
                             : std::nullopt);
  }

  btPersistentManifold* manifold_;
  bool owns_manifold_ = false;
  bool is_ellipsoid_first_;
};

}  // namespace

void install_ellipsoid_contact(btCollisionDispatcher& dispatcher) {
  static EllipsoidContact::Create ellipsoid_first(true), ellipsoid_second(false);
  constexpr int ellipsoid = CUSTOM_CONVEX_SHAPE_TYPE;
  const auto install = [&](int first, int second, EllipsoidContact::Create& create) {
    dispatcher.registerCollisionCreateFunc(first, second, &create);
    dispatcher.registerClosestPointsCreateFunc(first, second, &create);
  };
  install(ellipsoid, BOX_SHAPE_PROXYTYPE, ellipsoid_first);
  install(BOX_SHAPE_PROXYTYPE, ellipsoid, ellipsoid_second);
  // what meets a mesh or a heightfield meets its triangles, and always as the first
  install(ellipsoid, TRIANGLE_SHAPE_PROXYTYPE, ellipsoid_first);
}

}  // namespace tandem
