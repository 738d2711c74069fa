// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/ground_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <utility>
#include <vector>

#include "mapping/grid_painter.h"
#include "mapping/map_subject.h"
#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double most_solids = 1e9;  // cells of all levels
constexpr std::array<std::pair<int, int>, 4> beside{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};
constexpr std::array<std::pair<int, int>, 8> around{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};

// The world in cubes: which are filled.
class Solids {
 public:
  Solids(const MapSubject& subject, const OccupancyGrid& like, int first_level, int levels)
      : columns_(like.columns), cells_(like.cells.size()), levels_(levels) {
    is_solid_.resize(cells_ * static_cast<std::size_t>(levels));
    OccupancyGrid grid = like;
    std::vector<Bounds> bounds;
    for (const PlacedShape& placed : subject.shapes)
      bounds.push_back(bounds_of(*placed.shape, placed.world_from_shape));
    for (int level = 0; level < levels; ++level) {
      const double height = (first_level + level + 0.5) * like.resolution_m;
      std::ranges::fill(grid.cells, MapCell::unknown);
      GridPainter painter(grid, height);
      for (std::size_t i = 0; i < subject.shapes.size(); ++i)
        if (may_meet(*subject.shapes[i].shape, bounds[i], like, height))
          painter.paint(*subject.shapes[i].shape, subject.shapes[i].world_from_shape);
      for (std::size_t cell = 0; cell < cells_; ++cell)
        is_solid_[static_cast<std::size_t>(level) * cells_ + cell] =
            grid.cells[cell] == MapCell::occupied;
    }
  }

  bool at(int column, int row, int level) const {
    if (level < 0) return true;
    if (level >= levels_) return false;
    return is_solid_[static_cast<std::size_t>(level) * cells_ +
                     static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                     static_cast<std::size_t>(column)];
  }
  bool is_any(int column, int row, int first, int last) const {
    for (int level = first; level <= last; ++level)
      if (at(column, row, level)) return true;
    return false;
  }

 private:
  // Planes and terrain are solid below, and have no bounds there.
  static bool may_meet(const Shape& shape, const Bounds& bounds, const OccupancyGrid& grid,
                       double height) {
    if (std::holds_alternative<Plane>(shape) || std::holds_alternative<HeightfieldShape>(shape))
      return true;
    const double high_x = grid.origin.x + grid.columns * grid.resolution_m;
    const double high_y = grid.origin.y + grid.rows * grid.resolution_m;
    return bounds.low.z <= height && bounds.high.z >= height && bounds.low.x <= high_x &&
           bounds.high.x >= grid.origin.x && bounds.low.y <= high_y &&
           bounds.high.y >= grid.origin.y;
  }

  int columns_;
  std::size_t cells_;
  int levels_;
  std::vector<bool> is_solid_;  // level by level
};

// Finds the ground, from robot to robot outwards.
class Survey {
 public:
  Survey(const Solids& solids, OccupancyGrid& grid, const GroundMapOptions& options)
      : solids_(solids),
        grid_(grid),
        clearance_(static_cast<int>(std::lround(options.clearance_m / grid.resolution_m))),
        reach_(static_cast<int>(std::lround(options.reach_m / grid.resolution_m))),
        ground_(grid.cells.size(), nowhere) {}

  // Where a robot is: the ground is below it.
  void begin_at(int column, int row, int level) {
    if (!grid_.contains(column, row)) return;
    while (level >= 0 && !solids_.at(column, row, level)) --level;
    visit(column, row, level);
  }

  void drive_everywhere() {
    while (!waiting_.empty()) {
      const auto [column, row] = waiting_.front();
      waiting_.pop_front();
      const int level = ground(column, row);
      for (const auto& [dx, dy] : beside)
        if (const auto next = step_to(column + dx, row + dy, level))
          visit(column + dx, row + dy, *next);
    }
  }

