// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_pose.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "calibration/lens.h"
#include "calibration/plane_pose.h"
#include "tracking/least_squares.h"

namespace tandem {

namespace {

// A marker of another size by more than this is another one, or lies at another height.
constexpr double size_tolerance = 0.12;

using Corners4 = std::array<Vec2, 4>;

Corners4 corners_of_marker(double size_m) {
  const double h = size_m / 2;
  return {{{-h, h}, {h, h}, {h, -h}, {-h, -h}}};
}

double root_mean_square(const std::vector<double>& offs) {
  double sum = 0;
  for (const double off : offs) sum += off * off;
  return std::sqrt(sum / (static_cast<double>(offs.size()) / 2));
}

// The level pose and size that fit corners on the plane.
struct PlaneFit {
  Pose2 room_from_marker;
  double scale = 1;
};
PlaneFit fit_on_plane(const Corners4& room, const Corners4& marker) {
  Vec2 middle;
  for (const Vec2& point : room) middle = middle + 0.25 * point;
  double along = 0, across = 0, size = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 p = room[i] - middle, m = marker[i];
    along += dot(m, p);
    across += m.x * p.y - m.y * p.x;
    size += dot(m, m);
  }
  return {{middle, std::atan2(across, along)}, std::hypot(along, across) / size};
}

}  // namespace

Result<MarkerPoseEstimator> MarkerPoseEstimator::make(const CameraCalibration& calibration,
                                                      const MarkerPlace& place) {
  auto view = PlaneView::make(calibration, place.height_m);
  if (!view) return Error{view.error()};
  MarkerPoseEstimator estimator(*view, place);
  if (calibration.lens && calibration.room_from_camera) {
    estimator.lens_ = calibration.lens;
    estimator.camera_from_room_ = inverse(*calibration.room_from_camera);
  }
  return estimator;
}

Result<MarkerPose> MarkerPoseEstimator::estimate(const Corners4& corners_px) const {
  const Corners4 marker = corners_of_marker(place_.size_m);
  Corners4 room;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto point = view_.point_in_room(corners_px[i]);
    if (!point) return Error{"a corner does not look at the marker's plane"};
    room[i] = *point;
  }
  const PlaneFit rough = fit_on_plane(room, marker);
  MarkerPose pose{.seen_size_m = rough.scale * place_.size_m};
  if (std::abs(rough.scale - 1) > size_tolerance)
    return Error{fmt::format(
        "its side measures {:.1f} mm at {:.3f} m above the floor, and should {:.1f}: another size "
        "or another height",
        1e3 * pose.seen_size_m, place_.height_m, 1e3 * place_.size_m)};

  // corners are known to a part of a pixel, however many millimetres that is here
  const auto offs = [&](std::span<const double> p) {
    std::vector<double> result;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto pixel = view_.pixel_of(Pose2{{p[0], p[1]}, p[2]} * marker[i]);
      if (!pixel) return std::vector<double>{};
      result.push_back(pixel->x - corners_px[i].x);
      result.push_back(pixel->y - corners_px[i].y);
    }
    return result;
  };
  const Pose2& start = rough.room_from_marker;
  constexpr std::array<double, 3> steps{1e-5, 1e-5, 1e-5};
  const auto level =
      least_squares(offs, {start.translation.x, start.translation.y, start.yaw}, steps, 10);
  if (!level) return Error{"no pose gives these corners"};
  const auto& p = level->parameters;
  pose.room_from_marker = {{p[0], p[1]}, std::remainder(p[2], 2 * std::numbers::pi)};
  pose.off_px = root_mean_square(level->residuals);
  if (pose.off_px > place_.max_off_px)
    return Error{
        fmt::format("its corners are {:.1f} pixels off those of a level square of {:.1f} mm, "
                    "{:.1f} are allowed",
                    pose.off_px, 1e3 * place_.size_m, place_.max_off_px)};

  const auto at = view_.pixel_of(pose.room_from_marker.translation);
  const auto ahead = view_.pixel_of(pose.room_from_marker * Vec2{1e-3, 0});
  const auto behind = view_.pixel_of(pose.room_from_marker * Vec2{-1e-3, 0});
  if (!at || !ahead || !behind) return Error{"its middle is not in front of the camera"};
  pose.in_pixels = {*at, std::atan2(ahead->y - behind->y, ahead->x - behind->x)};
  if (!camera_from_room_) return pose;

  // Two poses give nearly the same corners: the square as it lies, and turned over the line of
  // sight. From the upright one the fit arrives at the one that a robot on a floor can have.
  const Pose upright{{p[0], p[1], place_.height_m}, Quat::from_rpy(0, 0, p[2])};
  const auto tilted = [&](std::span<const double> change) {
    return Pose{upright.translation + Vec3{change[0], change[1], change[2]},
                turn_by({change[3], change[4], change[5]}) * upright.rotation};
  };
  const auto offs_6d = [&](std::span<const double> change) {
    const Pose camera_from_marker = *camera_from_room_ * tilted(change);
    std::vector<double> result;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 corner = camera_from_marker * Vec3{marker[i].x, marker[i].y, 0};
      if (corner.z <= 0) return std::vector<double>{};
      const Vec2 pixel = project(*lens_, {corner.x / corner.z, corner.y / corner.z});
      result.push_back(pixel.x - corners_px[i].x);
      result.push_back(pixel.y - corners_px[i].y);
    }
    return result;
  };
  constexpr std::array<double, 6> steps_6d{1e-5, 1e-5, 1e-5, 1e-5, 1e-5, 1e-5};
  if (const auto fit = least_squares(offs_6d, std::vector<double>(6, 0.0), steps_6d, 15))
    pose.room_from_marker_6d = tilted(fit->parameters);
  return pose;
}

}  // namespace tandem
