// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <random>

#include "autonomy/perception/floor_camera.h"
#include "imaging/rgb_image.h"

namespace tandem {

using Color = std::array<double, 3>;  // 0 to 255
constexpr Color floor_grey{170, 172, 175}, sky{200, 210, 225}, red{200, 35, 30}, blue{30, 70, 200};

// A camera of 640 x 480 pixels and 120 degrees that looks ahead, 0.13 m before the middle of a
// robot whose base frame lies on the floor.
inline sensor_msgs::msg::CameraInfo test_camera_info() {
  const double f = 320 / std::tan(std::numbers::pi / 3);
  return {.height = 480,
          .width = 640,
          .distortion_model = "plumb_bob",
          .d = {0, 0, 0, 0, 0},
          .k = {f, 0, 319.5, 0, f, 239.5, 0, 0, 1}};
}
inline Pose test_base_from_camera(double height_m = 0.125, double pitch_rad = 0) {
  return {{0.13, 0, height_m},
          Quat::from_rpy(0, pitch_rad, 0) *
              Quat::from_rpy(-std::numbers::pi / 2, 0, -std::numbers::pi / 2)};
}
inline FloorCamera test_camera(double height_m = 0.125, double pitch_rad = 0) {
  return {*CameraLens::make(test_camera_info()), test_base_from_camera(height_m, pitch_rad), 0};
}

// An upright cuboid on the floor, turned.
struct TestBox {
  Vec2 middle;
  double yaw = 0;
  double size_m = 0.15;
  double height_m = 0.15;
  Color color = red;

  // Where a ray from the eye enters it, in lengths of the direction.
  std::optional<double> hit(const Vec3& eye, const Vec3& direction) const {
    const Pose box{{middle.x, middle.y, height_m / 2}, Quat::from_rpy(0, 0, yaw)};
    const Vec3 o = inverse(box) * eye, d = inverse(box.rotation) * direction;
    double enter = 0, leave = 1e9;
    const auto slab = [&](double from, double along, double half) {
      const double a = (-half - from) / along, b = (half - from) / along;
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    };
    slab(o.x, d.x, size_m / 2), slab(o.y, d.y, size_m / 2), slab(o.z, d.z, height_m / 2);
    return enter < leave ? std::optional(enter) : std::nullopt;
  }
};

struct PaintedScene {
  std::function<Color(Vec2)> floor = [](Vec2) { return floor_grey; };
  std::vector<TestBox> boxes;
  double light = 1;
  double noise = 0;  // levels
};

// Two by two rays a pixel.
inline RgbImage picture_of(const PaintedScene& scene, const FloorCamera& camera,
                           const Pose& base_from_camera) {
  RgbImage image{camera.lens().width(), camera.lens().height(), {}};
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, scene.noise);
  const Vec3& eye = base_from_camera.translation;
  const auto color_at = [&](Vec2 px) -> Color {
    const auto direction = camera.lens().direction_of(px);
    if (!direction) return {};
    const Vec3 ray = base_from_camera.rotation * *direction;
    double nearest = ray.z < 0 ? -eye.z / ray.z : 1e9;
    Color color = ray.z < 0 ? scene.floor({eye.x + nearest * ray.x, eye.y + nearest * ray.y}) : sky;
    for (const TestBox& box : scene.boxes)
      if (const auto hit = box.hit(eye, ray); hit && *hit < nearest)
        nearest = *hit, color = box.color;
    return color;
  };
  for (int row = 0; row < image.height; ++row)
    for (int column = 0; column < image.width; ++column) {
      Color sum{};
      for (int i = 0; i < 4; ++i) {
        const Color one = color_at({column + i % 2 / 2.0 - 0.25, row + i / 2 / 2.0 - 0.25});
        for (std::size_t c = 0; c < 3; ++c) sum[c] += one[c] / 4;
      }
      for (const double channel : sum) {
        const double level = scene.light * channel + (scene.noise > 0 ? noise(random) : 0);
        image.rgb.push_back(static_cast<std::uint8_t>(std::lround(std::clamp(level, 0.0, 255.0))));
      }
    }
  return image;
}

}  // namespace tandem
