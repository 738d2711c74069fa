// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "render/camera.h"

namespace tandem {

// Whether the pixel is next to another thing, or to a step of depth.
inline bool is_at_an_edge(const CameraImage& image, int x, int y) {
  const auto at = [&](int column, int row) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(image.width) +
           static_cast<std::size_t>(column);
  };
  const std::size_t here = at(x, y);
  for (int row = std::max(0, y - 1); row <= std::min(image.height - 1, y + 1); ++row)
    for (int column = std::max(0, x - 1); column <= std::min(image.width - 1, x + 1); ++column) {
      const std::size_t there = at(column, row);
      if (image.instances[there] != image.instances[here]) return true;
      if (!std::isfinite(image.depth_m[here])) continue;
      const float ratio = image.depth_m[there] / image.depth_m[here];
      if (ratio > 1.05f || ratio < 0.95f) return true;
    }
  return false;
}

// How far two pictures of the same view agree, edges left out.
struct Agreement {
  int compared = 0;                  // pixels
  int other_thing = 0;               // of them: another instance or class
  int other_depth = 0;               // more than 0.1 mm and 0.1 % away
  double mean_color_difference = 0;  // of 255
};

inline Agreement compare(const CameraImage& a, const CameraImage& b) {
  Agreement agreement;
  double color_sum = 0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x) {
      if (is_at_an_edge(a, x, y)) continue;
      const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(a.width) +
                     static_cast<std::size_t>(x);
      ++agreement.compared;
      if (a.instances[i] != b.instances[i] || a.labels[i] != b.labels[i]) ++agreement.other_thing;
      const float da = a.depth_m[i], db = b.depth_m[i];
      if (std::isfinite(da) != std::isfinite(db) ||
          (std::isfinite(da) && std::abs(da - db) > std::max(1e-4f, 1e-3f * da)))
        ++agreement.other_depth;
      for (std::size_t c = 0; c < 3; ++c)
        color_sum += std::abs(a.rgb[3 * i + c] - b.rgb[3 * i + c]) / 3.0;
    }
  agreement.mean_color_difference = color_sum / std::max(1, agreement.compared);
  return agreement;
}

}  // namespace tandem
