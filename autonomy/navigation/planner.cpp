// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numbers>
#include <optional>
#include <queue>

#include "autonomy/navigation/path_shape.h"
#include "messages/nav2_msgs_action.h"

namespace tandem {

namespace {

using Codes = nav2_msgs::action::ComputePathToPose::Result;

struct Step {
  int x, y;
  float length;  // in cells
  double yaw;
};
constexpr float diagonal = std::numbers::sqrt2_v<float>;
constexpr double eighth = std::numbers::pi / 4;
constexpr std::array<Step, 8> steps{{{1, 0, 1, 0},
                                     {1, 1, diagonal, eighth},
                                     {0, 1, 1, 2 * eighth},
                                     {-1, 1, diagonal, 3 * eighth},
                                     {-1, 0, 1, 4 * eighth},
                                     {-1, -1, diagonal, 5 * eighth},
                                     {0, -1, 1, 6 * eighth},
                                     {1, -1, diagonal, 7 * eighth}}};

// A search from the start to the goal (A*).
class Search {
 public:
  Search(const Costmap& costmap, const Footprint& footprint, const PlannerConfig& config)
      : costmap_(costmap), footprint_(footprint), config_(config) {}

  // The cells of the cheapest way, the goal first; none when there is no way.
  std::vector<Cell> find(Cell start, Cell goal) {
    return find(
        start, [&](Cell cell) { return cell == goal; },
        [&](Cell cell) { return least_cost(cell, goal); });
  }
  // The same to the cheapest of several goals; `estimate` says what is left to them at least.
  template <class IsGoal, class Estimate>
  std::vector<Cell> find(Cell start, IsGoal is_goal, Estimate estimate) {
    const GridFrame& frame = costmap_.frame();
    start_ = start;
    is_leaving_ = cost::is_blocked(costmap_.at(start));
    costs_.assign(frame.size(), std::numeric_limits<float>::infinity());
    came_by_.assign(frame.size(), -1);
    struct Entry {
      float estimate;
      std::uint32_t index;
      // the smaller index first, so that equal ways are chosen the same everywhere
      bool operator<(const Entry& other) const {
        return estimate != other.estimate ? estimate > other.estimate : index > other.index;
      }
    };
    std::priority_queue<Entry> open;
    costs_[frame.index(start)] = 0;
    open.push({0, static_cast<std::uint32_t>(frame.index(start))});
    std::vector<bool> is_done(frame.size(), false);
    while (!open.empty()) {
      const std::size_t index = open.top().index;
      open.pop();
      if (is_done[index]) continue;
      is_done[index] = true;
      const Cell cell{static_cast<int>(index % static_cast<std::size_t>(frame.width)),
                      static_cast<int>(index / static_cast<std::size_t>(frame.width))};
      if (is_goal(cell)) return way_back(cell);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const Cell next{cell.x + steps[i].x, cell.y + steps[i].y};
        if (!frame.contains(next)) continue;
        const std::size_t next_index = frame.index(next);
        if (is_done[next_index]) continue;
        const std::optional<float> factor = factor_of(next, steps[i].yaw);
        if (!factor) continue;
        const float cost = costs_[index] + steps[i].length * *factor;
        if (cost >= costs_[next_index]) continue;
        costs_[next_index] = cost;
        came_by_[next_index] = static_cast<std::int8_t>(i);
        open.push({cost + estimate(next), static_cast<std::uint32_t>(next_index)});
      }
    }
    return {};
  }

 private:
  // How many times longer a step into a cell counts; nothing where the robot cannot be.
  std::optional<float> factor_of(Cell cell, double yaw) const {
    const std::uint8_t here = costmap_.at(cell);
    if (here == cost::unknown) return config_.allows_unknown ? std::optional(1.5F) : std::nullopt;
    if (cost::is_blocked(here)) {
      // a robot that touches something, as far as the map knows, may back out of it
      constexpr float reluctance = 20;
      const GridFrame& frame = costmap_.frame();
      const double off = std::hypot(cell.x - start_.x, cell.y - start_.y) * frame.resolution_m;
      if (here == cost::inscribed && is_leaving_ && off <= footprint_.inscribed_m())
        return reluctance;
      return {};
    }
    if (!footprint_.is_round() && here > cost::free &&
        footprint_cost(costmap_, footprint_, {costmap_.frame().center_of(cell), yaw}) ==
            cost::lethal)
      return {};
    return 1 + static_cast<float>(config_.cost_factor) * static_cast<float>(here) /
                   (cost::inscribed - 1);
  }

  static float least_cost(Cell from, Cell to) {
    const auto dx = static_cast<float>(std::abs(from.x - to.x));
    const auto dy = static_cast<float>(std::abs(from.y - to.y));
    return std::max(dx, dy) + (diagonal - 1) * std::min(dx, dy);
  }

  std::vector<Cell> way_back(Cell goal) const {
    std::vector<Cell> cells{goal};
    for (Cell at = goal; came_by_[costmap_.frame().index(at)] >= 0; cells.push_back(at)) {
      const Step& step = steps[static_cast<std::size_t>(came_by_[costmap_.frame().index(at)])];
      at = {at.x - step.x, at.y - step.y};
    }
    return cells;
  }

