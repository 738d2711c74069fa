// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/box_contacts.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr int next[3] = {1, 2, 0};
constexpr int after_next[3] = {2, 0, 1};

// Of two nearly equal directions the simpler one wins: a's faces over b's, faces over edges. It has
// more points of contact, and the choice does not flicker between steps.
constexpr btScalar face_preference = 0.0005F;  // m
constexpr btScalar edge_preference = 0.001F;   // m

// Edges closer to parallel than this (the squared sine) say nothing that faces do not.
constexpr btScalar least_edge_angle = 1e-4F;

// b as a sees it. Axes 0-2 are a's faces, 3-5 b's, 6 + 3i + j the edges i of a and j of b.
struct Relation {
  btScalar a[3], b[3];  // half sizes
  btScalar t[3];        // b's centre in a's frame
  btScalar r[3][3];     // b's axes as columns in a's frame
  btScalar size_r[3][3];

  Relation(const ContactBox& box_a, const ContactBox& box_b) {
    const btMatrix3x3& from_a = box_a.world_from_box.getBasis();
    const btMatrix3x3& from_b = box_b.world_from_box.getBasis();
    const btVector3 offset =
        (box_b.world_from_box.getOrigin() - box_a.world_from_box.getOrigin()) * from_a;
    for (int i = 0; i < 3; ++i) {
      a[i] = box_a.half[i];
      b[i] = box_b.half[i];
      t[i] = offset[i];
      for (int j = 0; j < 3; ++j) {
        r[i][j] =
            from_a[0][i] * from_b[0][j] + from_a[1][i] * from_b[1][j] + from_a[2][i] * from_b[2][j];
        size_r[i][j] = std::abs(r[i][j]);
      }
    }
  }

  btScalar gap_along_face_of_a(int i) const {
    return std::abs(t[i]) -
           (a[i] + b[0] * size_r[i][0] + b[1] * size_r[i][1] + b[2] * size_r[i][2]);
  }

  btScalar offset_along_b(int j) const { return t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]; }

  btScalar gap_along_face_of_b(int j) const {
    return std::abs(offset_along_b(j)) -
           (b[j] + a[0] * size_r[0][j] + a[1] * size_r[1][j] + a[2] * size_r[2][j]);
  }

  // Times the sine of the angle between the edges.
  btScalar scaled_gap_along_edges(int i, int j) const {
    const int i1 = next[i], i2 = after_next[i], j1 = next[j], j2 = after_next[j];
    return std::abs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) -
           (a[i1] * size_r[i2][j] + a[i2] * size_r[i1][j] + b[j1] * size_r[i][j2] +
            b[j2] * size_r[i][j1]);
  }

  btScalar squared_sine(int i, int j) const { return std::max(btScalar(0), 1 - r[i][j] * r[i][j]); }

  // No axis that this says is apart by more than the margin is closer than that.
  btScalar least_gap(int axis) const {
    if (axis < 3) return gap_along_face_of_a(axis);
    if (axis < 6) return gap_along_face_of_b(axis - 3);
    return scaled_gap_along_edges((axis - 6) / 3, (axis - 6) % 3);
  }
};

// A corner of the face that touches, in the plane of the face that is touched.
struct Corner {
  btScalar u, v;
  btScalar distance;  // above the plane
};

// Up to eight corners remain when a rectangle cuts a rectangle; one more while cutting.
struct Polygon {
  std::array<Corner, 12> corners;
  int count = 0;
};

// Keeps the part of the polygon with sign * coordinate <= limit.
template <btScalar Corner::*coordinate>
void cut(Polygon& polygon, btScalar sign, btScalar limit) {
  bool is_inside = true;
  for (int i = 0; i < polygon.count; ++i)
    is_inside &= sign * polygon.corners[static_cast<std::size_t>(i)].*coordinate <= limit;
  if (is_inside) return;

  const Polygon whole = polygon;
  polygon.count = 0;
  for (int i = 0; i < whole.count; ++i) {
    const Corner& from = whole.corners[static_cast<std::size_t>(i)];
    const Corner& to = whole.corners[static_cast<std::size_t>(i + 1 < whole.count ? i + 1 : 0)];
    const btScalar from_over = sign * from.*coordinate - limit;
    const btScalar to_over = sign * to.*coordinate - limit;
    if (from_over <= 0) polygon.corners[static_cast<std::size_t>(polygon.count++)] = from;
    if ((from_over <= 0) == (to_over <= 0)) continue;
    const btScalar share = from_over / (from_over - to_over);
    polygon.corners[static_cast<std::size_t>(polygon.count++)] = {
        from.u + share * (to.u - from.u), from.v + share * (to.v - from.v),
        from.distance + share * (to.distance - from.distance)};
  }
}

