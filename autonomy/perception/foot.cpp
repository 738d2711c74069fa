// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/foot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tandem {

namespace {

using Chroma = std::array<double, 3>;

// A color without its brightness: shadows on a grey floor have none.
Chroma chroma_at(const cv::Mat& rgb, int column, int row) {
  const auto& pixel = rgb.at<cv::Vec3b>(row, column);
  const double grey = (pixel[0] + pixel[1] + pixel[2]) / 3.0;
  return {pixel[0] - grey, pixel[1] - grey, pixel[2] - grey};
}

double dot(const Chroma& a, const Chroma& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Chroma mean_of(const cv::Mat& rgb, int column, int first_row, int last_row) {
  Chroma sum{};
  for (int row = first_row; row <= last_row; ++row) {
    const Chroma one = chroma_at(rgb, column, row);
    for (std::size_t i = 0; i < 3; ++i) sum[i] += one[i] / (last_row - first_row + 1);
  }
  return sum;
}

// The end of a thing in one column whose lowest pixel is known. Pixels at the edge are mixtures,
// and a camera's compression smears colors over its neighbours; the sum of their shares is the same
// however far they are smeared.
std::optional<double> fine_edge(const cv::Mat& rgb, int column, int lowest) {
  constexpr int reach = 3;   // rows to both sides that may be mixtures
  constexpr int sample = 2;  // rows beyond them that are not
  if (lowest - reach - sample < 0 || lowest + reach + sample >= rgb.rows) return {};
  const Chroma thing = mean_of(rgb, column, lowest - reach - sample + 1, lowest - reach);
  const Chroma floor = mean_of(rgb, column, lowest + reach + 1, lowest + reach + sample);
  const Chroma difference{thing[0] - floor[0], thing[1] - floor[1], thing[2] - floor[2]};
  const double contrast = dot(difference, difference);
  if (contrast < 400) return {};  // 20 levels: too alike to tell shares
  double edge = lowest - reach + 0.5;
  for (int row = lowest - reach + 1; row <= lowest + reach; ++row) {
    const Chroma here = chroma_at(rgb, column, row);
    const Chroma from_floor{here[0] - floor[0], here[1] - floor[1], here[2] - floor[2]};
    edge += std::clamp(dot(from_floor, difference) / contrast, -0.25, 1.25);
  }
  return edge;
}

}  // namespace

LowerEdge lower_edge_of(const Region& region, const Contour& outline) {
  const cv::Rect box = cv::boundingRect(outline);
  std::vector<int> lowest(static_cast<std::size_t>(box.width), -1);
  for (const cv::Point& point : outline) {
    int& low = lowest[static_cast<std::size_t>(point.x - box.x)];
    low = std::max(low, point.y);
  }
  LowerEdge edge;
  // the outermost columns are mixtures themselves
  const int margin = box.width > 8 ? 2 : 0;
  for (int i = margin; i < box.width - margin; ++i) {
    const int low = lowest[static_cast<std::size_t>(i)];
    if (low < 0) continue;
    if (low >= region.rgb.rows - 2) edge.reaches_picture_end = true;
    const double y = fine_edge(region.rgb, box.x + i, low).value_or(low + 0.5);
    edge.points_px.push_back({static_cast<double>(box.x + i), y + region.top});
  }
  return edge;
}

std::optional<Vec2> nearest_on_floor(const LowerEdge& edge, const FloorCamera& camera,
                                     double above_floor_m) {
  struct Place {
    Vec2 on_floor;
    double away = 0;
  };
  // the median of neighbours keeps single columns out that noise moved
  const auto& points = edge.points_px;
  const std::size_t half = points.size() >= 5 ? 2 : 0;
  std::vector<Place> places;
  std::optional<Place> nearest;
  double fuzzy_m = 0;
  for (std::size_t i = half; i + half < points.size(); ++i) {
    std::array<double, 5> rows{};
    for (std::size_t j = 0; j < 2 * half + 1; ++j) rows[j] = points[i - half + j].y;
    std::nth_element(rows.begin(), rows.begin() + half, rows.begin() + 2 * half + 1);
    const auto on_floor = camera.floor_at({points[i].x, rows[half]}, above_floor_m);
    if (!on_floor) continue;
    const Place place{*on_floor, std::hypot(on_floor->x, on_floor->y)};
    places.push_back(place);
    if (nearest && nearest->away <= place.away) continue;
    nearest = place;
    const auto below = camera.floor_at({points[i].x, rows[half] + 0.5}, above_floor_m);
    if (below) fuzzy_m = place.away - std::hypot(below->x, below->y);
  }
  if (!nearest) return {};
  // a side that faces the robot is equally near everywhere
  Vec2 sum;
  int count = 0;
  for (const Place& place : places)
    if (place.away <= nearest->away + fuzzy_m) sum = sum + place.on_floor, ++count;
  return (1.0 / count) * sum;
}

}  // namespace tandem
