// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "render/renderer.h"

namespace tandem {

// The optical frame of a camera that looks along x, with z up: what robots call forward.
inline Pose looking_along_x(const Vec3& at) {
  return {at, Quat::from_rpy(-std::numbers::pi / 2, 0, -std::numbers::pi / 2)};
}
// Straight down, with the world's x to the right and y up in the picture.
inline Pose looking_down(const Vec3& at) { return {at, Quat::from_rpy(std::numbers::pi, 0, 0)}; }

// Square, 90 degrees, everything at once. Odd sizes have a pixel in the middle.
inline CameraView test_view(const Pose& world_from_camera, int size = 101,
                            double fov = std::numbers::pi / 2) {
  CameraView view;
  view.world_from_camera = world_from_camera;
  view.rays =
      std::make_shared<const RayTable>(*RayTable::make(intrinsics_from_fov(size, size, fov)));
  view.has_depth = view.has_labels = view.has_instances = true;
  view.is_antialiased = false;
  return view;
}

struct Pixel {
  int r = 0, g = 0, b = 0;
};

inline std::size_t index_of(const CameraImage& image, int x, int y) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
         static_cast<std::size_t>(x);
}
inline Pixel pixel(const CameraImage& image, int x, int y) {
  const std::uint8_t* rgb = &image.rgb[3 * index_of(image, x, y)];
  return {rgb[0], rgb[1], rgb[2]};
}
inline float depth(const CameraImage& image, int x, int y) {
  return image.depth_m[index_of(image, x, y)];
}
inline std::uint32_t instance(const CameraImage& image, int x, int y) {
  return image.instances[index_of(image, x, y)];
}

// The byte of an amount of light, by the formulas of docs/rendering.md.
inline int byte_of(double light) {
  if (light > 0.8) light = 1 - 0.04 / (light - 0.6);
  return static_cast<int>(std::lround(255 * srgb_from_linear(static_cast<float>(light))));
}

#define EXPECT_COLOR(actual, r_, g_, b_, tolerance) \
  do {                                              \
    const Pixel seen_ = actual;                     \
    EXPECT_NEAR(seen_.r, r_, tolerance) << "red";   \
    EXPECT_NEAR(seen_.g, g_, tolerance) << "green"; \
    EXPECT_NEAR(seen_.b, b_, tolerance) << "blue";  \
  } while (false)

}  // namespace tandem
