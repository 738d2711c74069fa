// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "geometry/mesh.h"
#include "geometry/vec3.h"

class btBvhTriangleMeshShape;
class btCollisionShape;

namespace tandem {

// Shapes made of many points. Each keeps the mesh or field it refers to alive.
std::shared_ptr<btBvhTriangleMeshShape> triangle_mesh_shape(std::shared_ptr<const Mesh> mesh);
std::shared_ptr<btCollisionShape> scaled_mesh_shape(std::shared_ptr<btBvhTriangleMeshShape> mesh,
                                                    const Vec3& scale);
std::shared_ptr<btCollisionShape> convex_hull_shape(std::shared_ptr<const Mesh> mesh,
                                                    const Vec3& scale);

// Bullet puts the origin of a heightfield at the middle of its heights.
std::shared_ptr<btCollisionShape> heightfield_shape(std::shared_ptr<const Heightfield> field);
double middle_height(const Heightfield& field);

}  // namespace tandem
