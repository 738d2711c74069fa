// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace tandem {

// The colours that a thing may have, in OpenCV's HSV of 8 bits: hue 0 to 179 (half degrees),
// saturation and value 0 to 255, all ends included. A hue that begins above its end goes round:
// 172 to 8 is red.
struct ColorRange {
  int hue_min = 0, saturation_min = 0, value_min = 0;
  int hue_max = 179, saturation_max = 255, value_max = 255;

  friend bool operator==(const ColorRange&, const ColorRange&) = default;
};

// From six numbers in the order above, as parameters have them; or why not.
Result<ColorRange> color_range_of(std::span<const std::int64_t> numbers);
std::vector<std::int64_t> numbers_of(const ColorRange& range);

// A name for what has these colours, such as "red_box".
struct ColorLabel {
  std::string label;
  ColorRange range;
};

}  // namespace tandem
