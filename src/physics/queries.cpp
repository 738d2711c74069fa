// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btConvexShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>

#include <algorithm>
#include <cassert>

#include "physics/bullet_types.h"
#include "physics/implementation.h"
#include "physics/ray_shapes.h"
#include "physics/tuning.h"

namespace tandem {

namespace {

bool is_seen(const Body& body, const QueryFilter& filter) {
  if (body.is_trigger && !filter.sees_triggers) return false;
  return std::find(filter.ignored.begin(), filter.ignored.end(), body.id) == filter.ignored.end();
}

const Shape& shape_of(const Part& part) { return part.owner->form->colliders[part.collider].shape; }

Pose world_from_shape_of(const Part& part) {
  return part.owner->world_from_body * part.owner->form->colliders[part.collider].body_from_shape;
}

bool is_made_of_points(const Shape& shape) {
  return std::holds_alternative<MeshShape>(shape) ||
         std::holds_alternative<HeightfieldShape>(shape);
}

// The nearest hit; of equally near ones, that of the smallest id.
void keep_nearest(std::optional<RayHit>& nearest, const RayHit& hit) {
  if (!nearest || hit.distance_m < nearest->distance_m ||
      (hit.distance_m == nearest->distance_m && hit.body < nearest->body))
    nearest = hit;
}

struct ClosestRay : btCollisionWorld::RayResultCallback {
  btScalar addSingleResult(btCollisionWorld::LocalRayResult& result, bool is_world) override {
    assert(is_world);
    (void)is_world;
    m_closestHitFraction = result.m_hitFraction;
    normal = result.m_hitNormalLocal;
    has_hit = true;
    return m_closestHitFraction;
  }
  btVector3 normal{0, 0, 0};
  bool has_hit = false;
};

struct ClosestSweep : btCollisionWorld::ConvexResultCallback {
  btScalar addSingleResult(btCollisionWorld::LocalConvexResult& result, bool is_world) override {
    assert(is_world);
    (void)is_world;
    m_closestHitFraction = result.m_hitFraction;
    normal = result.m_hitNormalLocal;
    point = result.m_hitPointLocal;
    has_hit = true;
    return m_closestHitFraction;
  }
  btVector3 normal{0, 0, 0};
  btVector3 point{0, 0, 0};
  bool has_hit = false;
};

// Only asks whether there is any contact.
struct AnyContact : btManifoldResult {
  AnyContact(const btCollisionObjectWrapper* a, const btCollisionObjectWrapper* b)
      : btManifoldResult(a, b) {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar distance) override {
    has_contact = has_contact || distance <= 0;
  }
  bool has_contact = false;
};

std::optional<ShapeHit> cast_ray_at_points(const Part& part, const btTransform& world_from_part,
                                           const btCollisionObject& object, const Vec3& origin,
                                           const Vec3& direction, double range) {
  const btTransform from(btQuaternion::getIdentity(), to_bt(origin));
  const btTransform to(btQuaternion::getIdentity(), to_bt(origin + range * direction));
  const btCollisionObjectWrapper wrapper(nullptr, part.shape, &object, world_from_part, -1, -1);
  ClosestRay callback;
  btCollisionWorld::rayTestSingleInternal(from, to, &wrapper, callback);
  if (!callback.has_hit) return {};
  const Vec3 normal = normalized(from_bt(callback.normal));
  return ShapeHit{range * double{callback.m_closestHitFraction},
                  dot(normal, direction) > 0 ? -normal : normal};
}

// A convex shape in the world for as long as a query takes.
struct Probe {
  Probe(const Shape& shape, const Pose& world_from_shape)
      : collision(collision_shape(shape, /*is_dynamic=*/true)) {
    assert(collision.bullet->isConvex());
    object.setCollisionShape(collision.bullet.get());
    object.setWorldTransform(to_bt(world_from_shape));
  }
  const btConvexShape& convex() const {
    return static_cast<const btConvexShape&>(*collision.bullet);
  }

