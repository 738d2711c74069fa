// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/corner_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <optional>

#include "tracking/sampling.h"

namespace tandem {

namespace {

constexpr std::size_t neighbours = 12;  // nearest ones that are looked at
constexpr double max_turn_cos = 0.8;    // 37 degrees between one step and the next

double cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

double cos_between(Vec2 a, Vec2 b) {
  return dot(a, b) / (std::hypot(a.x, a.y) * std::hypot(b.x, b.y));
}

// Whether one side of the way between two corners is dark all along, and the other one light.
bool is_edge(const cv::Mat& grey, const SaddlePoint& a, const SaddlePoint& b) {
  const Vec2 way = b.at_px - a.at_px;
  const double side = std::hypot(way.x, way.y);
  const Vec2 across{-way.y / side, way.x / side};
  const double off = std::max(1.5, 0.15 * side);
  const double needed = 0.3 * std::min(a.contrast, b.contrast);
  double sign = 0;
  for (const double t : {0.25, 0.375, 0.5, 0.625, 0.75}) {
    const Vec2 at = a.at_px + t * way;
    const auto one = brightness(grey, at + off * across),
               other = brightness(grey, at - off * across);
    if (!one || !other) return false;
    const double step = *one - *other;
    if (std::abs(step) < needed || sign * step < 0) return false;
    sign = step;
  }
  return true;
}

using Edges = std::vector<std::vector<std::size_t>>;

Edges edges_of(const cv::Mat& grey, const std::vector<SaddlePoint>& saddles) {
  Edges edges(saddles.size());
  std::vector<std::pair<double, std::size_t>> near;
  for (std::size_t i = 0; i < saddles.size(); ++i) {
    near.clear();
    for (std::size_t j = 0; j < saddles.size(); ++j) {
      const Vec2 way = saddles[j].at_px - saddles[i].at_px;
      if (i != j) near.emplace_back(dot(way, way), j);
    }
    const auto end = near.begin() + static_cast<long>(std::min(neighbours, near.size()));
    std::partial_sort(near.begin(), end, near.end());
    for (auto it = near.begin(); it != end; ++it)
      if (is_edge(grey, saddles[i], saddles[it->second])) edges[i].push_back(it->second);
  }
  return edges;
}

// Grows a grid from one corner along edges.
class Growth {
 public:
  Growth(const std::vector<SaddlePoint>& saddles, const Edges& edges)
      : saddles_(saddles), edges_(edges) {}

  CornerGrid from(std::size_t seed, std::vector<bool>& is_used) {
    const auto steps = first_steps(seed);
    if (!steps) return {};
    std::deque<Node> waiting{{seed, {0, 0}, *steps}};
    std::map<std::pair<int, int>, std::size_t> taken{{{0, 0}, seed}};
    is_used[seed] = true;
    while (!waiting.empty()) {
      Node node = waiting.front();
      waiting.pop_front();
      constexpr std::array<std::pair<int, int>, 4> ways{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
      // along what this corner itself shows, where it does
      std::array<std::optional<std::size_t>, 4> next{};
      for (std::size_t way = 0; way < 4; ++way) next[way] = along(node.corner, node.steps[way]);
      for (std::size_t way = 0; way < 4; ++way)
        if (next[way]) {
          node.steps[way] = saddles_[*next[way]].at_px - saddles_[node.corner].at_px;
          if (!next[(way + 2) % 4]) node.steps[(way + 2) % 4] = -1 * node.steps[way];
        }
      for (std::size_t way = 0; way < 4; ++way) {
        if (!next[way] || is_used[*next[way]]) continue;
        const std::pair<int, int> place{node.place.first + ways[way].first,
                                        node.place.second + ways[way].second};
        if (!taken.emplace(place, *next[way]).second) continue;
        is_used[*next[way]] = true;
        waiting.push_back({*next[way], place, node.steps});
      }
    }
    CornerGrid grid;
    for (const auto& [place, corner] : taken)
      grid.push_back({place.first, place.second, saddles_[corner].at_px});
    return grid;
  }

 private:
  struct Node {
    std::size_t corner;
    std::pair<int, int> place;
    std::array<Vec2, 4> steps;  // to the next column, row, and back
  };

  std::optional<std::size_t> along(std::size_t corner, Vec2 step) const {
    std::optional<std::size_t> best;
    double best_cos = max_turn_cos;
    for (const std::size_t other : edges_[corner]) {
      const Vec2 way = saddles_[other].at_px - saddles_[corner].at_px;
      const double size = std::hypot(way.x, way.y) / std::hypot(step.x, step.y);
      const double cos = cos_between(way, step);
      if (size > 0.4 && size < 2.5 && cos > best_cos) best = other, best_cos = cos;
    }
    return best;
  }

  // Two edges that are clearly not on one line, turned as x to y.
  std::optional<std::array<Vec2, 4>> first_steps(std::size_t seed) const {
    for (const std::size_t a : edges_[seed])
      for (const std::size_t b : edges_[seed]) {
        const Vec2 right = saddles_[a].at_px - saddles_[seed].at_px;
        const Vec2 down = saddles_[b].at_px - saddles_[seed].at_px;
        const double sine =
            cross(right, down) / (std::hypot(right.x, right.y) * std::hypot(down.x, down.y));
        if (sine > 0.5) return std::array<Vec2, 4>{right, down, -1 * right, -1 * down};
      }
    return std::nullopt;
  }

  const std::vector<SaddlePoint>& saddles_;
  const Edges& edges_;
};

}  // namespace

std::vector<CornerGrid> corner_grids(const cv::Mat& grey, const std::vector<SaddlePoint>& saddles) {
  const Edges edges = edges_of(grey, saddles);
  std::vector<bool> is_used(saddles.size(), false);
  std::vector<CornerGrid> grids;
  Growth growth(saddles, edges);
  for (std::size_t seed = 0; seed < saddles.size(); ++seed) {
    if (is_used[seed]) continue;
    CornerGrid grid = growth.from(seed, is_used);
    if (grid.size() >= 4) grids.push_back(std::move(grid));
  }
  std::ranges::stable_sort(grids, std::ranges::greater{}, &CornerGrid::size);
  return grids;
}

}  // namespace tandem
