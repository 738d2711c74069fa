// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/map_subject.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "scenario/bounds.h"
#include "scenario/rigid_groups.h"

namespace tandem {

namespace {

constexpr double max_cells = 100e6;
constexpr double margin_m = 1;  // of open floor around what stands on it

// Calls back with each link of a model that is part of the map.
template <typename Visit>
void visit_links(const Model& model, bool includes_movable, Visit&& visit) {
  for (const RigidGroup& group : rigid_groups(model).groups)
    if (includes_movable || !can_move(model, group))
      for (const std::size_t link : group.links) visit(link);
}

void add_link(const Link& link, const Pose& world_from_link, MapSubject& subject) {
  for (const Collision& collision : link.collisions)
    subject.shapes.push_back({&collision.shape, world_from_link * collision.link_from_collision});
}

// All that stands in the world, with some of the floor around it. Planes have no end; of a world of
// planes alone as much counts as is drawn.
Bounds bounds_of(const MapSubject& subject) {
  Bounds bounds, planes;
  for (const PlacedShape& placed : subject.shapes) {
    bounds.add(bounds_of(*placed.shape, placed.world_from_shape));
    if (const auto* plane = std::get_if<Plane>(placed.shape)) {
      const Vec3 half{plane->size_x_m / 2, plane->size_y_m / 2, 0};
      planes.add(placed.world_from_shape.translation - half);
      planes.add(placed.world_from_shape.translation + half);
    }
  }
  if (bounds.is_empty()) {
    bounds = planes;
  } else {
    const Vec3 margin{margin_m, margin_m, 0};
    bounds = {bounds.low - margin, bounds.high + margin};
  }
  for (const Vec3& robot : subject.robots) {
    bounds.add(Vec3{robot.x - margin_m, robot.y - margin_m, 0});
    bounds.add(Vec3{robot.x + margin_m, robot.y + margin_m, 0});
  }
  if (bounds.is_empty()) return {{-margin_m, -margin_m, 0}, {margin_m, margin_m, 0}};
  return bounds;
}

}  // namespace

MapSubject subject_of(const Scenario& scenario, bool includes_movable) {
  MapSubject subject;
  for (const ModelInstance& instance : scenario.world.models)
    visit_links(*instance.model, includes_movable, [&](std::size_t index) {
      const Link& link = instance.model->links[index];
      add_link(link, instance.world_from_model * link.model_from_link, subject);
    });
  for (const RobotConfig& robot : scenario.robots)
    subject.robots.push_back(robot.world_from_robot.translation);
  return subject;
}

MapSubject subject_of(const Frame& frame, bool includes_movable) {
  MapSubject subject;
  std::set<EntityId> robots;
  for (const RobotState& robot : frame.robots) {
    robots.insert(robot.entity);
    subject.robots.push_back(robot.world_from_base.translation);
  }
  for (const Entity& entity : *frame.entities) {
    if (robots.contains(entity.id)) continue;
    visit_links(*entity.model, includes_movable, [&](std::size_t index) {
      const EntityLink& link = entity.links[index];
      add_link(entity.model->links[index],
               frame.world_from_body[static_cast<std::size_t>(link.body)] * link.body_from_link,
               subject);
    });
  }
  return subject;
}

Result<OccupancyGrid> empty_grid(const MapSubject& subject, const std::optional<Area>& area,
                                 double resolution_m) {
  Bounds bounds;
  if (area) {
    const Vec2 center = area->world_from_center.translation;
    const Vec3 half{area->size_x_m / 2, area->size_y_m / 2, 0};
    bounds = {Vec3{center.x, center.y, 0} - half, Vec3{center.x, center.y, 0} + half};
  } else {
    bounds = bounds_of(subject);
  }

  const auto first = [&](double low) { return std::floor(low / resolution_m + 1e-6); };
  const auto last = [&](double high) { return std::ceil(high / resolution_m - 1e-6); };
  const double columns = last(bounds.high.x) - first(bounds.low.x);
  const double rows = last(bounds.high.y) - first(bounds.low.y);
  if (!(columns * rows <= max_cells))
    return Error{fmt::format(
        "a map of {:.0f} by {:.0f} m with cells of {} m has {:.0f} million cells, more than {:.0f} "
        "million; name a smaller area or a coarser resolution",
        bounds.size().x, bounds.size().y, resolution_m, columns * rows / 1e6, max_cells / 1e6)};
  OccupancyGrid grid;
  grid.resolution_m = resolution_m;
  grid.columns = static_cast<int>(columns);
  grid.rows = static_cast<int>(rows);
  grid.origin = {first(bounds.low.x) * resolution_m, first(bounds.low.y) * resolution_m};
  grid.cells.assign(static_cast<std::size_t>(columns * rows), MapCell::unknown);
  return grid;
}

}  // namespace tandem
