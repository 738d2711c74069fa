// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>

#include "imaging/rgb_image.h"
#include "tracking/grey_image.h"
#include "tracking/marker_tracker.h"

namespace tandem {

// Something with four corners in a picture, and what is said about it.
struct PictureOutline {
  std::array<Vec2, 4> corners_px{};  // clockwise from its top left
  bool is_good = true;
  std::string text;
};

// The picture at half of its size with outlines in it: good ones in green with their x as a red
// line, others in orange.
RgbImage outlined(const GreyImage& image, std::span<const PictureOutline> outlines);

// The picture at half of its size with what was made of it: markers with a pose in green, with
// their x as a red line, implausible ones in orange with the reason.
RgbImage annotated(const GreyImage& image, std::span<const MarkerSight> sights);

}  // namespace tandem