  CollisionShape collision;
  btCollisionObject object;
};

bool is_touching(btCollisionDispatcher& dispatcher, const btCollisionObject& probe,
                 const Part& part, const btTransform& world_from_part,
                 const btCollisionObject& object) {
  const btCollisionObjectWrapper a(nullptr, probe.getCollisionShape(), &probe,
                                   probe.getWorldTransform(), -1, -1);
  const btCollisionObjectWrapper b(nullptr, part.shape, &object, world_from_part, -1, -1);
  btCollisionAlgorithm* const algorithm =
      dispatcher.findAlgorithm(&a, &b, nullptr, BT_CLOSEST_POINT_ALGORITHMS);
  if (!algorithm) return false;
  AnyContact result(&a, &b);
  algorithm->processCollision(&a, &b, btDispatcherInfo(), &result);
  algorithm->~btCollisionAlgorithm();
  dispatcher.freeCollisionAlgorithm(algorithm);
  return result.has_contact;
}

std::optional<RayHit> sweep_against(const btConvexShape& shape, const btTransform& from,
                                    const btTransform& to, const Part& part,
                                    const btTransform& world_from_part,
                                    const btCollisionObject& object, double range) {
  const btCollisionObjectWrapper wrapper(nullptr, part.shape, &object, world_from_part, -1, -1);
  ClosestSweep callback;
  btCollisionWorld::objectQuerySingleInternal(&shape, from, to, &wrapper, callback, 0);
  if (!callback.has_hit) return {};
  return RayHit{part.owner->id, range * double{callback.m_closestHitFraction},
                from_bt(callback.point), normalized(from_bt(callback.normal))};
}

}  // namespace

std::optional<RayHit> PhysicsWorld::Implementation::cast_ray(const Vec3& origin,
                                                             const Vec3& direction, double range,
                                                             const QueryFilter& filter) {
  std::optional<RayHit> nearest;
  broadphase_.visit_ray(to_bt(origin), to_bt(origin + range * direction), [&](Clump& clump) {
    for (const Part& part : clump.parts) {
      if (!is_seen(*part.owner, filter)) continue;
      std::optional<ShapeHit> hit;
      if (is_made_of_points(shape_of(part))) {
        hit = cast_ray_at_points(part, clump.rigid->getWorldTransform() * part.clump_from_shape,
                                 *clump.rigid, origin, direction, range);
      } else {
        const Pose world_from_shape = world_from_shape_of(part);
        const Pose shape_from_world = inverse(world_from_shape);
        hit = tandem::cast_ray(shape_of(part), shape_from_world * origin,
                               shape_from_world.rotation * direction);
        if (hit) hit->normal = world_from_shape.rotation * hit->normal;
      }
      if (hit && hit->distance_m <= range)
        keep_nearest(nearest, {part.owner->id, hit->distance_m,
                               origin + hit->distance_m * direction, hit->normal});
    }
  });
  return nearest;
}

std::optional<RayHit> PhysicsWorld::Implementation::sweep(const Shape& shape,
                                                          const Pose& world_from_shape,
                                                          const Vec3& direction, double range,
                                                          const QueryFilter& filter) {
  const Probe probe(shape, world_from_shape);
  const btTransform from = to_bt(world_from_shape);
  btTransform to = from;
  to.setOrigin(to_bt(world_from_shape.translation + range * direction));
  btVector3 low, high, end_low, end_high;
  probe.convex().getAabb(from, low, high);
  probe.convex().getAabb(to, end_low, end_high);
  low.setMin(end_low);
  high.setMax(end_high);

  std::optional<RayHit> nearest;
  broadphase_.visit_box(low, high, [&](Clump& clump) {
    for (const Part& part : clump.parts) {
      if (!is_seen(*part.owner, filter)) continue;
      const btTransform world_from_part = clump.rigid->getWorldTransform() * part.clump_from_shape;
      if (is_touching(*dispatcher_, probe.object, part, world_from_part, *clump.rigid)) {
        keep_nearest(nearest, {part.owner->id, 0, world_from_shape.translation, -direction});
      } else if (const auto hit = sweep_against(probe.convex(), from, to, part, world_from_part,
                                                *clump.rigid, range)) {
        keep_nearest(nearest, *hit);
      }
    }
  });
  return nearest;
}

std::vector<BodyId> PhysicsWorld::Implementation::overlapping(const Shape& shape,
                                                              const Pose& world_from_shape,
                                                              const QueryFilter& filter) {
  const Probe probe(shape, world_from_shape);
  btVector3 low, high;
  probe.convex().getAabb(probe.object.getWorldTransform(), low, high);
  std::vector<BodyId> found;
  broadphase_.visit_box(low, high, [&](Clump& clump) {
    for (const Part& part : clump.parts)
      if (is_seen(*part.owner, filter) &&
          is_touching(*dispatcher_, probe.object, part,
                      clump.rigid->getWorldTransform() * part.clump_from_shape, *clump.rigid))
        found.push_back(part.owner->id);
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// How much of a step's path a fast body can go before its middle would be inside of something.
// It keeps its velocity and meets what is there as a contact in the next step.
btScalar PhysicsWorld::Implementation::free_share_of_path(const Clump& clump,
                                                          const btVector3& path) {
  if (!clump.rigid->hasContactResponse()) return 1;
  const btSphereShape core(0.5f * clump.inner_radius);
  const btTransform from(btQuaternion::getIdentity(), clump.rigid->getCenterOfMassPosition());
  const btTransform to(btQuaternion::getIdentity(), from.getOrigin() + path);
  btVector3 low, high, end_low, end_high;
  core.getAabb(from, low, high);
  core.getAabb(to, end_low, end_high);
  low.setMin(end_low);
  high.setMax(end_high);
  double free_share = 1;
  broadphase_.visit_box(low, high, [&](Clump& other) {
    if (&other == &clump || !other.rigid->hasContactResponse() || !may_pair(clump, other)) return;
    for (const Part& part : other.parts)
      if (const auto hit = sweep_against(core, from, to, part,
                                         other.rigid->getWorldTransform() * part.clump_from_shape,
                                         *other.rigid, 1))
        free_share = std::min(free_share, hit->distance_m);
  });
  return to_bt(free_share);
}

}  // namespace tandem
