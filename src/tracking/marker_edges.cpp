// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "tracking/sampling.h"

namespace tandem {

namespace {

constexpr double end_share = 0.1;   // of an edge near its corners, where two edges blur into one
constexpr double step_px = 0.5;     // along a profile across the edge
constexpr double min_step = 8;      // of brightness, from dark to light
constexpr double outlier_px = 0.6;  // off the line of the others
constexpr double min_share = 0.6;   // of the places along an edge that must lie on one line

Vec2 along(Vec2 a, Vec2 b, double t) { return a + t * (b - a); }

// Where the brightness falls through the middle between light and dark, on a way from outside of
// the marker to its inside, in pixels from the way's middle.
std::optional<double> edge_on(const cv::Mat& grey, Vec2 middle, Vec2 inward, double reach_px) {
  std::array<double, 32> values{};
  const int half = static_cast<int>(std::floor(reach_px / step_px));
  const std::size_t count = static_cast<std::size_t>(2 * half + 1);
  if (count < 5 || count > values.size()) return std::nullopt;
  for (int i = -half; i <= half; ++i) {
    const auto value = brightness(grey, middle + i * step_px * inward);
    if (!value) return std::nullopt;
    values[static_cast<std::size_t>(i + half)] = *value;
  }
  // the steepest fall over two steps, so that a single noisy pixel does not win
  std::size_t steepest = 1;
  double fall = 0;
  for (std::size_t i = 1; i + 1 < count; ++i)
    if (values[i - 1] - values[i + 1] > fall) fall = values[i - 1] - values[i + 1], steepest = i;
  const double light = *std::max_element(values.begin(), values.begin() + long(steepest) + 1);
  const double dark =
      *std::min_element(values.begin() + long(steepest), values.begin() + long(count));
  if (light - dark < min_step) return std::nullopt;
  const double level = 0.5 * (light + dark);
  // outwards and inwards from there to the crossing
  std::size_t i = steepest;
  while (i > 0 && values[i] < level) --i;
  while (i + 1 < count && values[i + 1] >= level) ++i;
  if (i + 1 >= count || values[i] < level) return std::nullopt;
  const double between = (values[i] - level) / (values[i] - values[i + 1]);
  return (static_cast<double>(i) + between - half) * step_px;
}

// All points with dot(normal, point) = offset.
struct Line {
  Vec2 normal;
  double offset = 0;
};

Line fit(const std::vector<Vec2>& points) {
  Vec2 mean;
  for (const Vec2& point : points) mean = mean + (1.0 / static_cast<double>(points.size())) * point;
  double xx = 0, xy = 0, yy = 0;
  for (const Vec2& point : points) {
    const Vec2 d = point - mean;
    xx += d.x * d.x, xy += d.x * d.y, yy += d.y * d.y;
  }
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
  const Vec2 normal{-std::sin(angle), std::cos(angle)};
  return {normal, dot(normal, mean)};
}

// The line that most of the points are on; nothing where that are too few.
std::optional<Line> fit_most(std::vector<Vec2> points, std::size_t asked) {
  const double needed = min_share * static_cast<double>(asked);
  for (int round = 0; round < 4; ++round) {
    if (static_cast<double>(points.size()) < needed || points.size() < 4) return std::nullopt;
    const Line line = fit(points);
    const auto is_off = [&](const Vec2& p) {
      return std::abs(dot(line.normal, p) - line.offset) > outlier_px;
    };
    if (std::ranges::none_of(points, is_off)) return line;
    // the worst quarter first: one far off pulls the line towards itself
    std::ranges::sort(points, {},
                      [&](const Vec2& p) { return std::abs(dot(line.normal, p) - line.offset); });
    std::size_t keep = points.size();
    while (keep > 3 * points.size() / 4 && is_off(points[keep - 1])) --keep;
    points.resize(keep);
  }
  return std::nullopt;
}

std::optional<Vec2> crossing(const Line& a, const Line& b) {
  const double det = a.normal.x * b.normal.y - a.normal.y * b.normal.x;
  if (std::abs(det) < 0.1) return std::nullopt;
  return Vec2{(a.offset * b.normal.y - b.offset * a.normal.y) / det,
              (a.normal.x * b.offset - b.normal.x * a.offset) / det};
}

std::optional<Line> edge_line(const cv::Mat& grey, Vec2 from_px, Vec2 to_px, double reach_px,
                              const FlatView& view) {
  const Vec2 way = to_px - from_px;
  const double side = std::hypot(way.x, way.y);
  const Vec2 inward{-way.y / side, way.x / side};
  const auto count = static_cast<std::size_t>(std::clamp(side, 8.0, 48.0));
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = end_share + (1 - 2 * end_share) * (static_cast<double>(i) + 0.5) /
                                     static_cast<double>(count);
    const Vec2 middle = along(from_px, to_px, t);
    const auto off = edge_on(grey, middle, inward, reach_px);
    if (!off) continue;
    if (const auto flat = view.flat(middle + *off * inward)) points.push_back(*flat);
  }
  return fit_most(std::move(points), count);
}

}  // namespace

std::optional<Quad> refine_corners(const cv::Mat& grey, const Quad& rough_px, int cells_across,
                                   const FlatView& view) {
  Quad corners_px = rough_px, corners{};
  // each time from better places and with a shorter reach, which sees less of other edges
  for (const double reach_in_cells : {0.9, 0.8, 0.7}) {
    std::array<Line, 4> lines;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec2 a = corners_px[i], b = corners_px[(i + 1) % 4];
      const double cell_px = std::hypot(b.x - a.x, b.y - a.y) / cells_across;
      const double reach_px = std::clamp(reach_in_cells * cell_px, 1.5, 5.0);
      const auto line = edge_line(grey, a, b, reach_px, view);
      if (!line) return std::nullopt;
      lines[i] = *line;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const auto corner = crossing(lines[(i + 3) % 4], lines[i]);
      if (!corner) return std::nullopt;
      corners[i] = *corner;
      const Vec2 at = view.pixel(*corner), moved = at - rough_px[i];
      // further away it is another edge than the one that was meant
      if (!(std::hypot(moved.x, moved.y) < 6)) return std::nullopt;
      corners_px[i] = at;
    }
  }
  return corners;
}

}  // namespace tandem