// Moves the four corners that matter most to the front: the deepest, the one farthest from it, and
// the farthest on either side of the line through both.
void keep_four(Polygon& polygon) {
  if (polygon.count <= 4) return;
  auto& corners = polygon.corners;
  const auto bring_best_to = [&](int place, auto&& score) {
    int best = place;
    for (int i = place + 1; i < polygon.count; ++i)
      if (score(corners[static_cast<std::size_t>(i)]) >
          score(corners[static_cast<std::size_t>(best)]))
        best = i;
    std::swap(corners[static_cast<std::size_t>(place)], corners[static_cast<std::size_t>(best)]);
  };
  bring_best_to(0, [](const Corner& c) { return -c.distance; });
  const Corner deepest = corners[0];
  bring_best_to(1, [&](const Corner& c) {
    return (c.u - deepest.u) * (c.u - deepest.u) + (c.v - deepest.v) * (c.v - deepest.v);
  });
  const Corner farthest = corners[1];
  const auto side = [&](const Corner& c) {
    return (farthest.u - deepest.u) * (c.v - deepest.v) -
           (farthest.v - deepest.v) * (c.u - deepest.u);
  };
  bring_best_to(2, side);
  bring_best_to(3, [&](const Corner& c) { return -side(c); });
  polygon.count = 4;
}

// The face of `other` that looks most towards the face k of the reference box, cut to that face.
// Everything is in the reference box's frame; `sign` says which of its two faces k is meant.
struct FaceContact {
  const btScalar* reference_half;
  const btScalar* other_half;
  btScalar t[3];        // the other's centre
  btScalar axes[3][3];  // the other's axes, one a row
  int k;
  btScalar sign;

  Polygon points(btScalar margin) const {
    int j = 0;
    for (int candidate = 1; candidate < 3; ++candidate)
      if (std::abs(axes[candidate][k]) > std::abs(axes[j][k])) j = candidate;
    const btScalar towards = axes[j][k] * sign > 0 ? -other_half[j] : other_half[j];
    const int j1 = next[j], j2 = after_next[j], u = next[k], v = after_next[k];

    Polygon polygon;
    constexpr btScalar signs[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    for (const auto& [s1, s2] : signs) {
      const btScalar d1 = s1 * other_half[j1], d2 = s2 * other_half[j2];
      const auto along = [&](int m) {
        return t[m] + towards * axes[j][m] + d1 * axes[j1][m] + d2 * axes[j2][m];
      };
      polygon.corners[static_cast<std::size_t>(polygon.count++)] = {
          along(u), along(v), sign * along(k) - reference_half[k]};
    }
    cut<&Corner::u>(polygon, 1, reference_half[u]);
    cut<&Corner::u>(polygon, -1, reference_half[u]);
    cut<&Corner::v>(polygon, 1, reference_half[v]);
    cut<&Corner::v>(polygon, -1, reference_half[v]);

    int kept = 0;
    for (int i = 0; i < polygon.count; ++i)
      if (polygon.corners[static_cast<std::size_t>(i)].distance <= margin)
        polygon.corners[static_cast<std::size_t>(kept++)] =
            polygon.corners[static_cast<std::size_t>(i)];
    polygon.count = kept;
    keep_four(polygon);
    return polygon;
  }

  // A point given in the face's plane and a height above it.
  btVector3 at(const btTransform& world_from_reference, btScalar u, btScalar v,
               btScalar height) const {
    btVector3 point;
    point[next[k]] = u;
    point[after_next[k]] = v;
    point[k] = sign * (reference_half[k] + height);
    return world_from_reference * point;
  }
};

BoxContacts contacts_on_face_of_a(const Relation& relation, int k, const ContactBox& a,
                                  btScalar margin) {
  FaceContact face{.reference_half = relation.a,
                   .other_half = relation.b,
                   .t = {},
                   .axes = {},
                   .k = k,
                   .sign = relation.t[k] < 0 ? btScalar(-1) : btScalar(1)};
  for (int i = 0; i < 3; ++i) {
    face.t[i] = relation.t[i];
    for (int j = 0; j < 3; ++j) face.axes[j][i] = relation.r[i][j];
  }
  const Polygon polygon = face.points(margin);
  BoxContacts contacts;
  contacts.normal = a.world_from_box.getBasis().getColumn(k) * -face.sign;
  contacts.count = polygon.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(polygon.count); ++i) {
    const Corner& corner = polygon.corners[i];
    contacts.points[i] = {face.at(a.world_from_box, corner.u, corner.v, corner.distance),
                          corner.distance};
  }
  return contacts;
}

