// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/collision_shapes.h"

#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btStaticPlaneShape.h>

#include <array>
#include <cassert>
#include <compare>
#include <map>
#include <mutex>

#include "physics/box_shape.h"
#include "physics/bullet_types.h"
#include "physics/ellipsoid_shape.h"
#include "physics/mesh_shapes.h"
#include "physics/physics_memory.h"

namespace tandem {

namespace {

// What makes two shapes equal. Meshes and fields are told apart by address, which cannot be
// reused while a shape in the cache keeps the mesh alive.
struct Key {
  int kind = 0;
  std::array<double, 3> numbers{};
  const void* source = nullptr;
  auto operator<=>(const Key&) const = default;
};

class ShapeCache {
 public:
  template <typename Make>
  std::shared_ptr<btCollisionShape> find_or_make(const Key& key, const Make& make) {
    const std::lock_guard lock(mutex_);
    if (const auto found = shapes_.find(key); found != shapes_.end())
      if (auto shape = found->second.lock()) return shape;
    drop_unused();
    auto shape = make();
    shapes_[key] = shape;
    return shape;
  }

 private:
  // Looks through everything only after the cache has doubled: constant cost per shape.
  void drop_unused() {
    if (shapes_.size() < next_cleaning_) return;
    std::erase_if(shapes_, [](const auto& entry) { return entry.second.expired(); });
    next_cleaning_ = 2 * shapes_.size() + 64;
  }

  // held while building: whoever asks for the same mesh wants to wait for it, not to build it too
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<btCollisionShape>> shapes_;
  std::size_t next_cleaning_ = 64;
};

ShapeCache& cache() {
  static ShapeCache shapes;
  return shapes;
}

bool is_positive(const Vec3& size) { return size.x > 0 && size.y > 0 && size.z > 0; }

enum Kind {
  box,
  sphere,
  cylinder,
  capsule,
  ellipsoid,
  plane,
  triangles,
  scaled_triangles,
  hull,
  field
};

struct MakeShape {
  bool is_dynamic;

  CollisionShape operator()(const Box& shape) const {
    assert(is_positive(shape.size));
    return {
        cache().find_or_make({box, {shape.size.x, shape.size.y, shape.size.z}},
                             [&] { return std::make_shared<BoxShape>(to_bt(0.5 * shape.size)); }),
        {}};
  }

  CollisionShape operator()(const Sphere& shape) const {
    assert(shape.radius_m > 0);
    return {cache().find_or_make(
                {sphere, {shape.radius_m}},
                [&] { return std::make_shared<btSphereShape>(to_bt(shape.radius_m)); }),
            {}};
  }

  CollisionShape operator()(const Cylinder& shape) const {
    assert(shape.radius_m > 0 && shape.length_m > 0);
    return {cache().find_or_make({cylinder, {shape.radius_m, shape.length_m}},
                                 [&] {
                                   return std::make_shared<btCylinderShapeZ>(to_bt(
                                       Vec3{shape.radius_m, shape.radius_m, 0.5 * shape.length_m}));
                                 }),
            {}};
  }

  CollisionShape operator()(const Capsule& shape) const {
    assert(shape.radius_m > 0 && shape.length_m >= 0);
    return {cache().find_or_make({capsule, {shape.radius_m, shape.length_m}},
                                 [&] {
                                   return std::make_shared<btCapsuleShapeZ>(to_bt(shape.radius_m),
                                                                            to_bt(shape.length_m));
                                 }),
            {}};
  }

  CollisionShape operator()(const Ellipsoid& shape) const {
    assert(is_positive(shape.radii));
    return {cache().find_or_make({ellipsoid, {shape.radii.x, shape.radii.y, shape.radii.z}},
                                 [&] { return std::make_shared<EllipsoidShape>(shape.radii); }),
            {}};
  }

  CollisionShape operator()(const Plane& shape) const {
    const Vec3 n = normalized(shape.normal);
    assert(length(n) > 0);
    return {cache().find_or_make(
                {plane, {n.x, n.y, n.z}},
                [&] { return std::make_shared<btStaticPlaneShape>(to_bt(n), btScalar{0}); }),
            {}};
  }

  CollisionShape operator()(const MeshShape& shape) const {
    const Vec3 s = shape.scale;
    assert(shape.mesh && s.x != 0 && s.y != 0 && s.z != 0);
    const std::array<double, 3> scale{s.x, s.y, s.z};
    if (is_dynamic)
      return {cache().find_or_make({hull, scale, shape.mesh.get()},
                                   [&] { return convex_hull_shape(shape.mesh, s); }),
              {}};
    const auto unscaled = cache().find_or_make(
        {triangles, {}, shape.mesh.get()},
        [&]() -> std::shared_ptr<btCollisionShape> { return triangle_mesh_shape(shape.mesh); });
    if (s == Vec3{1, 1, 1}) return {unscaled, {}};
    return {cache().find_or_make({scaled_triangles, scale, shape.mesh.get()},
                                 [&] {
                                   return scaled_mesh_shape(
                                       std::static_pointer_cast<btBvhTriangleMeshShape>(unscaled),
                                       s);
                                 }),
            {}};
  }

  CollisionShape operator()(const HeightfieldShape& shape) const {
    assert(!is_dynamic);
    return {cache().find_or_make({Kind::field, {}, shape.field.get()},
                                 [&] { return heightfield_shape(shape.field); }),
            {{0, 0, middle_height(*shape.field)}, {}}};
  }
};

}  // namespace

CollisionShape collision_shape(const Shape& shape, bool is_dynamic) {
  const PhysicsMemory::Use heap(nullptr);  // it belongs to no world
  return std::visit(MakeShape{is_dynamic}, shape);
}

}  // namespace tandem