  void draw() {
    for (int row = 0; row < grid_.rows; ++row)
      for (int column = 0; column < grid_.columns; ++column)
        if (ground(column, row) != nowhere)
          grid_.at(column, row) = is_edge(column, row) ? MapCell::occupied : MapCell::free;
    draw_what_stands();
  }

 private:
  static constexpr int nowhere = -1000000;
  static constexpr int climb = 1;  // levels

  int& ground(int column, int row) {
    return ground_[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid_.columns) +
                   static_cast<std::size_t>(column)];
  }

  void visit(int column, int row, int level) {
    if (ground(column, row) != nowhere) return;
    ground(column, row) = level;
    waiting_.emplace_back(column, row);
  }

  // The level of the ground there, if a wheel and what it carries get to it from this level.
  std::optional<int> step_to(int column, int row, int level) const {
    if (!grid_.contains(column, row)) return std::nullopt;
    for (int next = level + climb; next >= level - climb; --next) {
      if (!solids_.at(column, row, next)) continue;
      if (solids_.is_any(column, row, next + 1, next + clearance_)) return std::nullopt;
      return next;
    }
    return std::nullopt;
  }

  // Beside it is ground that is too far below.
  bool is_edge(int column, int row) {
    for (const auto& [dx, dy] : beside) {
      if (!grid_.contains(column + dx, row + dy)) continue;
      const int other = ground(column + dx, row + dy);
      if (other != nowhere && other < ground(column, row) - climb) return true;
    }
    return false;
  }

  // From the ground around it inwards, so that the insides of things are judged by the ground that
  // they stand on.
  void draw_what_stands() {
    std::deque<std::pair<int, int>> waiting;
    for (int row = 0; row < grid_.rows; ++row)
      for (int column = 0; column < grid_.columns; ++column)
        if (ground(column, row) != nowhere) waiting.emplace_back(column, row);
    while (!waiting.empty()) {
      const auto [column, row] = waiting.front();
      waiting.pop_front();
      const int level = ground(column, row);
      for (const auto& [dx, dy] : around) {
        const int x = column + dx, y = row + dy;
        if (!grid_.contains(x, y) || ground(x, y) != nowhere) continue;
        if (!solids_.is_any(x, y, level + climb + 1, level + reach_)) continue;
        ground(x, y) = level;
        grid_.at(x, y) = MapCell::occupied;
        waiting.emplace_back(x, y);
      }
    }
  }

  const Solids& solids_;
  OccupancyGrid& grid_;
  const int clearance_, reach_;
  std::vector<int> ground_;  // the highest filled level below a wheel
  std::deque<std::pair<int, int>> waiting_;
};

}  // namespace

Result<OccupancyGrid> make_ground_map(const Frame& frame, const GroundMapOptions& options) {
  const MapSubject subject = subject_of(frame, true);
  if (subject.robots.empty())
    return Error{"a map of the ground begins at a robot, and there is none"};
  Result<OccupancyGrid> made = empty_grid(subject, options.area, options.resolution_m);
  if (!made) return made;
  OccupancyGrid grid = *std::move(made);

  const auto level_of = [&](double z) {
    return static_cast<int>(std::floor(z / options.resolution_m));
  };
  const auto [low, high] = std::ranges::minmax_element(subject.robots, {}, &Vec3::z);
  const int first = level_of(low->z - options.relief_m);
  const int levels = level_of(high->z + options.relief_m) - first + 1;
  if (static_cast<double>(grid.cells.size()) * levels > most_solids)
    return Error{fmt::format("a map of the ground of {} by {} m with cells of {} m is too large",
                             options.area.size_x_m, options.area.size_y_m, options.resolution_m)};

  const Solids solids(subject, grid, first, levels);
  Survey survey(solids, grid, options);
  for (const Vec3& robot : subject.robots)
    survey.begin_at(grid.column_of(robot.x), grid.row_of(robot.y), level_of(robot.z) - first);
  survey.drive_everywhere();
  survey.draw();
  return grid;
}

}  // namespace tandem
