// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/quad_search.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

namespace tandem {

namespace {

// The neighbourhood that a pixel must be darker than, and by how much. The outer edge of a border
// is found whatever its width is, as long as light ground lies within half of this.
constexpr int neighbourhood_px = 15;
constexpr double darker_by = 6;
constexpr double corner_tolerance = 0.04;  // of the outline's length

std::optional<Quad> quad_of(const std::vector<cv::Point>& outline, double min_side_px) {
  // a square of the least side, seen obliquely, has no shorter outline
  if (static_cast<double>(outline.size()) < 3 * min_side_px) return std::nullopt;
  std::vector<cv::Point> corners;
  cv::approxPolyDP(outline, corners, corner_tolerance * static_cast<double>(outline.size()), true);
  if (corners.size() != 4 || !cv::isContourConvex(corners)) return std::nullopt;
  Quad quad;
  for (std::size_t i = 0; i < 4; ++i) quad[i] = {double(corners[i].x), double(corners[i].y)};
  double twice_area = 0, shortest = 1e9, longest = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 a = quad[i], b = quad[(i + 1) % 4];
    twice_area += a.x * b.y - b.x * a.y;
    const double side = std::hypot(b.x - a.x, b.y - a.y);
    shortest = std::min(shortest, side);
    longest = std::max(longest, side);
  }
  // a marker that lies so flat in the picture could not be read
  if (shortest < min_side_px || longest > 4 * shortest) return std::nullopt;
  if (twice_area < 0) std::swap(quad[1], quad[3]);
  return quad;
}

}  // namespace

std::vector<Quad> find_quads(const cv::Mat& grey, double min_side_px) {
  cv::Mat dark;
  cv::adaptiveThreshold(grey, dark, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY_INV,
                        neighbourhood_px, darker_by);
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(dark, outlines, cv::RETR_LIST, cv::CHAIN_APPROX_NONE);
  std::vector<Quad> quads;
  for (const auto& outline : outlines)
    if (const auto quad = quad_of(outline, min_side_px)) quads.push_back(*quad);
  return quads;
}

}  // namespace tandem
