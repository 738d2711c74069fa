// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/check_starts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenario/bounds.h"

namespace tandem {

namespace {

// Bounds reach further than what is in them, and touching is no harm.
constexpr double core = 0.7;

struct Obstacle {
  const std::string* name;
  const Shape* shape;
  Pose world_from_shape;
  Bounds in_world;  // empty for planes, which are everywhere
};

std::vector<Obstacle> obstacles_of(const WorldDescription& world) {
  std::vector<Obstacle> obstacles;
  for (const ModelInstance& instance : world.models) {
    if (!instance.model->is_static) continue;
    for (const Link& link : instance.model->links)
      for (const Collision& collision : link.collisions) {
        const Pose world_from_shape =
            instance.world_from_model * link.model_from_link * collision.link_from_collision;
        obstacles.push_back({&instance.name, &collision.shape, world_from_shape,
                             bounds_of(collision.shape, world_from_shape)});
      }
  }
  return obstacles;
}

Bounds core_of(const Bounds& bounds) {
  const Vec3 reach = 0.5 * core * bounds.size();
  return {bounds.center() - reach, bounds.center() + reach};
}

bool overlap(const Bounds& a, const Bounds& b) {
  return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y &&
         a.low.z < b.high.z && b.low.z < a.high.z;
}

// The point of a box that is nearest to the origin.
Vec3 nearest_to_origin(const Bounds& box) {
  return {std::clamp(0.0, box.low.x, box.high.x), std::clamp(0.0, box.low.y, box.high.y),
          std::clamp(0.0, box.low.z, box.high.z)};
}

// Whether a part of a robot, given by its core in the obstacle's frame, is where it cannot be.
struct IsInside {
  const Bounds& part;

  bool operator()(const Box& box) const { return overlap(part, {-0.5 * box.size, 0.5 * box.size}); }

  bool operator()(const Sphere& sphere) const {
    return length(nearest_to_origin(part)) < sphere.radius_m;
  }

  bool operator()(const Cylinder& cylinder) const {
    const Vec3 nearest = nearest_to_origin(part);
    return std::hypot(nearest.x, nearest.y) < cylinder.radius_m &&
           std::abs(nearest.z) < cylinder.length_m / 2;
  }

  bool operator()(const Plane& plane) const {
    return dot(normalized(plane.normal), part.center()) < 0;
  }

  bool operator()(const HeightfieldShape& terrain) const {
    const Vec3 middle = part.center();
    return terrain.field && middle.z < height_at(*terrain.field, middle.x, middle.y);
  }

  template <typename Other>
  bool operator()(const Other&) const {
    return false;
  }
};

bool is_ground(const Shape& shape) {
  return std::holds_alternative<Plane>(shape) || std::holds_alternative<HeightfieldShape>(shape);
}

bool is_inside(const RobotConfig& robot, const Obstacle& obstacle) {
  const Pose shape_from_model = inverse(obstacle.world_from_shape) * robot.world_from_robot;
  for (const Link& link : robot.model->links)
    for (const Collision& collision : link.collisions) {
      const Bounds bounds = bounds_of(
          collision.shape, shape_from_model * link.model_from_link * collision.link_from_collision);
      if (!bounds.is_empty() && std::visit(IsInside{core_of(bounds)}, *obstacle.shape)) return true;
    }
  return false;
}

}  // namespace

void check_starts(const Scenario& scenario, Findings& findings) {
  const std::vector<Obstacle> obstacles = obstacles_of(scenario.world);
  for (const RobotConfig& robot : scenario.robots) {
    const Bounds bounds = bounds_of(*robot.model, robot.world_from_robot);
    if (bounds.is_empty()) continue;
    for (const Obstacle& obstacle : obstacles) {
      // one is also under the ground where it is far above
      if (!is_ground(*obstacle.shape) && !overlap(bounds, obstacle.in_world)) continue;
      if (!is_inside(robot, obstacle)) continue;
      findings.warn(robot.place, fmt::format("robot '{}' starts {} '{}'", robot.name,
                                             is_ground(*obstacle.shape) ? "under" : "inside of",
                                             *obstacle.name));
      break;
    }
  }
}

}  // namespace tandem
