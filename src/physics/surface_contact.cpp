// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/surface_contact.h"

#include <BulletCollision/CollisionShapes/btConcaveShape.h>
#include <BulletCollision/CollisionShapes/btConvexShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>

#include <array>
#include <cmath>
#include <cstddef>

#include "physics/shape_corners.h"
#include "physics/tuning.h"

namespace tandem {

namespace {

// A point this near to a triangle is a point of it: Bullet's points are off by up to a tenth.
constexpr btScalar touching_m = 0.0005f;
// What lies on the edge of two triangles is over both, but for rounding.
constexpr btScalar between_triangles_m = 0.00005f;
// A triangle that rises above a normal's plane by less than this is level with it.
constexpr btScalar level = 0.002f;
// A normal so close to the face's means the face's.
constexpr btScalar same_direction = 0.99999f;
// Of a normal that so nearly lies in the face nobody can say to which side it points.
constexpr btScalar sideways = 0.2f;
// Faces that turn less than 45 degrees from each other.
constexpr btScalar same_way = 0.7f;
// Corners that lie deeper than what was found are on the other side of a thin thing, but for what
// is lost where a narrow overlap was taken for a shallow one.
constexpr btScalar deeper_than_found_m = 0.002f;
// A fan of triangles finer than this counts with its first ones.
constexpr std::size_t max_triangles = 24;

struct Triangle {
  std::array<btVector3, 3> corners;
  btVector3 face;  // unit
};

bool make_triangle(const btVector3* corners, Triangle& triangle) {
  triangle.corners = {corners[0], corners[1], corners[2]};
  triangle.face = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
  const btScalar twice_area = triangle.face.length();
  if (!(twice_area > SIMD_EPSILON * SIMD_EPSILON)) return false;
  triangle.face /= twice_area;
  return true;
}

// In the triangle's plane, away from the edge that begins at a corner; whatever side it faces.
btVector3 inward(const Triangle& triangle, std::size_t i) {
  const btVector3 edge = triangle.corners[(i + 1) % 3] - triangle.corners[i];
  const btVector3 across = triangle.face.cross(edge) / edge.length();
  return across.dot(triangle.corners[(i + 2) % 3] - triangle.corners[i]) < 0 ? -across : across;
}

// How far the point lies inside of the edge that is nearest, seen along the face's normal.
btScalar inside_of_edges(const Triangle& triangle, const btVector3& point) {
  btScalar least = BT_LARGE_FLOAT;
  for (std::size_t i = 0; i < 3; ++i)
    least = btMin(least, inward(triangle, i).dot(point - triangle.corners[i]));
  return least;
}

// Cuts a line to what is over the triangle; false if nothing is.
bool clip_to_prism(const Triangle& triangle, btVector3& begin, btVector3& end) {
  for (std::size_t i = 0; i < 3; ++i) {
    const btVector3 in = inward(triangle, i);
    const btScalar at_begin = in.dot(begin - triangle.corners[i]) + between_triangles_m;
    const btScalar at_end = in.dot(end - triangle.corners[i]) + between_triangles_m;
    if (at_begin < 0 && at_end < 0) return false;
    const btVector3 cut = begin + at_begin / (at_begin - at_end) * (end - begin);
    if (at_begin < 0) begin = cut;
    if (at_end < 0) end = cut;
  }
  return true;
}

bool touches(const Triangle& triangle, const btVector3& point) {
  if (std::abs(triangle.face.dot(point - triangle.corners[0])) > touching_m) return false;
  return inside_of_edges(triangle, point) > -touching_m;
}

// The triangles that meet in a point.
class Around : public btTriangleCallback {
 public:
  Around(const btConcaveShape& surface, const btVector3& point) : point_(point) {
    const btVector3 reach(touching_m, touching_m, touching_m);
    surface.processAllTriangles(this, point - reach, point + reach);
  }

  void processTriangle(btVector3* corners, int, int) override {
    if (count_ == max_triangles || !make_triangle(corners, triangles_[count_])) return;
    if (touches(triangles_[count_], point_)) ++count_;
  }

  const Triangle* begin() const { return triangles_.data(); }
  const Triangle* end() const { return triangles_.data() + count_; }

  // Whether all triangles stay behind the plane through the point.
  bool allow(const btVector3& normal) const {
    for (const Triangle& triangle : *this)
      for (const btVector3& corner : triangle.corners) {
        const btVector3 arm = corner - point_;
        const btScalar above = arm.dot(normal);
        if (above > touching_m && above > level * arm.length()) return false;
      }
    return true;
  }

 private:
  const btVector3 point_;
  std::array<Triangle, max_triangles> triangles_;
  std::size_t count_ = 0;
};

// The triangle that a point is over, among those that face roughly the same way.
struct Below : btTriangleCallback {
  Below(const btConcaveShape& surface, const btVector3& over, const btVector3& facing)
      : point(over), face(facing) {
    const btVector3 reach(contact_reach_m, contact_reach_m, contact_reach_m);
    surface.processAllTriangles(this, point - reach, point + reach);
  }

