// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <numbers>

#include "plane_tracking/plane_tracker.h"
#include "tracking/test_scene.h"

// A room with a poster on its wall, seen by a robot's own camera.
namespace tandem::scene {

// Boxes and discs of all sizes and greys.
inline GreyImage poster_picture(std::uint64_t seed = 1) {
  GreyImage image{800, 600, std::vector<std::uint8_t>(800 * 600, 170)};
  std::uint64_t index = 0;
  const auto between = [&](double low, double high) {
    return std::clamp(low + (high - low) * (0.5 + noise_at(seed, ++index) / 3.4), low, high);
  };
  for (int i = 0; i < 170; ++i) {
    const double size = 10 + 70 * std::exp(-0.02 * i);
    const double x = between(-60, 860), y = between(-60, 660);
    const double w = between(0.4, 1.2) * size, h = between(0.4, 1.2) * size;
    const bool is_disc = i % 3 == 0;
    const auto grey = static_cast<std::uint8_t>(between(20, 235));
    for (int v = std::max(0, int(y - h)); v < std::min(600, int(y + h)); ++v)
      for (int u = std::max(0, int(x - w)); u < std::min(800, int(x + w)); ++u)
        if (!is_disc || std::hypot((u - x) / w, (v - y) / h) < 1)
          image.pixels[static_cast<std::size_t>(v * 800 + u)] = grey;
  }
  return image;
}

inline double between_pixels(const GreyImage& image, Vec2 at) {
  const double x = std::clamp(at.x, 0.0, image.width - 1.001);
  const double y = std::clamp(at.y, 0.0, image.height - 1.001);
  const int u = static_cast<int>(x), v = static_cast<int>(y);
  const auto pixel = [&](int i, int j) {
    return double(image.pixels[static_cast<std::size_t>(j * image.width + i)]);
  };
  return (1 - y + v) * ((1 - x + u) * pixel(u, v) + (x - u) * pixel(u + 1, v)) +
         (y - v) * ((1 - x + u) * pixel(u, v + 1) + (x - u) * pixel(u + 1, v + 1));
}

// On a wall three metres ahead, seen by who looks along x.
inline std::array<Vec3, 4> poster_corners() {
  return {{{3, 0.42, 0.915}, {3, -0.42, 0.915}, {3, -0.42, 0.285}, {3, 0.42, 0.285}}};
}

inline PlaneTrackerConfig poster_tracker() {
  constexpr double quarter = std::numbers::pi / 2;
  return {.target = *plane_of_corners(poster_picture(), poster_corners()),
          .lens = {.fx_px = 410,
                   .fy_px = 412,
                   .cx_px = 322,
                   .cy_px = 236,
                   .distortion = {-0.12, 0.03, 0.0005, -0.0003, 0}},
          .robot_from_camera = {{0.1, 0, 0.35}, Quat::from_rpy(-quarter, 0, -quarter)}};
}

struct RobotView {
  double blur_px = 0.7;
  double noise = 3;
  std::uint64_t seed = 1;
  double hidden = 0;  // share of the poster that somebody stands in front of, from its left
  bool has_poster = true;
  std::uint64_t poster_seed = 1;
};

// What the robot's camera sees of the poster's room.
inline GreyImage seen_from(const Pose2& room_from_robot, const RobotView& view = {}) {
  const PlaneTrackerConfig config = poster_tracker();
  const Pose robot{{room_from_robot.translation.x, room_from_robot.translation.y, 0},
                   Quat::from_rpy(0, 0, room_from_robot.yaw)};
  const CameraCalibration camera{.lens = config.lens,
                                 .room_from_camera = robot * config.robot_from_camera};
  // a wall that is lit unevenly, and the floor before it
  Picture picture{.width = 640,
                  .height = 480,
                  .blur_px = view.blur_px,
                  .noise = view.noise,
                  .light_slope = 0.2,
                  .seed = view.seed};
  const double w = config.target.width_m, h = config.target.height_m;
  std::vector<PaintedPlane> planes;
  if (view.has_poster)
    planes.push_back(
        {config.target.room_from_plane,
         {w / 2, h / 2},
         [=, image = poster_picture(view.poster_seed)](Vec2 at) -> std::optional<double> {
           const Vec2 share{at.x / w + 0.5, at.y / h + 0.5};
           if (share.x < 0 || share.y < 0 || share.x > 1 || share.y > 1) return std::nullopt;
           if (share.x < view.hidden) return 60;
           return between_pixels(image, {share.x * 800 - 0.5, share.y * 600 - 0.5});
         }});
  return take(picture, camera, planes);
}

// Somewhere on a winding way in front of the poster, looking at it more or less.
inline Pose2 on_the_way(double t) {
  return {{0.7 + 0.5 * std::sin(0.9 * t), 0.5 * std::sin(0.6 * t)},
          -0.12 * std::sin(0.6 * t) + 0.15 * std::sin(1.7 * t)};
}

}  // namespace tandem::scene
