// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/floor_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "calibration/homography.h"
#include "calibration/lens.h"
#include "calibration/plane_pose.h"
#include "calibration/plane_view.h"
#include "tracking/least_squares.h"

namespace tandem {

namespace {

constexpr double same_place_m = 0.02;

std::optional<std::string> problem_of(std::span<const FloorPoint> points, bool has_lens) {
  if (points.size() < 4)
    return fmt::format("{} points are too few: four are the least, six tell how exact it is",
                       points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vec2 apart = points[i].in_room - points[j].in_room;
      if (std::hypot(apart.x, apart.y) < same_place_m)
        return fmt::format("{} and {} are {:.0f} mm from each other: measure places far apart",
                           points[j].name, points[i].name, 1e3 * std::hypot(apart.x, apart.y));
    }
  for (const FloorPoint& point : points)
    if (!has_lens && std::abs(point.height_m - points[0].height_m) > 1e-9)
      return fmt::format(
          "{} is {:g} m above the floor and {} is {:g} m: without the camera's lens all points are "
          "of one height",
          point.name, point.height_m, points[0].name, points[0].height_m);
  return std::nullopt;
}

// Distance of the best line through all points from the one farthest off it, in parts of their
// extent.
double off_one_line(std::span<const FloorPoint> points) {
  double widest = 0, longest = 0;
  for (const FloorPoint& a : points)
    for (const FloorPoint& b : points) {
      const Vec2 way = b.in_room - a.in_room;
      const double size = std::hypot(way.x, way.y);
      if (size > longest) {
        longest = size, widest = 0;
        for (const FloorPoint& c : points) {
          const Vec2 d = c.in_room - a.in_room;
          widest = std::max(widest, std::abs(way.x * d.y - way.y * d.x) / size);
        }
      }
    }
  return longest > 0 ? widest / longest : 0;
}

Result<CameraCalibration> camera_for(std::span<const FloorPoint> points, const LensConfig& lens) {
  std::vector<PointPair> pairs;
  for (const FloorPoint& point : points) {
    const auto ray = direction_of(lens, point.at_px);
    if (!ray) return Error{fmt::format("{} is seen where the lens sees nothing", point.name)};
    pairs.push_back({point.in_room, *ray});
  }
  const auto ray_from_floor = fit_homography(pairs);
  if (!ray_from_floor) return Error{ray_from_floor.error()};
  const auto start = pose_of_plane(*ray_from_floor);
  if (!start) return Error{"the floor would be behind the camera"};
  const auto camera_from_room = [&](std::span<const double> p) {
    return Pose{start->translation + Vec3{p[0], p[1], p[2]},
                normalized(turn_by({p[3], p[4], p[5]}) * start->rotation)};
  };
  const auto offs = [&](std::span<const double> p) {
    const Pose pose = camera_from_room(p);
    std::vector<double> result;
    for (const FloorPoint& point : points) {
      const Vec3 seen = pose * Vec3{point.in_room.x, point.in_room.y, point.height_m};
      if (!(seen.z > 0)) return std::vector<double>{};
      const Vec2 at = project(lens, {seen.x / seen.z, seen.y / seen.z});
      result.push_back(at.x - point.at_px.x);
      result.push_back(at.y - point.at_px.y);
    }
    return result;
  };
  const std::vector<double> steps(6, 1e-6);
  const auto fit = least_squares(offs, std::vector<double>(6, 0.0), steps);
  if (!fit) return Error{"the points leave open where the camera is"};
  CameraCalibration camera{.lens = lens,
                           .room_from_camera = inverse(camera_from_room(fit->parameters))};
  double highest = 0;
  for (const FloorPoint& point : points) highest = std::max(highest, point.height_m);
  if (camera.room_from_camera->translation.z <= highest)
    return Error{
        "the points are seen mirrored, as if the camera were below the floor: x and y of the room "
        "may be exchanged, or two points"};
  return camera;
}

Result<CameraCalibration> homography_for(std::span<const FloorPoint> points) {
  std::vector<PointPair> pairs;
  for (const FloorPoint& point : points) pairs.push_back({point.at_px, point.in_room});
  const auto fit = fit_homography(pairs);
  if (!fit) return Error{fit.error()};
  // a picture's y goes down: seen from above, turning right in it is turning right in the room
  const double turn = (*fit)[0] * ((*fit)[4] * (*fit)[8] - (*fit)[5] * (*fit)[7]) -
                      (*fit)[1] * ((*fit)[3] * (*fit)[8] - (*fit)[5] * (*fit)[6]) +
                      (*fit)[2] * ((*fit)[3] * (*fit)[7] - (*fit)[4] * (*fit)[6]);
  if (turn > 0)
    return Error{
        "the points are seen mirrored, as if the camera were below the floor: x and y of the room "
        "may be exchanged, or two points"};
  return CameraCalibration{.room_from_pixels = *fit, .homography_height_m = points[0].height_m};
}

Result<FloorFit> fit_all(std::span<const FloorPoint> points,
                         const std::optional<LensConfig>& lens) {
  auto camera = lens ? camera_for(points, *lens) : homography_for(points);
  if (!camera) return Error{camera.error()};
  FloorFit fit{.calibration = *std::move(camera)};
  double square_mm = 0, square_px = 0;
  for (const FloorPoint& point : points) {
    const auto view = PlaneView::make(fit.calibration, point.height_m);
    const auto at = view ? view->point_in_room(point.at_px) : std::nullopt;
    const auto pixel = view ? view->pixel_of(point.in_room) : std::nullopt;
    if (!at || !pixel) return Error{fmt::format("{} would not be seen", point.name)};
    const Vec2 off = *at - point.in_room, off_px = *pixel - point.at_px;
    fit.off_mm.push_back(1e3 * std::hypot(off.x, off.y));
    square_mm += 1e6 * dot(off, off);
    square_px += dot(off_px, off_px);
  }
  fit.rms_mm = std::sqrt(square_mm / static_cast<double>(points.size()));
  fit.rms_px = std::sqrt(square_px / static_cast<double>(points.size()));
  fit.is_checked = lens.has_value() || points.size() > 4;
  return fit;
}

// The one point without which all others agree.
std::optional<std::size_t> odd_one(std::span<const FloorPoint> points,
                                   const std::optional<LensConfig>& lens) {
  if (points.size() < (lens ? 5 : 6)) return std::nullopt;
  std::optional<std::size_t> odd;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<FloorPoint> others(points.begin(), points.end());
    others.erase(others.begin() + static_cast<long>(i));
    const auto fit = fit_all(others, lens);
    if (!fit || *std::ranges::max_element(fit->off_mm) > max_floor_off_mm) continue;
    if (odd) return std::nullopt;
    odd = i;
  }
  return odd;
}

}  // namespace

Result<FloorFit> fit_floor(std::span<const FloorPoint> points,
                           const std::optional<LensConfig>& lens) {
  if (auto problem = problem_of(points, lens.has_value())) return Error{*std::move(problem)};
  if (off_one_line(points) < 0.05)
    return Error{"the points lie nearly on one line: they must go around the floor"};
  auto fit = fit_all(points, lens);
  if (!fit) {
    if (const auto odd = odd_one(points, lens))
      return Error{fmt::format("{}; without {} all others agree", fit.error(), points[*odd].name)};
    return fit;
  }
  const auto worst = std::ranges::max_element(fit->off_mm);
  if (*worst <= max_floor_off_mm) return fit;
  const std::string off =
      fmt::format("the points do not agree: {} is {:.0f} mm off",
                  points[static_cast<std::size_t>(worst - fit->off_mm.begin())].name, *worst);
  if (const auto odd = odd_one(points, lens))
    return Error{
        fmt::format("{}. Without {} all others agree: measure it again", off, points[*odd].name)};
  return Error{fmt::format("{}, {:.0f} are allowed. Measure again; a wrong lens does this too", off,
                           max_floor_off_mm)};
}

}  // namespace tandem
