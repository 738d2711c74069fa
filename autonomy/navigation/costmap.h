// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// What it costs a robot's middle to be in a cell, with the numbers of Nav2.
namespace cost {
inline constexpr std::uint8_t free = 0;
inline constexpr std::uint8_t expected = 220;   // something that moves will be there soon
inline constexpr std::uint8_t inscribed = 253;  // the robot surely touches something
inline constexpr std::uint8_t lethal = 254;     // something is in the cell itself
inline constexpr std::uint8_t unknown = 255;
// Whether the robot's middle may not be there.
constexpr bool is_blocked(std::uint8_t cell) { return cell == inscribed || cell == lethal; }
}  // namespace cost

struct Cell {
  int x = 0;
  int y = 0;

  friend constexpr bool operator==(const Cell&, const Cell&) = default;
};

// Where the cells of a grid lie on the floor.
struct GridFrame {
  Vec2 corner;  // of cell (0, 0), that of smallest x and y
  double resolution_m = 0.025;
  int width = 0;  // along x
  int height = 0;

  bool contains(Cell cell) const {
    return cell.x >= 0 && cell.y >= 0 && cell.x < width && cell.y < height;
  }
  Cell cell_at(Vec2 point) const {
    return {static_cast<int>(std::floor((point.x - corner.x) / resolution_m)),
            static_cast<int>(std::floor((point.y - corner.y) / resolution_m))};
  }
  Vec2 center_of(Cell cell) const {
    return {corner.x + (cell.x + 0.5) * resolution_m, corner.y + (cell.y + 0.5) * resolution_m};
  }
  std::size_t size() const {
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
  std::size_t index(Cell cell) const {
    return static_cast<std::size_t>(cell.y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(cell.x);
  }
};

// A square around a point, on whole cells, so that cells keep their places when it moves along.
inline GridFrame window_around(Vec2 center, double size_m, double resolution_m) {
  const int cells = std::max(1, static_cast<int>(std::lround(size_m / resolution_m)));
  const auto first = [&](double at) {
    return (std::floor(at / resolution_m) - cells / 2) * resolution_m;
  };
  return {{first(center.x), first(center.y)}, resolution_m, cells, cells};
}

// Costs on a grid.
class Costmap {
 public:
  Costmap() = default;
  explicit Costmap(const GridFrame& frame, std::uint8_t fill = cost::free)
      : frame_(frame), costs_(frame.size(), fill) {}

  const GridFrame& frame() const { return frame_; }
  const std::vector<std::uint8_t>& costs() const { return costs_; }
  std::uint8_t at(Cell cell) const { return costs_[frame_.index(cell)]; }
  void set(Cell cell, std::uint8_t cost) { costs_[frame_.index(cell)] = cost; }
  // Outside nothing is known.
  std::uint8_t at(Vec2 point) const {
    const Cell cell = frame_.cell_at(point);
    return frame_.contains(cell) ? at(cell) : cost::unknown;
  }

 private:
  GridFrame frame_;
  std::vector<std::uint8_t> costs_;
};

// Calls visit(Cell) for each cell that a straight line goes through, the first one included, until
// it returns false or the line ends. True when it came to the end.
template <class Visit>
bool walk_line(const GridFrame& frame, Vec2 from, Vec2 to, Visit visit) {
  Cell cell = frame.cell_at(from);
  const Cell last = frame.cell_at(to);
  const Vec2 way = to - from;
  const Cell step{way.x > 0 ? 1 : -1, way.y > 0 ? 1 : -1};
  // shares of the way at which the line crosses the next border of a cell, in x and in y
  const auto first_crossing = [&](double start, double length, int index, int direction,
                                  double corner) {
    const double border = corner + (index + (direction > 0 ? 1 : 0)) * frame.resolution_m;
    return length == 0 ? 2.0 : (border - start) / length;
  };
  double next_x = first_crossing(from.x, way.x, cell.x, step.x, frame.corner.x);
  double next_y = first_crossing(from.y, way.y, cell.y, step.y, frame.corner.y);
  const double share_x = way.x == 0 ? 2.0 : frame.resolution_m / std::abs(way.x);
  const double share_y = way.y == 0 ? 2.0 : frame.resolution_m / std::abs(way.y);
  int left = std::abs(last.x - cell.x) + std::abs(last.y - cell.y);
  while (visit(cell)) {
    if (left-- == 0) return true;
    if (next_x < next_y) {
      cell.x += step.x;
      next_x += share_x;
    } else {
      cell.y += step.y;
      next_y += share_y;
    }
  }
  return false;
}

}  // namespace tandem
