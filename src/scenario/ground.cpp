// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/ground.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

// Where the vertical line through a point meets a shape from above, in world coordinates.
struct Drop {
  const Pose& world_from_shape;
  double x, y;

  std::optional<double> operator()(const Plane& plane) const {
    const Vec3 normal = world_from_shape.rotation * plane.normal;
    if (normal.z < 1e-3) return std::nullopt;  // a wall
    const Vec3 o = world_from_shape.translation;
    return o.z - (normal.x * (x - o.x) + normal.y * (y - o.y)) / normal.z;
  }

  std::optional<double> operator()(const HeightfieldShape& shape) const {
    if (!shape.field) return std::nullopt;
    // terrain stands upright, turned at most about the vertical
    const Vec3 local = inverse(world_from_shape) * Vec3{x, y, 0};
    const double z = height_at(*shape.field, local.x, local.y);
    if (std::isnan(z)) return std::nullopt;
    return (world_from_shape * Vec3{local.x, local.y, z}).z;
  }

  std::optional<double> operator()(const Box& box) const {
    const Pose shape_from_world = inverse(world_from_shape);
    const Vec3 from = shape_from_world * Vec3{x, y, 0};
    const Vec3 up = shape_from_world.rotation * Vec3{0, 0, 1};
    double enter = -1e18, leave = 1e18;
    const auto clip = [&](double start, double slope, double half) {
      if (std::abs(slope) < 1e-12) {
        if (std::abs(start) > half) leave = -1e18;
        return;
      }
      const double a = (-half - start) / slope, b = (half - start) / slope;
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    };
    clip(from.x, up.x, box.size.x / 2);
    clip(from.y, up.y, box.size.y / 2);
    clip(from.z, up.z, box.size.z / 2);
    if (enter > leave) return std::nullopt;
    return leave;
  }

  template <typename Other>
  std::optional<double> operator()(const Other&) const {
    return std::nullopt;
  }
};

bool is_ground(const Shape& shape) {
  return std::holds_alternative<Plane>(shape) || std::holds_alternative<HeightfieldShape>(shape) ||
         std::holds_alternative<Box>(shape) || std::holds_alternative<MeshShape>(shape);
}

}  // namespace

Ground::Ground(std::span<const ModelInstance> things) {
  for (const ModelInstance& instance : things) {
    if (!instance.model || !instance.model->is_static) continue;
    for (const Link& link : instance.model->links) {
      const Pose world_from_link = instance.world_from_model * link.model_from_link;
      for (const Collision& collision : link.collisions) {
        if (!is_ground(collision.shape)) continue;
        const Pose world_from_shape = world_from_link * collision.link_from_collision;
        surfaces_.push_back({&instance,
                             &collision.shape,
                             world_from_shape,
                             bounds_of(collision.shape, world_from_shape),
                             {}});
      }
    }
  }
}

std::optional<double> Ground::height(const Surface& surface, double x, double y) const {
  const Bounds& b = surface.bounds;
  if (!b.is_empty() && (x < b.low.x || x > b.high.x || y < b.low.y || y > b.high.y))
    return std::nullopt;
  if (const auto* mesh = std::get_if<MeshShape>(surface.shape)) {
    if (!surface.mesh_heights)
      surface.mesh_heights = std::make_unique<MeshHeights>(*mesh, surface.world_from_shape);
    return surface.mesh_heights->at(x, y);
  }
  return std::visit(Drop{surface.world_from_shape, x, y}, *surface.shape);
}

const Ground::Surface* Ground::highest(double x, double y) const {
  const Surface* best = nullptr;
  double best_height = 0;
  for (const Surface& surface : surfaces_) {
    const std::optional<double> z = height(surface, x, y);
    if (!z || (best && *z <= best_height)) continue;
    best = &surface;
    best_height = *z;
  }
  return best;
}

std::optional<double> Ground::height(double x, double y) const {
  const Surface* surface = highest(x, y);
  return surface ? height(*surface, x, y) : std::nullopt;
}

const ModelInstance* Ground::thing_at(double x, double y) const {
  const Surface* surface = highest(x, y);
  return surface ? surface->thing : nullptr;
}

double Ground::standing_height(const Model& model, const Pose& world_from_model) const {
  const Vec3 at = world_from_model.translation;
  const Surface* surface = highest(at.x, at.y);
  const Pose upright{{at.x, at.y, 0}, world_from_model.rotation};
  const double ground = surface ? *height(*surface, at.x, at.y) : 0;

  // only what is under the middle carries it: a wall beside it does not lift it up
  double highest_need = -1e18;
  for (const Link& link : model.links) {
    for (const Collision& collision : link.collisions) {
      const Bounds bounds = bounds_of(
          collision.shape, upright * link.model_from_link * collision.link_from_collision);
      if (bounds.is_empty()) continue;
      for (const double u : {0.0, 0.5, 1.0})
        for (const double v : {0.0, 0.5, 1.0}) {
          const Vec3 corner = bounds.low + Vec3{u * bounds.size().x, v * bounds.size().y, 0};
          const std::optional<double> z =
              surface ? height(*surface, corner.x, corner.y) : std::nullopt;
          highest_need = std::max(highest_need, z.value_or(ground) - corner.z);
        }
    }
  }
  return highest_need > -1e18 ? highest_need : ground;
}

}  // namespace tandem
