// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "calibration/camera_calibration.h"
#include "geometry/pose2.h"

namespace tandem {

// A picture in which straight things are straight: that of the same camera with an ideal lens, or
// the picture itself where nothing is known about the lens. In pixels, which are as large in its
// middle as those of the picture.
class FlatView {
 public:
  explicit FlatView(std::optional<LensConfig> lens) : lens_(std::move(lens)) {}

  // Nothing where the lens bends a pixel behind itself.
  std::optional<Vec2> flat(Vec2 pixel) const;
  Vec2 pixel(Vec2 flat) const;

 private:
  std::optional<LensConfig> lens_;
};

}  // namespace tandem
