// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/text_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

namespace tandem {

namespace {

constexpr const char* font_file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr Rgba panel_color{10, 14, 20, 215};
constexpr Rgba text_color{235, 240, 245, 255};
constexpr std::size_t most_glyphs = 4096;  // of all sizes; then they are made anew

std::uint8_t times(int a, int b) { return static_cast<std::uint8_t>((a * b + 127) / 255); }

// Over what is there, by the share of the pixel that is covered.
void blend(Rgba& pixel, Rgba color, int cover) {
  const int alpha = times(color.a, cover), rest = 255 - alpha;
  pixel.r = static_cast<std::uint8_t>(times(color.r, alpha) + times(pixel.r, rest));
  pixel.g = static_cast<std::uint8_t>(times(color.g, alpha) + times(pixel.g, rest));
  pixel.b = static_cast<std::uint8_t>(times(color.b, alpha) + times(pixel.b, rest));
  pixel.a = static_cast<std::uint8_t>(alpha + times(pixel.a, rest));
}

RgbaImage blank(int width, int height, Rgba color) {
  const Rgba ready{times(color.r, color.a), times(color.g, color.a), times(color.b, color.a),
                   color.a};
  return {
      width, height,
      std::vector<Rgba>(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), ready)};
}

}  // namespace

struct TextPainter::Font {
  std::vector<unsigned char> file;
  stbtt_fontinfo info{};
};

TextPainter::TextPainter() : font_(std::make_unique<Font>()) {}
TextPainter::~TextPainter() = default;

Result<std::unique_ptr<TextPainter>> TextPainter::make() {
  std::unique_ptr<TextPainter> painter(new TextPainter);
  std::ifstream stream(font_file, std::ios::binary);
  painter->font_->file.assign(std::istreambuf_iterator<char>(stream), {});
  const unsigned char* bytes = painter->font_->file.data();
  if (painter->font_->file.empty() || stbtt_InitFont(&painter->font_->info, bytes, 0) == 0)
    return Error{fmt::format(
        "text cannot be drawn: there is no font {}; the package fonts-dejavu-core has it",
        font_file)};
  return painter;
}

std::u32string characters_of(std::string_view utf8) {
  constexpr char32_t unknown = 0xfffd;
  std::u32string characters;
  for (std::size_t i = 0; i < utf8.size();) {
    const auto first = static_cast<unsigned char>(utf8[i++]);
    const int more = first < 0x80    ? 0
                     : first >= 0xf0 ? 3
                     : first >= 0xe0 ? 2
                     : first >= 0xc2 ? 1
                                     : -1;
    if (more < 0 || first > 0xf4) {
      characters += unknown;
      continue;
    }
    char32_t value = more == 0 ? first : first & (0x3fu >> more);
    int read = 0;
    for (; read < more && i < utf8.size() && (utf8[i] & '\xc0') == '\x80'; ++read)
      value = value << 6 | (static_cast<unsigned char>(utf8[i++]) & 0x3fu);
    characters += read == more ? value : unknown;
  }
  return characters;
}

const TextPainter::Glyph& TextPainter::glyph(char32_t character, int line_px) {
  if (glyphs_.size() > most_glyphs) glyphs_.clear();
  const auto [found, is_new] = glyphs_.try_emplace({line_px, character});
  Glyph& glyph = found->second;
  if (!is_new) return glyph;
  const stbtt_fontinfo& info = font_->info;
  const float scale = stbtt_ScaleForPixelHeight(&info, 0.8f * static_cast<float>(line_px));
  const int index = stbtt_FindGlyphIndex(&info, static_cast<int>(character));
  int advance = 0, bearing = 0, right = 0, bottom = 0;
  stbtt_GetGlyphHMetrics(&info, index, &advance, &bearing);
  glyph.advance = scale * static_cast<float>(advance);
  stbtt_GetGlyphBitmapBox(&info, index, scale, scale, &glyph.left, &glyph.top, &right, &bottom);
  glyph.width = right - glyph.left;
  glyph.height = bottom - glyph.top;
  if (glyph.width <= 0 || glyph.height <= 0) return glyph;
  glyph.cover.resize(static_cast<std::size_t>(glyph.width) *
                     static_cast<std::size_t>(glyph.height));
  stbtt_MakeGlyphBitmap(&info, glyph.cover.data(), glyph.width, glyph.height, glyph.width, scale,
                        scale, index);
  return glyph;
}

float TextPainter::width_of(std::u32string_view text, int line_px) {
  float width = 0;
  for (const char32_t character : text) width += glyph(character, line_px).advance;
  return width;
}

void TextPainter::write(RgbaImage& image, std::u32string_view text, int line_px, float x, int top,
                        Rgba color) {
  const int baseline = top + static_cast<int>(std::lround(0.74 * line_px));
  for (const char32_t character : text) {
    const Glyph& shape = glyph(character, line_px);
    const int left = static_cast<int>(std::lround(x)) + shape.left;
    for (int row = 0; row < shape.height; ++row)
      for (int column = 0; column < shape.width; ++column) {
        const int to_column = left + column, to_row = baseline + shape.top + row;
        if (to_column < 0 || to_column >= image.width || to_row < 0 || to_row >= image.height)
          continue;
        const int cover = shape.cover[static_cast<std::size_t>(row * shape.width + column)];
        if (cover > 0) blend(image.at(to_column, to_row), color, cover);
      }
    x += shape.advance;
  }
}

RgbaImage TextPainter::panel(std::span<const std::string> lines, int line_px, int width_px,
                             Rgba title) {
  const int margin = line_px / 3;
  RgbaImage image =
      blank(width_px, static_cast<int>(lines.size()) * line_px + 2 * margin, panel_color);
  int top = margin;
  for (const std::string& line : lines) {
    std::u32string text = characters_of(line);
    const float most = static_cast<float>(width_px - 2 * margin);
    if (width_of(text, line_px) > most) {
      while (!text.empty() && width_of(text + U"…", line_px) > most) text.pop_back();
      text += U'…';
    }
    write(image, text, line_px, static_cast<float>(margin), top,
          top == margin ? title : text_color);
    top += line_px;
  }
  return image;
}

RgbaImage TextPainter::label(std::string_view text, int line_px, Rgba color) {
  const std::u32string characters = characters_of(text);
  const int width = static_cast<int>(std::ceil(width_of(characters, line_px))) + 2;
  RgbaImage image = blank(width, line_px, {});
  write(image, characters, line_px, 1, 0, color);
  return image;
}

}  // namespace tandem
