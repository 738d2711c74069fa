// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <LinearMath/btTransform.h>

#include <optional>
#include <vector>

class btConcaveShape;
class btConvexShape;
class btTriangleShape;

namespace tandem {

// Where a convex body meets a surface, in the surface's frame.
struct SurfaceContact {
  btVector3 normal;  // unit, towards the body
  btVector3 point_on_body;
  btScalar distance;  // of that point from the surface along the normal

  btVector3 point_on_surface() const { return point_on_body - distance * normal; }
};

struct BodyOnTriangle {
  const btConvexShape& body;
  btTransform surface_from_body;
  const btConcaveShape& surface;
  const btTriangleShape& triangle;  // of the surface
};

struct CorrectedContact {
  std::optional<SurfaceContact> contact;
  // The normal of the triangle's face, where the face is what the body meets.
  std::optional<btVector3> face;
};

// What remains of a contact that was found as if the triangle were alone in the world. Its normal
// is right if no triangle around its point reaches beyond it: that of the face inside of a face,
// anything between the two faces on a ridge, anything away from the triangle on the rim of an open
// surface. Where it is not, as on flat and hollow edges, the body meets the face if its lowest
// point is here, and otherwise a neighbour.
CorrectedContact corrected(const SurfaceContact& found, const BodyOnTriangle& meeting);

// The contacts of those corners of the body, and of that part of the line it lies on, that are over
// the triangle, given its face's normal and what was found. Bullet finds one or a few points a
// step, so that boxes and cylinders rock. Corners that are level with the triangle but over others
// count with the first triangle of a pair: to Bullet corners are round, and it may miss those
// others. Says whether what was found is not needed any more.
bool add_corners(const SurfaceContact& found, const BodyOnTriangle& meeting, const btVector3& face,
                 bool is_first, std::vector<SurfaceContact>& contacts);

}  // namespace tandem
