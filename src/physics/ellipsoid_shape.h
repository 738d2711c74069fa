// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/CollisionShapes/btConvexInternalShape.h>

#include <algorithm>

#include "physics/bullet_types.h"

namespace tandem {

// Bullet has no ellipsoid: a scaled sphere of its own finds wrong supporting points.
class EllipsoidShape : public btConvexInternalShape {
 public:
  explicit EllipsoidShape(const Vec3& radii) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    // the margin rounds what is inside of it, so the radii are right along the axes
    const double margin = 0.05 * std::min({radii.x, radii.y, radii.z});
    setMargin(to_bt(margin));
    m_implicitShapeDimensions = to_bt(radii - Vec3{margin, margin, margin});
    radii_ = radii;
  }

  const Vec3& radii() const { return radii_; }

  // exact in all directions, where a margin added to a smaller ellipsoid is so along the axes only
  btVector3 localGetSupportingVertex(const btVector3& direction) const override {
    return support(to_bt(radii_), direction);
  }

  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
    return support(m_implicitShapeDimensions, direction);
  }

  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions,
                                                         btVector3* points,
                                                         int count) const override {
    for (int i = 0; i < count; ++i)
      points[i] = localGetSupportingVertexWithoutMargin(directions[i]);
  }

  // of the box around it; masses are given and never computed from shapes
  void calculateLocalInertia(btScalar mass, btVector3& inertia) const override {
    const btVector3 square = m_implicitShapeDimensions * m_implicitShapeDimensions;
    inertia = mass / 3 *
              btVector3(square.y() + square.z(), square.x() + square.z(), square.x() + square.y());
  }

  const char* getName() const override { return "Ellipsoid"; }

 private:
  // the surface point of x²/a² + y²/b² + z²/c² = 1 whose normal is the direction
  static btVector3 support(const btVector3& radii, const btVector3& direction) {
    const btVector3 scaled = radii * direction;
    const btScalar length = scaled.length();
    if (length < SIMD_EPSILON) return {0, 0, radii.z()};
    return radii * scaled / length;
  }

  Vec3 radii_;
};

}  // namespace tandem