  void processTriangle(btVector3* corners, int, int) override {
    Triangle candidate;
    if (triangle || !make_triangle(corners, candidate)) return;
    if (candidate.face.dot(face) < 0) candidate.face = -candidate.face;
    if (candidate.face.dot(face) < same_way) return;
    if (inside_of_edges(candidate, point) > -between_triangles_m) triangle = candidate;
  }

  const btVector3 point, face;
  std::optional<Triangle> triangle;
};

btVector3 center_of(const BodyOnTriangle& meeting) {
  btVector3 low, high;
  meeting.body.getAabb(meeting.surface_from_body, low, high);
  return 0.5f * (low + high);
}

btVector3 lowest_point(const BodyOnTriangle& meeting, const btVector3& up) {
  return meeting.surface_from_body *
         meeting.body.localGetSupportingVertex(-up * meeting.surface_from_body.getBasis());
}

// A face has two sides; the contact is on the one that its normal points to, or the body's middle.
btVector3 face_towards_body(const Triangle& triangle, const SurfaceContact& found,
                            const BodyOnTriangle& meeting) {
  btScalar side = triangle.face.dot(found.normal);
  if (std::abs(side) < sideways) side = triangle.face.dot(center_of(meeting) - triangle.corners[0]);
  return side < 0 ? -triangle.face : triangle.face;
}

// The same point of the body, seen along another normal.
SurfaceContact turned(const SurfaceContact& contact, const btVector3& normal) {
  return {normal, contact.point_on_body, contact.distance * contact.normal.dot(normal)};
}

}  // namespace

CorrectedContact corrected(const SurfaceContact& found, const BodyOnTriangle& meeting) {
  Triangle own;
  if (!make_triangle(meeting.triangle.m_vertices1, own)) return {found, std::nullopt};
  own.face = face_towards_body(own, found, meeting);
  const btVector3 point = found.point_on_surface();
  if (inside_of_edges(own, point) > touching_m) return {turned(found, own.face), own.face};

  // No face of a heightfield is hidden behind others, as the walls between tiles of a mesh are.
  const bool is_of_face = own.face.dot(found.normal) > same_direction;
  if (is_of_face && meeting.surface.getShapeType() == TERRAIN_SHAPE_PROXYTYPE)
    return {turned(found, own.face), own.face};

  const Around around(meeting.surface, point);
  const bool is_own_allowed = around.allow(own.face);
  if (is_of_face && is_own_allowed) return {turned(found, own.face), own.face};
  if (!is_of_face && around.allow(found.normal)) return {found, std::nullopt};

  // Of the faces that meet here, the nearest that all others stay behind. In a hollow there is
  // none, and each triangle has its own.
  Triangle best = own;
  btScalar nearest = is_own_allowed ? own.face.dot(found.normal) : -BT_LARGE_FLOAT;
  bool is_own = true;
  for (const Triangle& triangle : around) {
    const btVector3 face = face_towards_body(triangle, found, meeting);
    if (face.dot(found.normal) <= nearest + level || !around.allow(face)) continue;
    best = {triangle.corners, face};
    nearest = face.dot(found.normal);
    is_own = false;
  }

  CorrectedContact result;
  if (is_own && is_own_allowed) result.face = own.face;
  if (is_own && is_of_face) {
    result.contact = turned(found, own.face);
    return result;
  }
  const btVector3 lowest = lowest_point(meeting, best.face);
  const btScalar distance = best.face.dot(lowest - point);
  const bool is_deep = distance < -deeper_than_found_m;
  if (inside_of_edges(best, lowest) > 0 && (found.distance < 0 || !is_deep))
    result.contact = {best.face, lowest, distance};
  return result;
}

bool add_corners(const SurfaceContact& found, const BodyOnTriangle& meeting, const btVector3& face,
                 bool is_first, std::vector<SurfaceContact>& contacts) {
  const btTransform& surface_from_body = meeting.surface_from_body;
  const btVector3 up = face * surface_from_body.getBasis();
  Triangle triangle;
  make_triangle(meeting.triangle.m_vertices1, triangle);
  triangle.face = face;
  const btScalar deepest = btMin(turned(found, face).distance, btScalar{0}) - deeper_than_found_m;
  const auto is_near = [&](btScalar distance) {
    return distance < contact_reach_m && distance > deepest;
  };
  const auto add_if_near = [&](const Triangle& below, const btVector3& point) {
    const btScalar distance = below.face.dot(point - below.corners[0]);
    if (is_near(distance)) contacts.push_back({below.face, point, distance});
  };

  if (const auto line = lowest_line(meeting.body, up)) {
    btVector3 begin = surface_from_body * line->begin, end = surface_from_body * line->end;
    if (!clip_to_prism(triangle, begin, end)) return true;
    add_if_near(triangle, begin);
    add_if_near(triangle, end);
    return !contacts.empty();
  }
  visit_corners(meeting.body, up, [&](const btVector3& corner) {
    const btVector3 point = surface_from_body * corner;
    if (inside_of_edges(triangle, point) > -between_triangles_m) {
      add_if_near(triangle, point);
    } else if (is_first && is_near(face.dot(point - triangle.corners[0]))) {
      const Below below(meeting.surface, point, face);
      if (below.triangle) add_if_near(*below.triangle, point);
    }
  });
  return false;
}

}  // namespace tandem
