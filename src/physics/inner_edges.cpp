// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/inner_edges.h"

#include <BulletCollision/BroadphaseCollision/btCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <BulletCollision/CollisionShapes/btConvexShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "physics/surface_contact.h"
#include "physics/tuning.h"

namespace tandem {

namespace {

bool is_triangle(const btCollisionObjectWrapper& wrapper) {
  return wrapper.getCollisionShape()->getShapeType() == TRIANGLE_SHAPE_PROXYTYPE;
}

// Of five points, the one that is missed least: what hovers first, but never the deepest, and then
// what leaves the largest area to stand on.
int least_useful(const std::array<const btManifoldPoint*, 5>& points) {
  const auto by_distance = [](const btManifoldPoint* a, const btManifoldPoint* b) {
    return a->getDistance() < b->getDistance();
  };
  const auto [deepest, highest] = std::minmax_element(points.begin(), points.end(), by_distance);
  if ((*highest)->getDistance() > touch_m) return static_cast<int>(highest - points.begin());

  int least = 0;
  btScalar largest_area = -1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] == *deepest) continue;
    std::array<btVector3, 4> rest;
    std::size_t count = 0;
    for (std::size_t k = 0; k < points.size(); ++k)
      if (k != i) rest[count++] = points[k]->getPositionWorldOnB();
    const auto area = [&](std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
      return (rest[a] - rest[b]).cross(rest[c] - rest[d]).length2();
    };
    const btScalar larger = btMax(area(0, 1, 2, 3), btMax(area(0, 2, 1, 3), area(0, 3, 1, 2)));
    if (larger <= largest_area) continue;
    largest_area = larger;
    least = static_cast<int>(i);
  }
  return least;
}

// Corrects contacts before they enter the manifold, where they would drive out good ones.
class ContactsOfPair : public btManifoldResult {
 public:
  using btManifoldResult::btManifoldResult;

  // Bullet puts the triangle last, so that the point is on it and the normal points away from it.
  void addContactPoint(const btVector3& normal, const btVector3& point,
                       btScalar distance) override {
    const bool is_surface_first = is_triangle(*m_body0Wrap);
    if (!is_surface_first && !is_triangle(*m_body1Wrap)) {
      btManifoldResult::addContactPoint(normal, point, distance);
      return;
    }
    forget_what_was_left_behind();
    const btCollisionObjectWrapper& one = is_surface_first ? *m_body0Wrap : *m_body1Wrap;
    const btCollisionObjectWrapper& body = is_surface_first ? *m_body1Wrap : *m_body0Wrap;
    const btTransform& world_from_surface = one.getWorldTransform();
    const SurfaceContact found{normal * world_from_surface.getBasis(),
                               world_from_surface.invXform(point + distance * normal), distance};
    const BodyOnTriangle meeting{
        static_cast<const btConvexShape&>(*body.getCollisionShape()),
        world_from_surface.inverseTimes(body.getWorldTransform()),
        static_cast<const btConcaveShape&>(*one.m_parent->getCollisionShape()),
        static_cast<const btTriangleShape&>(*one.getCollisionShape())};

    const CorrectedContact correction = corrected(found, meeting);
    corners_.clear();
    const bool is_replaced =
        correction.face && !has_corners_of(meeting.triangle) &&
        add_corners(found, meeting, *correction.face, is_first_face_, corners_);
    if (correction.face) is_first_face_ = false;
    if (correction.contact && !is_replaced) add(*correction.contact, world_from_surface);
    for (const SurfaceContact& corner : corners_) add(corner, world_from_surface);
  }

 private:
  // A manifold has room for four points. Bullet takes out those that have slid away only after new
  // ones had to compete with them, so that a sliding body loses some of its feet every step.
  void forget_what_was_left_behind() {
    if (m_manifoldPtr == current_) return;
    current_ = m_manifoldPtr;
    is_first_face_ = true;
    last_.reset();
    refreshContactPoints();
  }

  bool has_corners_of(const btTriangleShape& triangle) {
    const btVector3* const now = triangle.m_vertices1;
    if (last_ && std::equal(last_->begin(), last_->end(), now)) return true;
    last_ = {now[0], now[1], now[2]};
    return false;
  }

  void add(const SurfaceContact& contact, const btTransform& world_from_surface) {
    const btVector3 normal = world_from_surface.getBasis() * contact.normal;
    const btVector3 point = world_from_surface * contact.point_on_surface();
    if (make_room(normal, point, contact.distance))
      btManifoldResult::addContactPoint(normal, point, contact.distance);
  }

  // Bullet always takes the new point into a full manifold, however good the old ones are.
  bool make_room(const btVector3& normal, const btVector3& point, btScalar distance) {
    btPersistentManifold& manifold = *m_manifoldPtr;
    if (manifold.getNumContacts() < MANIFOLD_CACHE_SIZE) return true;
    const btTransform& world_from_a = manifold.getBody0()->getWorldTransform();
    btManifoldPoint entry(world_from_a.invXform(point + distance * normal), btVector3(0, 0, 0),
                          normal, distance);
    entry.m_positionWorldOnB = point;
    if (manifold.getCacheEntry(entry) >= 0) return true;
    const int least =
        least_useful({&entry, &manifold.getContactPoint(0), &manifold.getContactPoint(1),
                      &manifold.getContactPoint(2), &manifold.getContactPoint(3)});
    if (least > 0) manifold.removeContactPoint(least - 1);
    return least > 0;
  }

  const btPersistentManifold* current_ = nullptr;
  bool is_first_face_ = true;
  std::optional<std::array<btVector3, 3>> last_;  // triangle that the body's corners were tried on
  std::vector<SurfaceContact> corners_;
};

// As Bullet's own, with another kind of result.
void find_contacts_of_pair(btBroadphasePair& pair, btCollisionDispatcher& dispatcher,
                           const btDispatcherInfo& info) {
  auto* const a = static_cast<btCollisionObject*>(pair.m_pProxy0->m_clientObject);
  auto* const b = static_cast<btCollisionObject*>(pair.m_pProxy1->m_clientObject);
  if (!dispatcher.needsCollision(a, b)) return;
  const btCollisionObjectWrapper wrapper_a(nullptr, a->getCollisionShape(), a,
                                           a->getWorldTransform(), -1, -1);
  const btCollisionObjectWrapper wrapper_b(nullptr, b->getCollisionShape(), b,
                                           b->getWorldTransform(), -1, -1);
  if (pair.m_algorithm == nullptr)
    pair.m_algorithm =
        dispatcher.findAlgorithm(&wrapper_a, &wrapper_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
  if (pair.m_algorithm == nullptr) return;
  ContactsOfPair contacts(&wrapper_a, &wrapper_b);
  pair.m_algorithm->processCollision(&wrapper_a, &wrapper_b, info, &contacts);
}

}  // namespace

void install_inner_edges(btCollisionDispatcher& dispatcher) {
  dispatcher.setNearCallback(find_contacts_of_pair);
}

}  // namespace tandem