  const Costmap& costmap_;
  const Footprint& footprint_;
  const PlannerConfig& config_;
  Cell start_;
  bool is_leaving_ = false;
  std::vector<float> costs_;
  std::vector<std::int8_t> came_by_;
};

// The free cell at the border of a window that is nearest to a place outside.
std::optional<Cell> gate_towards(const Costmap& costmap, Vec2 outside) {
  const GridFrame& frame = costmap.frame();
  constexpr int inset = 2;
  std::optional<Cell> best;
  double nearest = std::numeric_limits<double>::infinity();
  for (int y = inset; y < frame.height - inset; ++y)
    for (int x = inset; x < frame.width - inset; ++x) {
      const bool is_border =
          x == inset || y == inset || x == frame.width - inset - 1 || y == frame.height - inset - 1;
      if (!is_border || cost::is_blocked(costmap.at(Cell{x, y}))) continue;
      const Vec2 off = outside - frame.center_of({x, y});
      if (dot(off, off) < nearest) {
        nearest = dot(off, off);
        best = {x, y};
      }
    }
  return best;
}

Plan no_plan(std::uint16_t code, std::string why) {
  return {.path = {}, .error_code = code, .error = std::move(why)};
}

// From cells to points, pulled straight where that costs no more. `end`: where exactly it ends.
std::vector<Vec2> points_along(const Costmap& costmap, const std::vector<Cell>& cells,
                               const Pose2& start, const std::optional<Vec2>& end,
                               const PlannerConfig& config) {
  std::vector<Vec2> points;
  for (auto cell = cells.rbegin(); cell != cells.rend(); ++cell)
    points.push_back(costmap.frame().center_of(*cell));
  points.front() = start.translation;
  if (points.size() < 2) points.push_back(points.front());
  if (end) points.back() = *end;
  return smooth(costmap, resample(pull_straight(costmap, points), config.spacing_m));
}

std::string to_text(Vec2 at) { return fmt::format("({:.2f}, {:.2f})", at.x, at.y); }

}  // namespace

Plan plan_path(const Costmap& costmap, const Footprint& footprint, const Pose2& start,
               const Pose2& goal, const PlannerConfig& config) {
  const GridFrame& frame = costmap.frame();
  const Cell first = frame.cell_at(start.translation);
  Cell last = frame.cell_at(goal.translation);
  if (!frame.contains(first))
    return no_plan(Codes::START_OUTSIDE_MAP, fmt::format("the robot at {} is outside of the map",
                                                         to_text(start.translation)));
  const bool is_beyond = !frame.contains(last);
  if (is_beyond) {
    const auto gate =
        config.is_rolling ? gate_towards(costmap, goal.translation) : std::optional<Cell>();
    if (!gate)
      return no_plan(Codes::GOAL_OUTSIDE_MAP,
                     fmt::format("the goal {} is outside of the map", to_text(goal.translation)));
    last = *gate;
  } else if (footprint_cost(costmap, footprint, goal) == cost::lethal) {
    return no_plan(
        Codes::GOAL_OCCUPIED,
        fmt::format("there is no room for the robot at the goal {}", to_text(goal.translation)));
  } else if (costmap.at(last) == cost::unknown && !config.allows_unknown) {
    return no_plan(Codes::GOAL_OCCUPIED,
                   fmt::format("nobody knows what is at the goal {}", to_text(goal.translation)));
  }

  const std::vector<Cell> cells = Search(costmap, footprint, config).find(first, last);
  if (cells.empty()) {
    if (costmap.at(first) == cost::lethal)
      return no_plan(Codes::START_OCCUPIED, fmt::format("the robot at {} stands in something",
                                                        to_text(start.translation)));
    return no_plan(Codes::NO_VALID_PATH,
                   fmt::format("there is no way from {} to {}", to_text(start.translation),
                               to_text(goal.translation)));
  }

  const std::vector<Vec2> points =
      points_along(costmap, cells, start,
                   is_beyond ? std::optional<Vec2>() : std::optional(goal.translation), config);
  double last_yaw = goal.yaw;
  if (is_beyond) {
    const Vec2 on = goal.translation - points.back();
    last_yaw = std::atan2(on.y, on.x);
  }
  return {.path = with_headings(points, last_yaw)};
}

Plan plan_away(const Costmap& costmap, const Footprint& footprint, const Pose2& start, Vec2 from,
               double distance_m, const PlannerConfig& config) {
  const GridFrame& frame = costmap.frame();
  const Cell first = frame.cell_at(start.translation);
  const auto is_away = [&](Cell cell) {
    const Vec2 off = frame.center_of(cell) - from;
    return std::hypot(off.x, off.y) >= distance_m && costmap.at(cell) < cost::expected;
  };
  std::vector<Cell> cells;
  if (frame.contains(first))
    cells = Search(costmap, footprint, config).find(first, is_away, [](Cell) { return 0.0F; });
  if (cells.empty())
    return no_plan(Codes::NO_VALID_PATH, fmt::format("there is no way to where {} is {:g} m away",
                                                     to_text(from), distance_m));
  const std::vector<Vec2> points = points_along(costmap, cells, start, {}, config);
  const Vec2 last = points.back() - points[points.size() - 2];
  return {.path = with_headings(
              points, std::hypot(last.x, last.y) > 0 ? std::atan2(last.y, last.x) : start.yaw)};
}

double path_length(const std::vector<Pose2>& path) {
  double length = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Vec2 way = path[i].translation - path[i - 1].translation;
    length += std::hypot(way.x, way.y);
  }
  return length;
}

}  // namespace tandem
