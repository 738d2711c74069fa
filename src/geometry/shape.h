// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <variant>

#include "geometry/mass.h"
#include "geometry/mesh.h"
#include "geometry/vec3.h"

namespace tandem {

// Shapes are centred on the origin of their frame; what has a length has it along z.
struct Box {
  Vec3 size{1, 1, 1};
};
struct Sphere {
  double radius_m = 0.5;
};
struct Cylinder {
  double radius_m = 0.5;
  double length_m = 1;
};
struct Capsule {
  double radius_m = 0.5;
  double length_m = 1;  // of the cylindrical part
};
struct Ellipsoid {
  Vec3 radii{0.5, 0.5, 0.5};
};

// Infinite for collision; `size_x_m` by `size_y_m` of it is drawn.
struct Plane {
  Vec3 normal{0, 0, 1};
  double size_x_m = 100;
  double size_y_m = 100;
};

struct MeshShape {
  std::shared_ptr<const Mesh> mesh;
  Vec3 scale{1, 1, 1};
};
struct HeightfieldShape {
  std::shared_ptr<const Heightfield> field;
};

using Shape =
    std::variant<Box, Sphere, Cylinder, Capsule, Ellipsoid, Plane, MeshShape, HeightfieldShape>;

// A solid of uniform density and the given mass. Meshes count as their bounding box; planes and
// heightfields, which never move, have no inertia.
MassProperties solid(const Shape& shape, double mass_kg);

}  // namespace tandem
