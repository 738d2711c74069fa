// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "picture.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {

namespace {

Rgba gray(double brightness) {
  const auto value = static_cast<std::uint8_t>(std::lround(255 * std::clamp(brightness, 0.0, 1.0)));
  return {value, value, value, 255};
}

void draw_depth(const std::vector<float>& depth_m, RgbaImage& picture) {
  float near_m = std::numeric_limits<float>::infinity(), far_m = 0;
  for (const float depth : depth_m)
    if (std::isfinite(depth)) {
      near_m = std::min(near_m, depth);
      far_m = std::max(far_m, depth);
    }
  // by the inverse, so that near things have detail; nothing is black
  for (const float depth : depth_m) {
    const double share =
        far_m > near_m ? (1 / depth - 1 / far_m) / (1.0 / near_m - 1.0 / far_m) : 1.0;
    picture.pixels.push_back(std::isfinite(depth) ? gray(0.15 + 0.85 * share) : gray(0));
  }
}

// Neighbouring numbers get colours far from each other.
Rgba color_of(std::uint32_t number) {
  if (number == 0) return {0, 0, 0, 255};
  const double hue = std::fmod(number * 0.618033988749895, 1.0);
  const double value = 0.65 + 0.35 * std::fmod(number * 0.754877666, 1.0);
  const auto channel = [&](double offset) {
    const double distance = std::abs(std::fmod(hue + offset, 1.0) * 6 - 3) - 1;
    return static_cast<std::uint8_t>(
        std::lround(255 * value * (0.25 + 0.75 * std::clamp(distance, 0.0, 1.0))));
  };
  return {channel(0), channel(2.0 / 3), channel(1.0 / 3), 255};
}

}  // namespace

RgbaImage picture_of(const CameraImage& image) {
  RgbaImage picture{image.width, image.height, {}};
  for (std::size_t i = 0; i + 2 < image.rgb.size(); i += 3)
    picture.pixels.push_back({image.rgb[i], image.rgb[i + 1], image.rgb[i + 2], 255});
  if (!image.rgb.empty()) return picture;
  if (!image.depth_m.empty())
    draw_depth(image.depth_m, picture);
  else
    for (const std::uint32_t instance : image.instances)
      picture.pixels.push_back(color_of(instance));
  return picture;
}

}  // namespace tandem
