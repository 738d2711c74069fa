// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "geometry/pose2.h"
#include "imaging/rgb_image.h"

namespace tandem {

// What a processor wants people to see of its work, in pixels of the picture it looked at.
struct Annotation {
  enum class Ink {
    region,   // yellow: where it looked
    contour,  // green: what it took for the thing
    fit,      // blue: the line it fitted
    curve     // cyan: the line on the floor
  };
  struct Stroke {
    Ink ink{};
    std::vector<Vec2> points_px;
    bool is_closed = false;
  };
  struct Text {
    Vec2 at_px;
    std::string text;
  };

  std::vector<Stroke> strokes;
  std::vector<Vec2> dots_px;       // red: middles
  std::vector<Text> labels;        // beside things
  std::vector<std::string> lines;  // in the corner: what was found, and numbers
};

void draw(const Annotation& annotation, RgbImage& image);

}  // namespace tandem
