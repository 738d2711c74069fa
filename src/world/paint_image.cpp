// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/paint_image.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tandem {

Vec2 PaintPlacement::pixel_from_world(Vec2 in_world) const {
  const Vec2 offset = in_world - area.world_from_center.translation;
  const double c = std::cos(area.world_from_center.yaw), s = std::sin(area.world_from_center.yaw);
  const Vec2 in_area{c * offset.x + s * offset.y, -s * offset.x + c * offset.y};
  return {in_area.x / pixel_m + width_px / 2.0, height_px / 2.0 - in_area.y / pixel_m};
}

Vec2 PaintPlacement::world_from_pixel(Vec2 in_pixels) const {
  return area.world_from_center *
         Vec2{(in_pixels.x - width_px / 2.0) * pixel_m, (height_px / 2.0 - in_pixels.y) * pixel_m};
}

PaintImage::PaintImage(PaintPlacement placement)
    : placement_(std::move(placement)),
      tile_columns_((placement_.width_px + tile_size - 1) / tile_size),
      tile_rows_((placement_.height_px + tile_size - 1) / tile_size),
      block_columns_((tile_columns_ + block_size - 1) / block_size) {
  const int block_rows = (tile_rows_ + block_size - 1) / block_size;
  blocks_.resize(static_cast<std::size_t>(block_columns_) * static_cast<std::size_t>(block_rows));
}

std::shared_ptr<PaintImage::Block>& PaintImage::block_of(int tile_column, int tile_row) {
  return blocks_[static_cast<std::size_t>((tile_row / block_size) * block_columns_ +
                                          tile_column / block_size)];
}

const PaintImage::Tile* PaintImage::tile(int tile_column, int tile_row) const {
  const Block* block = blocks_[static_cast<std::size_t>((tile_row / block_size) * block_columns_ +
                                                        tile_column / block_size)]
                           .get();
  return block ? block->tiles[index_in_block(tile_column, tile_row)].get() : nullptr;
}

Rgba PaintImage::pixel(int column, int row) const {
  if (column < 0 || row < 0 || column >= width() || row >= height()) return {};
  const Tile* found = tile(column / tile_size, row / tile_size);
  if (!found) return {};
  return found
      ->pixels[static_cast<std::size_t>((row % tile_size) * tile_size + column % tile_size)];
}

RgbaImage PaintImage::copy(const PaintRect& rect) const {
  RgbaImage image{rect.width, rect.height, {}};
  image.pixels.resize(static_cast<std::size_t>(rect.width) * static_cast<std::size_t>(rect.height));
  // the parts of the rectangle that lie in one tile, one after the other
  for (int row = 0; row < rect.height; ++row) {
    for (int column = 0; column < rect.width;) {
      const int x = rect.column + column, y = rect.row + row;
      const bool is_inside = x >= 0 && y >= 0 && x < width() && y < height();
      const int run = is_inside ? std::min(tile_size - x % tile_size, rect.width - column) : 1;
      if (const Tile* found = is_inside ? tile(x / tile_size, y / tile_size) : nullptr)
        std::memcpy(
            &image.at(column, row),
            &found->pixels[static_cast<std::size_t>((y % tile_size) * tile_size + x % tile_size)],
            static_cast<std::size_t>(run) * sizeof(Rgba));
      column += run;
    }
  }
  return image;
}

std::vector<PaintRect> PaintImage::changes_since(const PaintImage& earlier) const {
  if (earlier.width() != width() || earlier.height() != height())
    return {{0, 0, width(), height()}};

  const auto differs = [&](int column, int row) {
    const Tile* now = tile(column, row);
    const Tile* then = earlier.tile(column, row);
    return now != then && (now ? now->digest : 0) != (then ? then->digest : 0);
  };
  const auto is_block_row_same = [&](int block_row) {
    const auto first = static_cast<std::ptrdiff_t>(block_row) * block_columns_;
    return std::equal(blocks_.begin() + first, blocks_.begin() + first + block_columns_,
                      earlier.blocks_.begin() + first);
  };
  // runs of tiles in a row, and runs of equal extent below each other
  std::vector<PaintRect> rects;
  std::vector<std::size_t> above,
      current;  // rectangles that end in the row before, and in this one
  for (int row = 0; row < tile_rows_; ++row) {
    current.clear();
    if (row % block_size == 0 && is_block_row_same(row / block_size)) {
      row += block_size - 1;
      above.clear();
      continue;
    }
    for (int column = 0; column < tile_columns_; ++column) {
      const std::size_t block =
          static_cast<std::size_t>((row / block_size) * block_columns_ + column / block_size);
      if (blocks_[block] == earlier.blocks_[block]) {
        column += block_size - 1 - column % block_size;
        continue;
      }
      if (!differs(column, row)) continue;
      const int first = column;
      while (column + 1 < tile_columns_ && differs(column + 1, row)) ++column;
      const int left = first * tile_size;
      const int wide = std::min((column + 1) * tile_size, width()) - left;
      const int tall = std::min(tile_size, height() - row * tile_size);
      const auto same = std::ranges::find_if(above, [&](std::size_t index) {
        return rects[index].column == left && rects[index].width == wide;
      });
      if (same != above.end()) {
        rects[*same].height += tall;
        current.push_back(*same);
      } else {
        rects.push_back({left, row * tile_size, wide, tall});
        current.push_back(rects.size() - 1);
      }
    }
    std::swap(above, current);
  }
  return rects;
}

}  // namespace tandem
