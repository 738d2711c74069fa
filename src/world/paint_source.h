// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "geometry/pose2.h"
#include "geometry/rgba_image.h"

namespace tandem {

// An image stretched over a rectangle of the painted floor. Images with more pixels than the floor
// has there are averaged, with fewer they are interpolated; one that fits exactly stays as it is.
class StretchedImage {
 public:
  // Half sizes in pixels of the floor; see TileCoverage::add_rectangle.
  StretchedImage(std::shared_ptr<const RgbaImage> image, Vec2 center, Vec2 half, double cos_turn,
                 double sin_turn);

  // Its color under a point, in continuous pixels of the floor.
  Rgba at(Vec2 point) const;

 private:
  std::shared_ptr<const RgbaImage> image_;
  Vec2 center_, half_;
  double cos_turn_, sin_turn_;
};

}  // namespace tandem
