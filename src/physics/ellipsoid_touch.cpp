// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/ellipsoid_touch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

// Divided by its radii, the ellipsoid is the unit sphere about the origin, and what is nearest to
// the origin touches it first. Faces and edges remain flat and straight, and a plane that touches
// the sphere touches the ellipsoid. So the nearest point in that space tells where the ellipsoid
// meets a flat thing, and along which normal.
namespace tandem {

namespace {

// An edge this near to the centre, in radii, tells no direction.
constexpr double through_center = 1e-6;
// Each round squares the error of the normal on an edge.
constexpr int rounds_on_edges = 2;
// A centre that sank through a face is still so near to it, in shares of the way to the surface,
constexpr double shallow_share = 0.5;
// and the touch before was as deep as this, with a normal as similar as this.
constexpr double deep_share = 0.5;
constexpr double similar = 0.7;

Vec3 times(const Vec3& a, const Vec3& b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec3 divided(const Vec3& a, const Vec3& b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }

double component(const Vec3& v, std::size_t axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

// How far the ellipsoid reaches in a direction.
double reach(const Vec3& radii, const Vec3& direction) { return length(times(radii, direction)); }

Vec3 surface_point(const Vec3& radii, const Vec3& direction) {
  return (1 / reach(radii, direction)) * times(radii, times(radii, direction));
}

// The touch of a plane whose point is given, on the side of the direction.
EllipsoidTouch touch_plane(const Vec3& radii, const Vec3& direction, const Vec3& point) {
  return {-direction, surface_point(radii, direction),
          dot(direction, point) - reach(radii, direction), /*is_on_face=*/true};
}

// What of a flat polygon is nearest to the origin.
struct Nearest {
  Vec3 point;
  Vec3 direction;  // from the origin, across the face or the edge; any length
  bool is_on_face = false;
};

Vec3 nearest_on_edge(const Vec3& from, const Vec3& to) {
  const Vec3 edge = to - from;
  const double square = dot(edge, edge);
  const double share = square > 0 ? std::clamp(-dot(from, edge) / square, 0.0, 1.0) : 0;
  return from + share * edge;
}

Nearest nearest_on_polygon(std::span<const Vec3> corners) {
  const Vec3 face = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const Vec3 foot = (dot(corners[0], face) / dot(face, face)) * face;
  bool is_inside = true;
  Nearest nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3& from = corners[i];
    const Vec3& to = corners[(i + 1) % corners.size()];
    if (dot(cross(to - from, foot - from), face) >= 0) continue;
    // the edges that the foot is beyond are those that can be nearest
    is_inside = false;
    const Vec3 point = nearest_on_edge(from, to);
    if (dot(point, point) >= least) continue;
    least = dot(point, point);
    nearest = {point, point};
  }
  if (is_inside) return {foot, dot(corners[0], face) < 0 ? -face : face, true};
  if (least < through_center * through_center) nearest.direction = face;
  return nearest;
}

// Up to three faces of a box, or a triangle, as seen from the ellipsoid's centre.
class Polygons {
 public:
  explicit Polygons(const Vec3& radii) : radii_(radii) {}

  void add(std::span<const Vec3> corners) {
    Polygon& polygon = polygons_[count_++];
    polygon.size = corners.size();
    for (std::size_t i = 0; i < corners.size(); ++i)
      polygon.corners[i] = divided(corners[i], radii_);
  }

  Nearest nearest_to_center() const { return nearest_from({}); }

  EllipsoidTouch touch() const {
    Nearest nearest = nearest_to_center();
    EllipsoidTouch touch = touch_at(nearest, {});
    // Beside a face, what is nearest in the divided space is not quite the nearest. It would be if
    // the ellipsoid stood where it touches.
    for (int i = 0; i < rounds_on_edges && !nearest.is_on_face; ++i) {
      const Vec3 shift = -touch.distance * touch.normal;
      nearest = nearest_from(divided(shift, radii_));
      const EllipsoidTouch better = touch_at(nearest, shift);
      // along every normal the gap is at most the true distance
      if (better.distance <= touch.distance) break;
      touch = better;
    }
    return touch;
  }

 private:
  struct Polygon {
    std::array<Vec3, 4> corners;
    std::size_t size = 0;
  };

  Nearest nearest_from(const Vec3& origin) const {
    Nearest nearest;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < count_; ++i) {
      Polygon moved = polygons_[i];
      for (Vec3& corner : moved.corners) corner = corner - origin;
      const Nearest candidate = nearest_on_polygon({moved.corners.data(), moved.size});
      if (dot(candidate.point, candidate.point) >= least) continue;
      least = dot(candidate.point, candidate.point);
      nearest = candidate;
    }
    return nearest;
  }

  EllipsoidTouch touch_at(const Nearest& nearest, const Vec3& shift) const {
    EllipsoidTouch touch = touch_plane(radii_, normalized(divided(nearest.direction, radii_)),
                                       times(nearest.point, radii_) + shift);
    touch.is_on_face = nearest.is_on_face;
    return touch;
  }

  const Vec3 radii_;
  std::array<Polygon, 3> polygons_;
  std::size_t count_ = 0;
};

// The way out of a box that holds the centre, through the nearest side.
EllipsoidTouch touch_from_inside(const Vec3& radii, const Pose& ellipsoid_from_box,
                                 const Vec3& half_size) {
  EllipsoidTouch best;
  best.distance = -std::numeric_limits<double>::infinity();
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    for (const double sign : {1.0, -1.0}) {
      const Vec3 outwards = ellipsoid_from_box.rotation * (sign * axis);
      const Vec3 on_face = ellipsoid_from_box * (sign * times(axis, half_size));
      const EllipsoidTouch touch = touch_plane(radii, -outwards, on_face);
      if (touch.distance > best.distance) best = touch;
    }
  return best;
}

}  // namespace

EllipsoidTouch touch_box(const Vec3& radii, const Pose& ellipsoid_from_box, const Vec3& half_size) {
  constexpr std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  const Vec3 center_in_box = inverse(ellipsoid_from_box) * Vec3{};
  Polygons faces(radii);
  bool is_outside = false;
  for (std::size_t i = 0; i < 3; ++i) {
    const double at = component(center_in_box, i);
    if (std::abs(at) <= component(half_size, i)) continue;
    is_outside = true;
    const Vec3 outwards = (at > 0 ? 1.0 : -1.0) * times(axes[i], half_size);
    const Vec3 along = times(axes[(i + 1) % 3], half_size);
    const Vec3 across = times(axes[(i + 2) % 3], half_size);
    const std::array<Vec3, 4> corners{ellipsoid_from_box * (outwards + along + across),
                                      ellipsoid_from_box * (outwards - along + across),
                                      ellipsoid_from_box * (outwards - along - across),
                                      ellipsoid_from_box * (outwards + along - across)};
    faces.add(corners);
  }
  return is_outside ? faces.touch() : touch_from_inside(radii, ellipsoid_from_box, half_size);
}

std::optional<EllipsoidTouch> touch_triangle(const Vec3& radii, const std::array<Vec3, 3>& corners,
                                             const std::optional<EarlierTouch>& earlier) {
  const Vec3 face = cross(corners[1] - corners[0], corners[2] - corners[0]);
  if (!(dot(face, face) > 0)) return {};
  Polygons triangle(radii);
  triangle.add(corners);

  if (earlier) {
    // towards the face from where the centre was
    const Vec3 direction = (dot(face, earlier->normal) > 0 ? -1 : 1) * normalized(face);
    const double beyond = -dot(direction, corners[0]);
    const double depth = reach(radii, direction);
    if (beyond >= 0 && beyond < shallow_share * depth && earlier->distance < -deep_share * depth &&
        -dot(direction, earlier->normal) > similar) {
      const Nearest nearest = triangle.nearest_to_center();
      if (!nearest.is_on_face) return {};
      return touch_plane(radii, direction, corners[0]);
    }
  }
  return triangle.touch();
}

}  // namespace tandem
