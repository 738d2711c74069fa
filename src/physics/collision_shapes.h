// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "geometry/pose.h"
#include "geometry/shape.h"

class btCollisionShape;

namespace tandem {

// What Bullet collides for a shape, and where it stands in the shape's frame.
struct CollisionShape {
  std::shared_ptr<btCollisionShape> bullet;
  Pose shape_from_bullet;
};

// Equal shapes share one Bullet shape for as long as somebody uses it, in every world of the
// process: 30,000 equal boxes are one, and a world built again while the old one still stands
// finds its meshes ready. May be called from any thread.
//
// Meshes become convex hulls in dynamic bodies and triangles in all others.
CollisionShape collision_shape(const Shape& shape, bool is_dynamic);

}  // namespace tandem
