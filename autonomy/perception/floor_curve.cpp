// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/floor_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <optional>

namespace tandem {

namespace {

double norm(Vec2 v) { return std::hypot(v.x, v.y); }
Vec2 unit(Vec2 v) { return (1 / norm(v)) * v; }

class CurveWalk {
 public:
  CurveWalk(const cv::Mat& mask, int top, const FloorCamera& camera, const CurveSettings& settings)
      : mask_(mask), top_(top), camera_(camera), settings_(settings) {}

  std::vector<Vec2> walk() const {
    const auto start = nearest();
    if (!start) return {};
    const Vec2 axis = axis_at(*start);
    const auto middle = centred(*start, axis);
    const Vec2 begin = middle.value_or(*start);
    // from the robot the line leads away one way, or both if it only passes by
    std::vector<Vec2> there = walk_from(begin, axis), back = walk_from(begin, -1 * axis);
    std::vector<Vec2>& longer = back.size() > there.size() ? back : there;
    if (middle) longer.insert(longer.begin(), *middle);
    return std::move(longer);
  }

 private:
  // Of the lowest pixels of all columns the one that is nearest to the robot.
  std::optional<Vec2> nearest() const {
    std::optional<Vec2> best;
    double least = std::numeric_limits<double>::infinity();
    for (int column = 0; column < mask_.cols; ++column) {
      int row = mask_.rows - 1;
      while (row >= 0 && mask_.at<std::uint8_t>(row, column) == 0) --row;
      if (row < 0) continue;
      const auto place =
          camera_.floor_at({static_cast<double>(column), static_cast<double>(row + top_)});
      if (place && norm(*place) < least) least = norm(*place), best = place;
    }
    return best;
  }

  // Which way the line goes there: the long axis of what is near.
  Vec2 axis_at(Vec2 place) const {
    constexpr double reach_m = 0.1, spacing_m = 0.005;
    double xx = 0, xy = 0, yy = 0, x = 0, y = 0, count = 0;
    for (double dx = -reach_m; dx <= reach_m; dx += spacing_m)
      for (double dy = -reach_m; dy <= reach_m; dy += spacing_m) {
        if (norm({dx, dy}) > reach_m || !(weight_at({place.x + dx, place.y + dy}) > 0.5)) continue;
        xx += dx * dx, xy += dx * dy, yy += dy * dy, x += dx, y += dy, ++count;
      }
    if (count == 0) return {1, 0};
    xx -= x * x / count, xy -= x * y / count, yy -= y * y / count;
    const double angle = 0.5 * std::atan2(2 * xy, xx - yy);
    return {std::cos(angle), std::sin(angle)};
  }

  std::vector<Vec2> walk_from(Vec2 place, Vec2 direction) const {
    constexpr int most = 200;
    std::vector<Vec2> points;
    while (points.size() < most) {
      auto next = centred(place + settings_.step_m * direction, direction);
      // a short gap, as where a pixel was not recognised, is no end
      if (!next) next = centred(place + 2 * settings_.step_m * direction, direction);
      if (!next || norm(*next) > settings_.max_range_m) break;
      // turns are gradual; the half of the old direction keeps noise out
      const Vec2 step = *next - place;
      if (norm(step) < 1e-6) break;
      direction = unit(direction + unit(step));
      place = *next;
      if (is_round(points, place)) break;
      points.push_back(place);
    }
    return points;
  }

  // Whether a closed line has come back to where it was.
  bool is_round(const std::vector<Vec2>& points, Vec2 place) const {
    constexpr std::size_t newest = 5;
    for (std::size_t i = 0; i + newest < points.size(); ++i)
      if (norm(points[i] - place) < settings_.step_m) return true;
    return false;
  }

  // The middle of the line across a direction; nothing where there is none, or not all of its
  // width is seen.
  std::optional<Vec2> centred(Vec2 place, Vec2 direction) const {
    constexpr double spacing_m = 0.002;
    const Vec2 across{-direction.y, direction.x};
    const int half = static_cast<int>(settings_.half_width_m / spacing_m);
    const auto weight = [&](int i) { return weight_at(place + (i * spacing_m) * across); };
    // the run of the line that is nearest to the place
    int inside = 0;
    while (inside <= half && !(weight(inside) > 0.5)) inside = inside > 0 ? -inside : 1 - inside;
    if (inside > half) return {};
    int first = inside, last = inside;
    const int widest = static_cast<int>(settings_.max_width_m / spacing_m);
    while (last - first <= widest && weight(first - 1) > 0.5) --first;
    while (last - first <= widest && weight(last + 1) > 0.5) ++last;
    if (last - first > widest) return {};
    if (std::isnan(weight(first - 1)) || std::isnan(weight(last + 1))) return {};
    double sum = 0, moment = 0;
    for (int i = first - 1; i <= last + 1; ++i) {
      const double w = weight(i);
      sum += w;
      moment += w * i;
    }
    return place + (moment / sum * spacing_m) * across;
  }

  // 0 to 1; not a number outside of the picture.
  double weight_at(Vec2 on_floor) const {
    const double nowhere = std::nan("");
    const auto px = camera_.pixel_of(on_floor);
    if (!px) return nowhere;
    const double x = px->x, y = px->y - top_;
    // below the last row nothing is known; above the first one nothing was looked at
    if (!(x >= 0 && y >= 0 && x < mask_.cols - 1 && y < mask_.rows - 1)) return nowhere;
    const int column = static_cast<int>(x), row = static_cast<int>(y);
    const double fx = x - column, fy = y - row;
    const auto* upper = mask_.ptr<std::uint8_t>(row) + column;
    const auto* lower = mask_.ptr<std::uint8_t>(row + 1) + column;
    return ((1 - fy) * ((1 - fx) * upper[0] + fx * upper[1]) +
            fy * ((1 - fx) * lower[0] + fx * lower[1])) /
           255;
  }

  const cv::Mat& mask_;
  const int top_;
  const FloorCamera& camera_;
  const CurveSettings& settings_;
};

}  // namespace

std::vector<Vec2> follow_curve(const cv::Mat& mask, int top, const FloorCamera& camera,
                               const CurveSettings& settings) {
  return CurveWalk(mask, top, camera, settings).walk();
}

std::vector<geometry_msgs::msg::Point> points_of(const std::vector<Vec2>& on_floor,
                                                 double floor_z_m) {
  std::vector<geometry_msgs::msg::Point> points;
  for (const Vec2& place : on_floor) points.push_back({place.x, place.y, floor_z_m});
  return points;
}

}  // namespace tandem
