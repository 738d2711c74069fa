// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "geometry/rgba_image.h"

namespace tandem {

// Writes text into pictures. Belongs to one thread.
class TextPainter {
 public:
  // An error names the font that is missing.
  static Result<std::unique_ptr<TextPainter>> make();
  ~TextPainter();

  // A dark panel with lines of text, the first one in its own colour. Each line is `line_px` high;
  // what is too long for the width ends in dots. Colours are multiplied by alpha.
  RgbaImage panel(std::span<const std::string> lines, int line_px, int width_px, Rgba title);
  // One line without a panel, as wide as it needs to be.
  RgbaImage label(std::string_view text, int line_px, Rgba color);

 private:
  struct Font;
  struct Glyph {
    int width = 0, height = 0, left = 0, top = 0;  // the bitmap, from the pen on the baseline
    float advance = 0;
    std::vector<std::uint8_t> cover;
  };

  TextPainter();
  const Glyph& glyph(char32_t character, int line_px);
  float width_of(std::u32string_view text, int line_px);
  void write(RgbaImage& image, std::u32string_view text, int line_px, float x, int top, Rgba color);

  std::unique_ptr<Font> font_;
  std::map<std::pair<int, char32_t>, Glyph> glyphs_;
};

// The characters of UTF-8 text; bytes that are none become U+FFFD.
std::u32string characters_of(std::string_view utf8);

}  // namespace tandem
