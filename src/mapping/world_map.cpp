// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/world_map.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "mapping/grid_painter.h"
#include "mapping/map_subject.h"

namespace tandem {

namespace {

// Frees what is connected with one of the places; false when that is nothing.
bool free_around(const std::vector<Vec3>& places, OccupancyGrid& grid) {
  std::vector<std::pair<int, int>> waiting;
  const auto visit = [&](int column, int row) {
    if (!grid.contains(column, row) || grid.at(column, row) != MapCell::unknown) return;
    grid.at(column, row) = MapCell::free;
    waiting.emplace_back(column, row);
  };
  for (const Vec3& place : places) visit(grid.column_of(place.x), grid.row_of(place.y));
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

Result<OccupancyGrid> make_map(const MapSubject& subject, const MapOptions& options) {
  Result<OccupancyGrid> made = empty_grid(subject, options.area, options.resolution_m);
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
