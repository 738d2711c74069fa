// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "autonomy/farming/floor_line.h"

namespace tandem {

struct FieldOutlineConfig {
  double min_edge_m = 0.25;         // an edge of which less was seen has no direction yet
  double max_off_m = 0.06;          // what is farther from its edge belongs to something else
  double min_bend_rad = 1.05;       // 60 degrees; less is no corner
  double corner_distance_m = 0.35;  // nearer to a corner that is known it is the same one
};

// The corners of a field whose edges a robot follows one after the other: where the lines through
// what it saw of two of them meet.
class FieldOutline {
 public:
  explicit FieldOutline(const FieldOutlineConfig& config = {}) : config_(config) {}

  // The robot turned to another edge, which leads there.
  void begin_edge(Vec2 ahead);
  // A place of the edge that it follows; those that are off it do not count.
  void add(Vec2 place);

  // The edge that it follows, when enough of it was seen.
  std::optional<FloorLine> edge() const;
  // Those behind it, in their order. The last one is known when the edge after it is.
  std::vector<Vec2> corners() const;

 private:
  struct Edge {
    Vec2 ahead;
    std::vector<Vec2> places;
    std::optional<FloorLine> line;  // through them
    std::size_t fitted = 0;         // so many of them
  };

  FieldOutlineConfig config_;
  std::vector<Edge> edges_;
};

}  // namespace tandem
