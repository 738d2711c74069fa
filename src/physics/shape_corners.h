// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>

#include <cmath>
#include <optional>

namespace tandem {

// The points of a shape that can touch a plane, in the shape's frame; `up` is the plane's normal
// there. Balls and capsules have none.
template <typename Visit>
void visit_corners(const btCollisionShape& shape, const btVector3& up, const Visit& visit) {
  switch (shape.getShapeType()) {
    case BOX_SHAPE_PROXYTYPE: {
      const btVector3 half = static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin();
      for (int i = 0; i < 8; ++i)
        visit(btVector3(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(),
                        i & 4 ? half.z() : -half.z()));
      return;
    }
    case CYLINDER_SHAPE_PROXYTYPE: {
      // on both rims: the lowest point, the highest and those between
      const auto& cylinder = static_cast<const btCylinderShapeZ&>(shape);
      const btVector3 half = cylinder.getHalfExtentsWithMargin();
      btVector3 downhill(-up.x(), -up.y(), 0);
      downhill = downhill.length2() > 1e-6f ? downhill.normalized() : btVector3(1, 0, 0);
      const btVector3 across(-downhill.y(), downhill.x(), 0);
      for (const btScalar z : {-half.z(), half.z()})
        for (const btVector3& direction : {downhill, -downhill, across, -across})
          visit(half.x() * direction + btVector3(0, 0, z));
      return;
    }
    case CONVEX_HULL_SHAPE_PROXYTYPE: {
      const auto& hull = static_cast<const btConvexHullShape&>(shape);
      const btVector3 margin = hull.getMargin() * up;
      for (int i = 0; i < hull.getNumPoints(); ++i) visit(hull.getScaledPoint(i) - margin);
      return;
    }
    default:
      return;
  }
}

// The line along which a shape on its side touches a plane, in the shape's frame.
struct LowestLine {
  btVector3 begin, end;
};
inline std::optional<LowestLine> lowest_line(const btCollisionShape& shape, const btVector3& up) {
  constexpr btScalar on_its_side = 0.7f;  // less upright than 45 degrees
  if (std::abs(up.z()) > on_its_side) return std::nullopt;
  if (shape.getShapeType() == CAPSULE_SHAPE_PROXYTYPE) {
    const auto& capsule = static_cast<const btCapsuleShape&>(shape);
    const btVector3 axis(0, 0, capsule.getHalfHeight());
    const btVector3 down = -capsule.getRadius() * up;
    return LowestLine{down - axis, down + axis};
  }
  if (shape.getShapeType() == CYLINDER_SHAPE_PROXYTYPE) {
    const auto& cylinder = static_cast<const btCylinderShapeZ&>(shape);
    const btVector3 half = cylinder.getHalfExtentsWithMargin();
    const btVector3 axis(0, 0, half.z());
    const btVector3 down = -half.x() * btVector3(up.x(), up.y(), 0).normalized();
    return LowestLine{down - axis, down + axis};
  }
  return std::nullopt;
}

}  // namespace tandem
