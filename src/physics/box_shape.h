// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexPolyhedron.h>

#include <new>

namespace tandem {

// A box that knows its faces, so that it meets triangles and hulls in several points, not in one.
// Bullet can find the faces by itself, but takes 60 us, which is long for a crowd of many sizes.
class BoxShape : public btBoxShape {
 public:
  explicit BoxShape(const btVector3& half) : btBoxShape(half) {
    m_polyhedron = new (btAlignedAlloc(sizeof(btConvexPolyhedron), 16)) btConvexPolyhedron;
    for (int i = 0; i < 8; ++i)
      m_polyhedron->m_vertices.push_back({i & 1 ? half.x() : -half.x(),
                                          i & 2 ? half.y() : -half.y(),
                                          i & 4 ? half.z() : -half.z()});
    // corners counter-clockwise, seen from outside
    constexpr int corners[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                   {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (int f = 0; f < 6; ++f) {
      btFace face;
      for (const int corner : corners[f]) face.m_indices.push_back(corner);
      const int axis = f / 2;
      for (btScalar& number : face.m_plane) number = 0;
      face.m_plane[axis] = f % 2 ? 1 : -1;
      face.m_plane[3] = -half[axis];
      m_polyhedron->m_faces.push_back(face);
    }
    m_polyhedron->m_uniqueEdges.push_back({1, 0, 0});
    m_polyhedron->m_uniqueEdges.push_back({0, 1, 0});
    m_polyhedron->m_uniqueEdges.push_back({0, 0, 1});
    m_polyhedron->m_localCenter.setZero();
    m_polyhedron->m_extents = half;
    m_polyhedron->m_radius = half[half.minAxis()];
    m_polyhedron->mC.setZero();
    m_polyhedron->mE = 2 * half;
  }

  // as Bullet's, which the compiler thinks leaves the plane unset
  void getPlane(btVector3& normal, btVector3& support, int face) const override {
    normal.setZero();
    normal[face / 2] = face % 2 ? -1 : 1;
    support = localGetSupportingVertex(-normal);
  }
};

}  // namespace tandem
