// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/sensor_pictures.h"

#include <array>
#include <cmath>

namespace tandem::web {

namespace {

constexpr float half_bright_m = 2;  // a depth that is drawn half as bright as what is at the lens

// Far apart for neighbouring numbers; 0, where nothing is, is black.
std::array<std::uint8_t, 3> class_color(std::uint8_t label) {
  if (label == 0) return {};
  const std::uint32_t mixed = (label * 0x9e3779b1u) >> 8;
  return {static_cast<std::uint8_t>(64 + (mixed & 0xbf)),
          static_cast<std::uint8_t>(64 + (mixed >> 8 & 0xbf)),
          static_cast<std::uint8_t>(64 + (mixed >> 16 & 0xbf))};
}

}  // namespace

std::vector<std::uint8_t> visible_pixels(const CameraImage& image, Streams stream) {
  std::vector<std::uint8_t> rgb;
  if (stream == streams::depth) {
    rgb.reserve(image.depth_m.size() * 3);
    for (const float depth : image.depth_m) {
      const auto gray = static_cast<std::uint8_t>(
          std::isfinite(depth) ? 255 / (1 + std::max(0.0f, depth) / half_bright_m) : 0);
      rgb.insert(rgb.end(), {gray, gray, gray});
    }
    return rgb;
  }
  if (stream == streams::labels) {
    rgb.reserve(image.labels.size() * 3);
    for (const std::uint8_t label : image.labels) {
      const std::array<std::uint8_t, 3> color = class_color(label);
      rgb.insert(rgb.end(), color.begin(), color.end());
    }
    return rgb;
  }
  return image.rgb;
}

}  // namespace tandem::web
