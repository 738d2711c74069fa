// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/world_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "mapping/grid_painter.h"
#include "scenario/bounds.h"
#include "scenario/rigid_groups.h"

namespace tandem {

namespace {

constexpr double max_cells = 100e6;
constexpr double margin_m = 1;  // of open floor around what stands on it

struct PlacedShape {
  const Shape* shape = nullptr;
  Pose world_from_shape;
};

struct Subject {
  std::vector<PlacedShape> shapes;
  std::vector<Vec2> robots;
};

// Calls back with each link of a model that is part of the map.
template <typename Visit>
void visit_links(const Model& model, bool includes_movable, Visit&& visit) {
  for (const RigidGroup& group : rigid_groups(model).groups)
    if (includes_movable || !can_move(model, group))
      for (const std::size_t link : group.links) visit(link);
}

void add_link(const Link& link, const Pose& world_from_link, Subject& subject) {
  for (const Collision& collision : link.collisions)
    subject.shapes.push_back({&collision.shape, world_from_link * collision.link_from_collision});
}

Subject subject_of(const Scenario& scenario, bool includes_movable) {
  Subject subject;
  for (const ModelInstance& instance : scenario.world.models)
    visit_links(*instance.model, includes_movable, [&](std::size_t index) {
      const Link& link = instance.model->links[index];
      add_link(link, instance.world_from_model * link.model_from_link, subject);
    });
  for (const RobotConfig& robot : scenario.robots) {
    const Vec3& place = robot.world_from_robot.translation;
    subject.robots.push_back({place.x, place.y});
  }
  return subject;
}

Subject subject_of(const Frame& frame, bool includes_movable) {
  Subject subject;
  std::set<EntityId> robots;
  for (const RobotState& robot : frame.robots) {
    robots.insert(robot.entity);
    const Vec3& place = robot.world_from_base.translation;
    subject.robots.push_back({place.x, place.y});
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

// All that stands in the world, with some of the floor around it. Planes have no end; of a world of
// planes alone as much counts as is drawn.
Bounds bounds_of(const Subject& subject) {
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
  for (const Vec2& robot : subject.robots) {
    bounds.add(Vec3{robot.x - margin_m, robot.y - margin_m, 0});
    bounds.add(Vec3{robot.x + margin_m, robot.y + margin_m, 0});
  }
  if (bounds.is_empty()) return {{-margin_m, -margin_m, 0}, {margin_m, margin_m, 0}};
  return bounds;
}

Result<OccupancyGrid> empty_grid(const Subject& subject, const MapOptions& options) {
  Bounds bounds;
  if (options.area) {
    const Vec2 center = options.area->world_from_center.translation;
    const Vec3 half{options.area->size_x_m / 2, options.area->size_y_m / 2, 0};
    bounds = {Vec3{center.x, center.y, 0} - half, Vec3{center.x, center.y, 0} + half};
  } else {
    bounds = bounds_of(subject);
  }

  // cells begin at multiples of their size, so that maps of one world lie on each other
  const double resolution = options.resolution_m;
  const auto first = [&](double low) { return std::floor(low / resolution + 1e-6); };
  const auto last = [&](double high) { return std::ceil(high / resolution - 1e-6); };
  const double columns = last(bounds.high.x) - first(bounds.low.x);
  const double rows = last(bounds.high.y) - first(bounds.low.y);
  if (!(columns * rows <= max_cells))
    return Error{fmt::format(
        "a map of {:.0f} by {:.0f} m with cells of {} m has {:.0f} million cells, more than {:.0f} "
        "million; name a smaller area or a coarser resolution",
        bounds.size().x, bounds.size().y, resolution, columns * rows / 1e6, max_cells / 1e6)};
  OccupancyGrid grid;
  grid.resolution_m = resolution;
  grid.columns = static_cast<int>(columns);
  grid.rows = static_cast<int>(rows);
  grid.origin = {first(bounds.low.x) * resolution, first(bounds.low.y) * resolution};
  grid.cells.assign(static_cast<std::size_t>(columns * rows), MapCell::unknown);
  return grid;
}

// Frees what is connected with one of the places; false when that is nothing.
bool free_around(const std::vector<Vec2>& places, OccupancyGrid& grid) {
  std::vector<std::pair<int, int>> waiting;
  const auto visit = [&](int column, int row) {
    if (!grid.contains(column, row) || grid.at(column, row) != MapCell::unknown) return;
    grid.at(column, row) = MapCell::free;
    waiting.emplace_back(column, row);
  };
  for (const Vec2& place : places) visit(grid.column_of(place.x), grid.row_of(place.y));
  const bool is_somewhere = !waiting.empty();
  while (!waiting.empty()) {
    const auto [column, row] = waiting.back();
    waiting.pop_back();
    visit(column - 1, row);
    visit(column + 1, row);
    visit(column, row - 1);
    visit(column, row + 1);
  }
  return is_somewhere;
}

// Without the unknown around it.
OccupancyGrid trimmed(const OccupancyGrid& grid) {
  int first_column = grid.columns, last_column = -1, first_row = grid.rows, last_row = -1;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      if (grid.at(column, row) == MapCell::unknown) continue;
      first_column = std::min(first_column, column);
      last_column = std::max(last_column, column);
      first_row = std::min(first_row, row);
      last_row = std::max(last_row, row);
    }
  if (last_column < 0) return grid;
  OccupancyGrid part;
  part.resolution_m = grid.resolution_m;
  part.columns = last_column - first_column + 1;
  part.rows = last_row - first_row + 1;
  part.origin = grid.origin + grid.resolution_m * Vec2{static_cast<double>(first_column),
                                                       static_cast<double>(first_row)};
  for (int row = first_row; row <= last_row; ++row) {
    const auto begin = grid.cells.begin() + static_cast<std::ptrdiff_t>(row) * grid.columns;
    part.cells.insert(part.cells.end(), begin + first_column, begin + last_column + 1);
  }
  return part;
}

Result<OccupancyGrid> make_map(const Subject& subject, const MapOptions& options) {
  Result<OccupancyGrid> made = empty_grid(subject, options);
  if (!made) return made;
  OccupancyGrid grid = *std::move(made);
  GridPainter painter(grid, options.height_m);
  for (const PlacedShape& placed : subject.shapes)
    painter.paint(*placed.shape, placed.world_from_shape);
  if (!free_around(subject.robots, grid))
    std::ranges::replace(grid.cells, MapCell::unknown, MapCell::free);
  return options.area ? grid : trimmed(grid);
}

// How high a lidar looks while its robot stands at its start.
std::optional<double> lidar_height(const RobotConfig& robot, std::string_view type) {
  for (const SensorDescription& sensor : robot.sensors) {
    if (sensor.type != type) continue;
    std::string link_name = sensor.link;
    Pose link_from_sensor = sensor.link_from_sensor;
    for (const NamedFrame& frame : robot.model->frames)
      if (frame.name == sensor.link) {
        link_name = frame.link;
        link_from_sensor = frame.link_from_frame * sensor.link_from_sensor;
      }
    for (const Link& link : robot.model->links)
      if (link.name == link_name)
        return (robot.world_from_robot * link.model_from_link * link_from_sensor).translation.z;
  }
  return std::nullopt;
}

}  // namespace

MapOptions map_options(const Scenario& scenario) {
  MapOptions options;
  std::optional<double> height;
  if (scenario.map) {
    options.resolution_m = scenario.map->resolution_m;
    options.area = scenario.map->area;
    height = scenario.map->height_m;
  }
  for (const std::string_view type : {"lidar", "lidar_3d"})
    for (const RobotConfig& robot : scenario.robots)
      if (!height) height = lidar_height(robot, type);
  options.height_m = height.value_or(options.height_m);
  return options;
}

Result<OccupancyGrid> make_map(const Scenario& scenario, const MapOptions& options) {
  return make_map(subject_of(scenario, options.includes_movable), options);
}

Result<OccupancyGrid> make_map(const Frame& frame, const MapOptions& options) {
  return make_map(subject_of(frame, options.includes_movable), options);
}

}  // namespace tandem
