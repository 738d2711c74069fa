// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/field_outline.h"

#include <algorithm>
#include <cmath>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

double length_along(const FloorLine& line, const std::vector<Vec2>& places) {
  double first = 0, last = 0;
  for (const Vec2 place : places) {
    first = std::min(first, line.along(place));
    last = std::max(last, line.along(place));
  }
  return last - first;
}

}  // namespace

void FieldOutline::begin_edge(Vec2 ahead) { edges_.push_back({.ahead = ahead}); }

void FieldOutline::add(Vec2 place) {
  if (edges_.empty()) return;
  Edge& edge = edges_.back();
  if (edge.line && std::abs(edge.line->left_of(place)) > config_.max_off_m &&
      length_along(*edge.line, edge.places) > config_.min_edge_m)
    return;
  edge.places.push_back(place);
  // a fit is not cheap, and a few places more do not change it
  if (edge.places.size() < edge.fitted + edge.fitted / 10 + 1) return;
  edge.fitted = edge.places.size();
  edge.line = fit_floor_line(edge.places, edge.ahead);
}

std::optional<FloorLine> FieldOutline::edge() const {
  if (edges_.empty() || !edges_.back().line) return std::nullopt;
  const Edge& edge = edges_.back();
  if (length_along(*edge.line, edge.places) < config_.min_edge_m) return std::nullopt;
  return edge.line;
}

std::vector<Vec2> FieldOutline::corners() const {
  std::vector<Vec2> corners;
  for (std::size_t i = 0; i + 1 < edges_.size(); ++i) {
    const auto before = fit_floor_line(edges_[i].places, edges_[i].ahead);
    const auto after = fit_floor_line(edges_[i + 1].places, edges_[i + 1].ahead);
    if (!before || !after) continue;
    if (length_along(*before, edges_[i].places) < config_.min_edge_m ||
        length_along(*after, edges_[i + 1].places) < config_.min_edge_m)
      continue;
    if (std::abs(wrap_angle(after->yaw() - before->yaw())) < config_.min_bend_rad) continue;
    const auto corner = crossing_of(*before, *after);
    if (!corner) continue;
    const bool is_known = std::ranges::any_of(
        corners, [&](Vec2 known) { return distance(known, *corner) < config_.corner_distance_m; });
    if (!is_known) corners.push_back(*corner);
  }
  return corners;
}

}  // namespace tandem