BoxContacts contacts_on_face_of_b(const Relation& relation, int k, const ContactBox& b,
                                  btScalar margin) {
  FaceContact face{.reference_half = relation.b,
                   .other_half = relation.a,
                   .t = {},
                   .axes = {},
                   .k = k,
                   .sign = relation.offset_along_b(k) > 0 ? btScalar(-1) : btScalar(1)};
  for (int j = 0; j < 3; ++j) {
    face.t[j] = -relation.offset_along_b(j);
    for (int i = 0; i < 3; ++i) face.axes[i][j] = relation.r[i][j];
  }
  const Polygon polygon = face.points(margin);
  BoxContacts contacts;
  contacts.normal = b.world_from_box.getBasis().getColumn(k) * face.sign;
  contacts.count = polygon.count;
  for (std::size_t i = 0; i < static_cast<std::size_t>(polygon.count); ++i) {
    const Corner& corner = polygon.corners[i];
    contacts.points[i] = {face.at(b.world_from_box, corner.u, corner.v, 0), corner.distance};
  }
  return contacts;
}

BoxContacts contact_of_edges(const Relation& relation, int i, int j, btScalar gap,
                             const ContactBox& a) {
  // the edge of a that is farthest towards b, and of b towards a, each by its middle
  const btVector3 edge_b(relation.r[0][j], relation.r[1][j], relation.r[2][j]);
  btVector3 edge_a(0, 0, 0);
  edge_a[i] = 1;
  const btVector3 t(relation.t[0], relation.t[1], relation.t[2]);
  btVector3 towards_b = edge_a.cross(edge_b).normalized();
  if (towards_b.dot(t) < 0) towards_b = -towards_b;

  btVector3 middle_a(0, 0, 0);
  btVector3 middle_b = t;
  for (const int m : {next[i], after_next[i]})
    middle_a[m] = towards_b[m] > 0 ? relation.a[m] : -relation.a[m];
  for (const int m : {next[j], after_next[j]}) {
    const btVector3 axis(relation.r[0][m], relation.r[1][m], relation.r[2][m]);
    middle_b += axis * (axis.dot(towards_b) < 0 ? relation.b[m] : -relation.b[m]);
  }

  // the place on b's edge that is nearest to a's, lines taken as endless
  const btVector3 between = middle_b - middle_a;
  const btScalar cosine = relation.r[i][j];
  const btScalar along_b = (cosine * between[i] - between.dot(edge_b)) / (1 - cosine * cosine);
  BoxContacts contacts;
  contacts.normal = a.world_from_box.getBasis() * -towards_b;
  contacts.points[0] = {a.world_from_box * (middle_b + edge_b * along_b), gap};
  contacts.count = 1;
  return contacts;
}

}  // namespace

BoxContacts find_box_contacts(const ContactBox& a, const ContactBox& b, btScalar margin,
                              int& axis) {
  const Relation relation(a, b);
  if (relation.least_gap(axis) > margin) return {};

  // every axis is a chance to see that they are apart; the widest gap is where they touch
  int face = 0;
  btScalar widest = -BT_LARGE_FLOAT;
  for (int i = 0; i < 6; ++i) {
    const btScalar gap =
        i < 3 ? relation.gap_along_face_of_a(i) : relation.gap_along_face_of_b(i - 3);
    if (gap > margin) {
      axis = i;
      return {};
    }
    const btScalar preference = i >= 3 && face < 3 ? face_preference : 0;
    if (gap <= widest + preference) continue;
    widest = gap;
    face = i;
  }

  int edges = -1;
  widest += edge_preference;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const btScalar scaled = relation.scaled_gap_along_edges(i, j);
      // the true gap is at most this if negative, at least this if positive
      if (scaled <= 0 && scaled <= widest) continue;
      const btScalar squared_sine = relation.squared_sine(i, j);
      if (squared_sine < least_edge_angle) continue;
      const btScalar gap = scaled / std::sqrt(squared_sine);
      if (gap > margin) {
        axis = 6 + 3 * i + j;
        return {};
      }
      if (gap <= widest) continue;
      widest = gap;
      edges = 3 * i + j;
    }
  }

  if (edges >= 0) {
    axis = 6 + edges;
    return contact_of_edges(relation, edges / 3, edges % 3, widest, a);
  }
  axis = face;
  return face < 3 ? contacts_on_face_of_a(relation, face, a, margin)
                  : contacts_on_face_of_b(relation, face - 3, b, margin);
}

}  // namespace tandem
