// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "calibration/camera_calibration.h"
#include "geometry/pose2.h"
#include "tracking/grey_image.h"
#include "tracking/marker_dictionary.h"

namespace tandem {

// A rectangle of a picture in whole pixels.
struct PixelBox {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;
};

struct FoundMarker {
  int id = 0;
  // In pixels, clockwise from the top left corner of the marker as it is drawn.
  std::array<Vec2, 4> corners_px{};
};

struct MarkerFinderConfig {
  const MarkerDictionary* dictionary = nullptr;
  // Lines that are straight in the room are bent in the picture of a wide-angle lens; corners are
  // exact where it is known.
  std::optional<LensConfig> lens;
  double min_side_px = 16;  // smaller squares are not looked at
  int min_contrast = 20;    // of 255, between black and white of one marker
};

// Finds square markers in pictures. What is not whole, not clearly black and white, or has no light
// margin around it, is not found. The same picture gives the same markers. One thread at a time.
class MarkerFinder {
 public:
  explicit MarkerFinder(const MarkerFinderConfig& config);

  // In the whole picture. Squares are searched at half of its resolution where the smallest are
  // large enough for that, and read at all of it.
  std::vector<FoundMarker> find(const GreyImage& image) const;
  // In a part of it.
  std::vector<FoundMarker> find(const GreyImage& image, const PixelBox& box) const;

 private:
  MarkerFinderConfig config_;
};

}  // namespace tandem
