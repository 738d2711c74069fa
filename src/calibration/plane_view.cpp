// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/plane_view.h"

#include <cmath>

#include "calibration/homography.h"
#include "calibration/lens.h"

namespace tandem {

namespace {

using Matrix = Homography;

Vec3 column(const Matrix& m, std::size_t i) { return {m[i], m[3 + i], m[6 + i]}; }

Matrix from_columns(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z};
}

// A point (x, y) of the plane at height h is seen along r1 x + r2 y + (r3 h + t).
Matrix ray_from_plane(const Pose& camera_from_room, double height_m) {
  const Quat& r = camera_from_room.rotation;
  return from_columns(r * Vec3{1, 0, 0}, r * Vec3{0, 1, 0},
                      camera_from_room * Vec3{0, 0, height_m});
}

// A homography from another plane tells where the camera is, up to how well it was measured.
Matrix moved_up(const Matrix& ray_from_room, double by_m) {
  const double scale = 2 / (length(column(ray_from_room, 0)) + length(column(ray_from_room, 1)));
  const Vec3 r1 = scale * column(ray_from_room, 0), r2 = scale * column(ray_from_room, 1);
  const Vec3 up = normalized(cross(r1, r2));
  return from_columns(r1, r2, scale * column(ray_from_room, 2) + by_m * up);
}

// So that what is in front of the camera has a positive last coordinate.
Matrix facing(Matrix ray_from_room, Vec2 seen_point) {
  const double w =
      ray_from_room[6] * seen_point.x + ray_from_room[7] * seen_point.y + ray_from_room[8];
  if (w < 0)
    for (double& value : ray_from_room) value = -value;
  return ray_from_room;
}

}  // namespace

Result<PlaneView> PlaneView::make(const CameraCalibration& calibration, double marker_height_m) {
  PlaneView view;
  view.lens_ = calibration.lens;
  Matrix ray_from_room{};
  if (calibration.room_from_camera) {
    if (!calibration.lens) return Error{"a camera's pose says nothing without its camera_matrix"};
    if (calibration.room_from_camera->translation.z <= marker_height_m)
      return Error{"the camera must be above the marker"};
    ray_from_room = ray_from_plane(tandem::inverse(*calibration.room_from_camera), marker_height_m);
  } else if (calibration.room_from_pixels) {
    Matrix room_from_ray = *calibration.room_from_pixels;
    if (const auto& lens = calibration.lens)
      room_from_ray =
          room_from_ray * Matrix{lens->fx_px, 0, lens->cx_px, 0, lens->fy_px, lens->cy_px, 0, 0, 1};
    const std::optional<Matrix> inverted = inverse(room_from_ray);
    if (!inverted) return Error{"the homography cannot be inverted"};
    // the middle of the picture is in front of the camera
    const double w = room_from_ray[8];
    const Vec2 middle =
        std::abs(w) > 1e-12 ? Vec2{room_from_ray[2] / w, room_from_ray[5] / w} : Vec2{};
    ray_from_room = facing(*inverted, middle);
    const double up_m = marker_height_m - calibration.homography_height_m;
    if (std::abs(up_m) > 1e-9) {
      if (!calibration.lens)
        return Error{
            "a homography of another height than the marker's needs a camera_matrix to be moved "
            "there"};
      ray_from_room = moved_up(ray_from_room, up_m);
    }
  } else {
    return Error{"a calibration needs room_from_camera or a homography"};
  }
  const std::optional<Matrix> room_from_ray = inverse(ray_from_room);
  if (!room_from_ray) return Error{"the camera looks along the plane of the marker"};
  view.ray_from_room_ = ray_from_room;
  view.room_from_ray_ = *room_from_ray;
  return view;
}

std::optional<Vec2> PlaneView::point_in_room(Vec2 pixel) const {
  const std::optional<Vec2> ray = lens_ ? direction_of(*lens_, pixel) : pixel;
  if (!ray) return std::nullopt;
  const std::optional<Vec2> point = map(room_from_ray_, *ray);
  if (!point || !map(ray_from_room_, *point)) return std::nullopt;
  return point;
}

std::optional<Pose2> PlaneView::pose_in_room(const Pose2& in_pixels) const {
  // a pixel ahead and one behind, because perspective and lens bend headings too
  const Vec2 ahead{std::cos(in_pixels.yaw), std::sin(in_pixels.yaw)};
  const std::optional<Vec2> at = point_in_room(in_pixels.translation);
  const std::optional<Vec2> front = point_in_room(in_pixels.translation + ahead);
  const std::optional<Vec2> back = point_in_room(in_pixels.translation - ahead);
  if (!at || !front || !back) return std::nullopt;
  const Vec2 heading = *front - *back;
  return Pose2{*at, std::atan2(heading.y, heading.x)};
}

std::optional<Vec2> PlaneView::pixel_of(Vec2 point_in_room) const {
  const std::optional<Vec2> ray = map(ray_from_room_, point_in_room);
  if (!ray) return std::nullopt;
  return lens_ ? project(*lens_, *ray) : *ray;
}

}  // namespace tandem
