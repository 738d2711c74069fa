// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "geometry/pose.h"

namespace tandem {

// Where an ellipsoid meets something, in the frame of the ellipsoid's axes.
struct EllipsoidTouch {
  Vec3 normal;  // unit, towards the ellipsoid
  Vec3 point;   // of the ellipsoid, the nearest to the other
  double distance = 0;
  bool is_on_face = true;  // and not on an edge or a corner
};

// A touch in an earlier step, which tells the side that something came from.
struct EarlierTouch {
  Vec3 normal;
  double distance = 0;
};

// Exact on faces. On edges and corners exact where the surfaces touch, and better than a hundredth
// of the distance within a few millimetres.
EllipsoidTouch touch_box(const Vec3& radii, const Pose& ellipsoid_from_box, const Vec3& half_size);

// Triangles have two sides, and push to the one of the ellipsoid's centre. If the centre has just
// sunk through, then to that of the earlier touch. None if the triangle has no area, or if a centre
// that sank through did not do so here.
std::optional<EllipsoidTouch> touch_triangle(const Vec3& radii, const std::array<Vec3, 3>& corners,
                                             const std::optional<EarlierTouch>& earlier = {});

}  // namespace tandem
