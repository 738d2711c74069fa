// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/camera_lens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

Result<CameraLens> CameraLens::make(const sensor_msgs::msg::CameraInfo& info) {
  CameraLens lens;
  lens.width_ = static_cast<int>(info.width);
  lens.height_ = static_cast<int>(info.height);
  lens.fx_ = info.k[0];
  lens.fy_ = info.k[4];
  lens.cx_ = info.k[2];
  lens.cy_ = info.k[5];
  const auto is_number = [](double value) { return std::isfinite(value); };
  if (!(lens.fx_ > 0) || !(lens.fy_ > 0) || !std::ranges::all_of(info.k, is_number))
    return Error{"the camera is not calibrated: its camera_info has no focal length"};
  const bool is_straight = std::ranges::all_of(info.d, [](double value) { return value == 0; });
  if (is_straight && info.distortion_model != "equidistant") return lens;

  if (info.distortion_model == "plumb_bob" || info.distortion_model == "rational_polynomial")
    lens.kind_ = Kind::plumb_bob;
  else if (info.distortion_model == "equidistant")
    lens.kind_ = Kind::equidistant;
  else
    return Error{fmt::format(
        "the camera's distortion model '{}' is not known; expected plumb_bob, rational_polynomial "
        "or equidistant",
        info.distortion_model)};
  const std::size_t most = lens.kind_ == Kind::equidistant ? 4 : 8;
  if (info.d.size() > most || !std::ranges::all_of(info.d, is_number))
    return Error{fmt::format("the camera's {} lens has {} coefficients; expected {} numbers",
                             info.distortion_model, info.d.size(), most)};
  std::ranges::copy(info.d, lens.d_.begin());
  return lens;
}

// Of a fisheye: how far from the middle a direction at this angle from the axis is seen.
double CameraLens::radius_of(double angle) const {
  const double a2 = angle * angle;
  return angle * (1 + a2 * (d_[0] + a2 * (d_[1] + a2 * (d_[2] + a2 * d_[3]))));
}

Vec2 CameraLens::bend(Vec2 p) const {
  const double r2 = dot(p, p);
  if (kind_ == Kind::equidistant) {
    const double r = std::sqrt(r2);
    return r < 1e-12 ? p : (radius_of(std::atan(r)) / r) * p;
  }
  const auto [k1, k2, p1, p2, k3, k4, k5, k6] = d_;
  const double radial =
      (1 + r2 * (k1 + r2 * (k2 + r2 * k3))) / (1 + r2 * (k4 + r2 * (k5 + r2 * k6)));
  return {p.x * radial + 2 * p1 * p.x * p.y + p2 * (r2 + 2 * p.x * p.x),
          p.y * radial + p1 * (r2 + 2 * p.y * p.y) + 2 * p2 * p.x * p.y};
}

std::optional<Vec2> CameraLens::unbend(Vec2 bent) const {
  return kind_ == Kind::equidistant ? unbend_fisheye(bent) : unbend_plumb_bob(bent);
}

// The radius grows with the angle, so halving finds it.
std::optional<Vec2> CameraLens::unbend_fisheye(Vec2 bent) const {
  constexpr double widest = 89 * std::numbers::pi / 180;
  const double radius = std::hypot(bent.x, bent.y);
  if (radius < 1e-12) return bent;
  if (radius > radius_of(widest)) return {};
  double low = 0, high = widest;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (radius_of(middle) < radius ? low : high) = middle;
  }
  return (std::tan(low) / radius) * bent;
}

// Newton's method in the plane, with the slopes measured.
std::optional<Vec2> CameraLens::unbend_plumb_bob(Vec2 bent) const {
  constexpr double h = 1e-6, close_enough = 1e-9;
  Vec2 p = bent;
  for (int i = 0; i < 30; ++i) {
    const Vec2 at = bend(p), off = at - bent;
    if (std::hypot(off.x, off.y) < close_enough) return p;
    const Vec2 along_x = (1 / h) * (bend({p.x + h, p.y}) - at);
    const Vec2 along_y = (1 / h) * (bend({p.x, p.y + h}) - at);
    const double determinant = along_x.x * along_y.y - along_y.x * along_x.y;
    // where the lens folds it shows other directions a second time
    if (!(determinant > 1e-9)) return {};
    p = p - (1 / determinant) *
                Vec2{along_y.y * off.x - along_y.x * off.y, along_x.x * off.y - along_x.y * off.x};
  }
  return {};
}

std::optional<Vec3> CameraLens::direction_of(Vec2 pixel) const {
  Vec2 p{(pixel.x - cx_) / fx_, (pixel.y - cy_) / fy_};
  if (kind_ != Kind::straight) {
    const auto straight = unbend(p);
    if (!straight) return {};
    p = *straight;
  }
  return Vec3{p.x, p.y, 1};
}

std::optional<Vec2> CameraLens::pixel_of(const Vec3& in_camera) const {
  constexpr double nearest = 1e-3;  // m
  if (in_camera.z < nearest) return {};
  Vec2 p{in_camera.x / in_camera.z, in_camera.y / in_camera.z};
  if (kind_ != Kind::straight) p = bend(p);
  return Vec2{cx_ + fx_ * p.x, cy_ + fy_ * p.y};
}

}  // namespace tandem
