// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/inflation.h"

#include <algorithm>
#include <limits>

namespace tandem {

namespace {

constexpr float far_away = 1e12F;  // in squared cells; larger than any grid, finite for sums

// The lower envelope of parabolas that stand at each place with its height: squared distances along
// one line, in time proportional to its length (Felzenszwalb and Huttenlocher).
class LineTransform {
 public:
  explicit LineTransform(int longest)
      : heights(static_cast<std::size_t>(longest)),
        vertices_(heights.size()),
        borders_(heights.size() + 1) {}

  std::vector<float> heights;

  void transform(std::size_t count) {
    std::size_t last = 0;
    vertices_[0] = 0;
    borders_[0] = -std::numeric_limits<float>::infinity();
    borders_[1] = std::numeric_limits<float>::infinity();
    for (std::size_t i = 1; i < count; ++i) {
      float meets = meeting(i, vertices_[last]);
      while (meets <= borders_[last]) meets = meeting(i, vertices_[--last]);
      vertices_[++last] = i;
      borders_[last] = meets;
      borders_[last + 1] = std::numeric_limits<float>::infinity();
    }
    results_.resize(count);
    std::size_t now = 0;
    for (std::size_t i = 0; i < count; ++i) {
      while (borders_[now + 1] < static_cast<float>(i)) ++now;
      const float off = static_cast<float>(i) - static_cast<float>(vertices_[now]);
      results_[i] = off * off + heights[vertices_[now]];
    }
    std::copy(results_.begin(), results_.end(), heights.begin());
  }

 private:
  float meeting(std::size_t i, std::size_t vertex) const {
    const auto a = static_cast<float>(i), b = static_cast<float>(vertex);
    return ((heights[i] + a * a) - (heights[vertex] + b * b)) / (2 * (a - b));
  }

  std::vector<std::size_t> vertices_;
  std::vector<float> borders_;
  std::vector<float> results_;
};

}  // namespace

std::vector<float> distances_to_lethal(const Costmap& costmap) {
  const GridFrame& frame = costmap.frame();
  std::vector<float> squared(frame.size());
  for (std::size_t i = 0; i < squared.size(); ++i)
    squared[i] = costmap.costs()[i] == cost::lethal ? 0 : far_away;

  const auto width = static_cast<std::size_t>(frame.width);
  const auto height = static_cast<std::size_t>(frame.height);
  LineTransform line(std::max(frame.width, frame.height));
  for (std::size_t x = 0; x < width; ++x) {
    for (std::size_t y = 0; y < height; ++y) line.heights[y] = squared[y * width + x];
    line.transform(height);
    for (std::size_t y = 0; y < height; ++y) squared[y * width + x] = line.heights[y];
  }
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) line.heights[x] = squared[y * width + x];
    line.transform(width);
    for (std::size_t x = 0; x < width; ++x) squared[y * width + x] = line.heights[x];
  }
  for (float& distance : squared)
    distance = distance >= far_away ? std::numeric_limits<float>::infinity()
                                    : std::sqrt(distance) * static_cast<float>(frame.resolution_m);
  return squared;
}

std::uint8_t inflated_cost(double distance_m, double inscribed_m, const InflationConfig& config) {
  if (distance_m <= 0) return cost::lethal;
  if (distance_m <= inscribed_m) return cost::inscribed;
  if (distance_m > config.radius_m) return cost::free;
  // at least 1, so that a planner knows where it need not look at a polygon's edges
  return static_cast<std::uint8_t>(std::max(
      1.0, (cost::inscribed - 1) * std::exp(-config.scaling * (distance_m - inscribed_m))));
}

void inflate(Costmap& costmap, double inscribed_m, const InflationConfig& config) {
  const std::vector<float> distances = distances_to_lethal(costmap);
  const GridFrame& frame = costmap.frame();
  const double reach = std::max(config.radius_m, inscribed_m);
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) {
      const double distance = distances[frame.index({x, y})];
      if (distance > reach) continue;
      const std::uint8_t inflated = inflated_cost(distance, inscribed_m, config);
      const std::uint8_t before = costmap.at(Cell{x, y});
      if (before == cost::unknown ? inflated >= cost::inscribed : inflated > before)
        costmap.set({x, y}, inflated);
    }
}

}  // namespace tandem
