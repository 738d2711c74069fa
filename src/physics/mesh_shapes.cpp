// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/mesh_shapes.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btConvexPolyhedron.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btShapeHull.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <LinearMath/btConvexHullComputer.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <utility>

#include "physics/bullet_types.h"

namespace tandem {

namespace {

// A node of Bullet's tree has 21 bits for the triangle within a part.
constexpr std::size_t triangles_per_part = std::size_t{1} << 21;

// More corners than this make collisions slow without making them visibly better.
constexpr int max_hull_corners = 64;

// Hulls are shrunk by their margin, which Bullet adds again: faces stay where they are, and GJK
// has room to work in. A share of the smallest extent, at most this.
constexpr double max_hull_margin_m = 0.002;
constexpr double hull_margin_share = 0.05;

struct TriangleMesh {
  std::shared_ptr<const Mesh> mesh;
  btTriangleIndexVertexArray triangles;
  std::unique_ptr<btBvhTriangleMeshShape> shape;
};

// The hull copies its corners, but is found again by the mesh's address, which must stay taken.
struct Hull {
  std::shared_ptr<const Mesh> mesh;
  std::unique_ptr<btConvexHullShape> shape;
};

struct ScaledMesh {
  std::shared_ptr<btBvhTriangleMeshShape> mesh;
  btScaledBvhTriangleMeshShape shape;
};

struct Terrain {
  std::shared_ptr<const Heightfield> field;
  btHeightfieldTerrainShape shape;
};

double smallest_extent(const std::vector<btVector3>& points) {
  btVector3 low = points.front(), high = low;
  for (const btVector3& point : points) {
    low.setMin(point);
    high.setMax(point);
  }
  const btVector3 extent = high - low;
  return double{extent[extent.minAxis()]};
}

// The same hull with few corners, found by looking at it from some dozens of directions.
std::vector<btVector3> with_fewer_corners(const std::vector<btVector3>& corners) {
  btConvexHullShape full(&corners[0][0], static_cast<int>(corners.size()), sizeof(btVector3));
  full.setMargin(0);
  btShapeHull hull(&full);
  hull.buildHull(0);
  return {hull.getVertexPointer(), hull.getVertexPointer() + hull.numVertices()};
}

std::pair<float, float> height_range(const Heightfield& field) {
  const auto [low, high] = std::minmax_element(field.heights_m.begin(), field.heights_m.end());
  return {*low, *high};
}

}  // namespace

std::shared_ptr<btBvhTriangleMeshShape> triangle_mesh_shape(std::shared_ptr<const Mesh> mesh) {
  assert(mesh && mesh->triangle_count() > 0);
  auto owner = std::make_shared<TriangleMesh>();
  owner->mesh = std::move(mesh);

  // Bullet reads the mesh's own memory
  const Mesh& source = *owner->mesh;
  for (std::size_t first = 0; first < source.triangle_count(); first += triangles_per_part) {
    btIndexedMesh part;
    part.m_numTriangles =
        static_cast<int>(std::min(triangles_per_part, source.triangle_count() - first));
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(&source.indices[3 * first]);
    part.m_triangleIndexStride = 3 * sizeof(std::uint32_t);
    part.m_numVertices = static_cast<int>(source.positions.size());
    part.m_vertexBase = reinterpret_cast<const unsigned char*>(source.positions.data());
    part.m_vertexStride = sizeof(std::array<float, 3>);
    part.m_vertexType = PHY_FLOAT;
    owner->triangles.addIndexedMesh(part, PHY_INTEGER);
  }
  owner->shape = std::make_unique<btBvhTriangleMeshShape>(&owner->triangles, true);
  owner->shape->setMargin(0);
  return {owner, owner->shape.get()};
}

std::shared_ptr<btCollisionShape> scaled_mesh_shape(std::shared_ptr<btBvhTriangleMeshShape> mesh,
                                                    const Vec3& scale) {
  btBvhTriangleMeshShape* const unscaled = mesh.get();
  auto owner = std::shared_ptr<ScaledMesh>(
      new ScaledMesh{std::move(mesh), btScaledBvhTriangleMeshShape(unscaled, to_bt(scale))});
  owner->shape.setMargin(0);
  return {owner, &owner->shape};
}

namespace {

// The corners of the hull around points, moved inwards; flat ones stay as they are.
std::vector<btVector3> hull_corners(const std::vector<btVector3>& points, double shrink_m) {
  btConvexHullComputer hull;
  hull.compute(&points[0][0], sizeof(btVector3), static_cast<int>(points.size()), to_bt(shrink_m),
               0);
  std::vector<btVector3> corners;
  for (int i = 0; i < hull.vertices.size(); ++i) corners.push_back(hull.vertices[i]);
  return corners.empty() ? points : corners;
}

// Lets faces meet faces in several points and not in one. The faces are those of the hull with its
// margin; what Bullet makes itself of the shrunk corners lacks faces when they are small.
void give_faces(btConvexHullShape& shape, const std::vector<btVector3>& outer) {
  btConvexHullShape whole(&outer[0][0], static_cast<int>(outer.size()),
                          static_cast<int>(sizeof(btVector3)));
  if (!whole.initializePolyhedralFeatures()) return;
  btConvexPolyhedron faces = *whole.getConvexPolyhedron();
  if (faces.m_faces.size() >= 4) shape.setPolyhedralFeatures(faces);
}

}  // namespace

std::shared_ptr<btCollisionShape> convex_hull_shape(std::shared_ptr<const Mesh> mesh,
                                                    const Vec3& scale) {
  assert(mesh && !mesh->positions.empty());
  std::vector<btVector3> points;
  points.reserve(mesh->positions.size());
  for (const auto& position : mesh->positions)
    points.push_back(
        to_bt(Vec3{scale.x * position[0], scale.y * position[1], scale.z * position[2]}));

  std::vector<btVector3> outer = hull_corners(points, 0);
  if (outer.size() > max_hull_corners) outer = with_fewer_corners(outer);
  const double margin = std::min(max_hull_margin_m, hull_margin_share * smallest_extent(outer));
  const std::vector<btVector3> corners = hull_corners(outer, margin);

  auto owner = std::make_shared<Hull>();
  owner->mesh = std::move(mesh);
  owner->shape = std::make_unique<btConvexHullShape>(
      &corners[0][0], static_cast<int>(corners.size()), static_cast<int>(sizeof(btVector3)));
  owner->shape->setMargin(to_bt(margin));
  give_faces(*owner->shape, outer);
  return {owner, owner->shape.get()};
}

std::shared_ptr<btCollisionShape> heightfield_shape(std::shared_ptr<const Heightfield> field) {
  assert(field && field->columns > 1 && field->rows > 1);
  const auto [low, high] = height_range(*field);
  const float* const heights = field->heights_m.data();
  const int columns = field->columns, rows = field->rows;
  const Vec3 cell{field->size_x_m / (columns - 1), field->size_y_m / (rows - 1), 1};
  constexpr int up_axis = 2;
  auto owner = std::shared_ptr<Terrain>(
      new Terrain{std::move(field), btHeightfieldTerrainShape(columns, rows, heights, low, high,
                                                              up_axis, /*flipQuadEdges=*/false)});
  owner->shape.setLocalScaling(to_bt(cell));
  owner->shape.setMargin(0);
  owner->shape.buildAccelerator();
  return {owner, &owner->shape};
}

double middle_height(const Heightfield& field) {
  const auto [low, high] = height_range(field);
  return 0.5 * (double{low} + double{high});
}

}  // namespace tandem
