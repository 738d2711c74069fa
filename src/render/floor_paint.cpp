// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_paint.h"

#include <algorithm>

namespace tandem {

namespace {

constexpr int most_tiles = 128;  // along each side of the texture: 4096 pixels

GlTexture transparent_texture(int width, int height) {
  GlTexture texture = make_texture(GL_RGBA8, width, height);
  gl::glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  gl::glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  gl::glTextureParameteri(texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  gl::glTextureParameteri(texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  const std::vector<std::uint32_t> nothing(static_cast<std::size_t>(width) *
                                           static_cast<std::size_t>(height));
  gl::glTextureSubImage2D(texture, 0, 0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE,
                          nothing.data());
  return texture;
}

std::uint32_t multiplied(std::uint32_t texel) {
  const std::uint32_t alpha = texel >> 24;
  std::uint32_t made = alpha << 24;
  for (int i = 0; i < 24; i += 8) made |= ((texel >> i & 255u) * alpha + 127) / 255 << i;
  return made;
}

}  // namespace

FloorPaint::FloorPaint() : texture_(transparent_texture(1, 1)) {}

std::size_t FloorPaint::level_for(const FloorProjection& projection) const {
  const auto& levels = paint_.levels();
  double texel_m = paint_.image()->placement().pixel_m;
  std::size_t level = 0;
  while (level + 1 < levels.size() &&
         (2 * texel_m <= projection.pixel_m || levels[level].columns > most_tiles ||
          levels[level].rows > most_tiles)) {
    ++level;
    texel_m *= 2;
  }
  return level;
}

void FloorPaint::upload(int column, int row) {
  const PaintTexture::Level& level = paint_.levels()[level_];
  const std::int32_t number =
      paint_.tiles()[level.first + static_cast<std::size_t>(row * level.columns + column)];
  if (number < 0) return;
  constexpr std::size_t texels = PaintImage::tile_pixels;
  std::array<std::uint32_t, texels> ready{};
  std::transform(
      paint_.texels().begin() + static_cast<std::ptrdiff_t>(number) * PaintImage::tile_pixels,
      paint_.texels().begin() + static_cast<std::ptrdiff_t>(number + 1) * PaintImage::tile_pixels,
      ready.begin(), multiplied);
  constexpr int size = PaintTexture::tile_size;
  gl::glTextureSubImage2D(texture_, 0, column * size, row * size, size, size, GL_RGBA,
                          GL_UNSIGNED_BYTE, ready.data());
}

FloorRect FloorPaint::seen(int column, int row, const FloorProjection& projection) const {
  const double size = static_cast<double>(PaintTexture::tile_size << level_);
  const PaintPlacement& placement = paint_.image()->placement();
  std::array<Vec2, 4> corners;
  // a texel more on each side, because neighbours are blended
  const double more = static_cast<double>(1 << level_);
  for (std::size_t i = 0; i < 4; ++i)
    corners[i] = projection.local(placement.world_from_pixel(
        {size * (column + (i == 1 || i == 2)) + (i == 1 || i == 2 ? more : -more),
         size * (row + (i >= 2)) + (i >= 2 ? more : -more)}));
  return projection.around(corners);
}

void FloorPaint::update(const std::shared_ptr<const PaintImage>& image,
                        const FloorProjection& projection, DirtyPixels& dirty) {
  paint_.show(image);
  if (!image) {
    if (!has_paint_) return;
    has_paint_ = false;
    texture_ = transparent_texture(1, 1);
    column_ = row_ = {};
    dirty.add_all();
    return;
  }

  // from the floor by pixels of the paint to the texture
  const std::size_t level = level_for(projection);
  const PaintTexture::Level& size = paint_.levels()[level];
  const PaintPlacement& placement = image->placement();
  const Vec2 zero = placement.pixel_from_world(projection.origin);
  const Vec2 x = placement.pixel_from_world(projection.origin + Vec2{1, 0}) - zero;
  const Vec2 y = placement.pixel_from_world(projection.origin + Vec2{0, 1}) - zero;
  const double tile = static_cast<double>(PaintTexture::tile_size << level);
  const double across = 1 / (tile * size.columns), down = 1 / (tile * size.rows);
  const auto mapping = std::pair(column_, row_);
  column_ = {static_cast<float>(x.x * across), static_cast<float>(y.x * across),
             static_cast<float>(zero.x * across)};
  row_ = {static_cast<float>(x.y * down), static_cast<float>(y.y * down),
          static_cast<float>(zero.y * down)};

  const bool is_new =
      !has_paint_ || level != level_ || size.columns != columns_ || size.rows != rows_;
  level_ = level;
  columns_ = size.columns;
  rows_ = size.rows;
  if (is_new) {
    has_paint_ = true;
    texture_ = transparent_texture(size.columns * PaintTexture::tile_size,
                                   size.rows * PaintTexture::tile_size);
    for (int row = 0; row < size.rows; ++row)
      for (int column = 0; column < size.columns; ++column) upload(column, row);
    dirty.add_all();
    return;
  }
  if (mapping != std::pair(column_, row_)) dirty.add_all();
  if (paint_.changed_tiles().empty()) return;
  for (int row = 0; row < size.rows; ++row)
    for (int column = 0; column < size.columns; ++column) {
      const std::int32_t number =
          paint_.tiles()[size.first + static_cast<std::size_t>(row * size.columns + column)];
      if (number < 0 || !std::ranges::binary_search(paint_.changed_tiles(), number)) continue;
      upload(column, row);
      dirty.add(seen(column, row, projection));
    }
}

}  // namespace tandem
