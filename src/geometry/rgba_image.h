// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tandem {

// One pixel of 8 bits a channel. Colours are as in image files (sRGB, not linear) and straight: not
// multiplied by alpha.
struct Rgba {
  std::uint8_t r = 0, g = 0, b = 0, a = 0;

  friend constexpr bool operator==(const Rgba&, const Rgba&) = default;
};

// A picture, row by row from the top.
struct RgbaImage {
  int width = 0;
  int height = 0;
  std::vector<Rgba> pixels;

  const Rgba& at(int column, int row) const {
    return pixels[static_cast<std::size_t>(row) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(column)];
  }
  Rgba& at(int column, int row) { return const_cast<Rgba&>(std::as_const(*this).at(column, row)); }
};

}  // namespace tandem
