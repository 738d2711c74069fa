// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "geometry/area.h"
#include "geometry/rgba_image.h"

namespace tandem {

// Some pixels of the painted floor.
struct PaintRect {
  int column = 0;
  int row = 0;
  int width = 0;
  int height = 0;

  friend constexpr bool operator==(const PaintRect&, const PaintRect&) = default;
};

// Where the painted floor lies: the upward sides of a model that never moves. Column 0 is at the
// smallest x of the area and row 0, the top of the picture, at its largest y.
struct PaintPlacement {
  std::string surface;  // name of the entity
  Area area;            // exactly width_px by height_px pixels
  double pixel_m = 0.005;
  int width_px = 0;
  int height_px = 0;

  // Continuous pixels: the pixel of column 3, row 5 covers [3, 4) by [5, 6).
  Vec2 pixel_from_world(Vec2 in_world) const;
  Vec2 world_from_pixel(Vec2 in_pixels) const;
};

// The painted floor after some step. Tiles that nobody painted take no memory, and tiles that did
// not change are shared with the images of other steps. Never changed once a frame has it: any
// thread may read it.
class PaintImage {
 public:
  static constexpr int tile_size = 32;
  static constexpr int tile_pixels = tile_size * tile_size;

  struct Tile {
    std::array<Rgba, tile_pixels> pixels{};  // row by row
    std::uint64_t digest = 0;                // of the pixels; 0 when all are transparent
    std::uint64_t generation = 0;            // of the layer, when it was made
  };

  explicit PaintImage(PaintPlacement placement);

  const PaintPlacement& placement() const { return placement_; }
  int width() const { return placement_.width_px; }
  int height() const { return placement_.height_px; }
  int tile_columns() const { return tile_columns_; }
  int tile_rows() const { return tile_rows_; }

  // Transparent black where nobody painted, and outside.
  Rgba pixel(int column, int row) const;
  // Null where nobody painted. Pixels beyond the right and lower edge of the image stay
  // transparent.
  const Tile* tile(int tile_column, int tile_row) const;

  // The pixels of a part of it, for files and messages.
  RgbaImage copy(const PaintRect& rect) const;
  RgbaImage copy() const { return copy({0, 0, width(), height()}); }

  // Where it differs from another image of the same size, as rectangles of whole tiles that do not
  // overlap. Everything when the sizes differ. Takes time only for what differs.
  std::vector<PaintRect> changes_since(const PaintImage& earlier) const;

  // A digest of all pixels.
  std::uint64_t digest() const { return digest_; }
  std::size_t painted_tiles() const { return painted_tiles_; }

 private:
  friend class PaintLayer;
  static constexpr int block_size = 8;  // tiles along each side
  struct Block {
    std::array<std::shared_ptr<Tile>, block_size * block_size> tiles;
    std::uint64_t generation = 0;
  };

  std::shared_ptr<Block>& block_of(int tile_column, int tile_row);
  static std::size_t index_in_block(int tile_column, int tile_row) {
    return static_cast<std::size_t>((tile_row % block_size) * block_size +
                                    tile_column % block_size);
  }

  PaintPlacement placement_;
  int tile_columns_ = 0;
  int tile_rows_ = 0;
  int block_columns_ = 0;
  std::vector<std::shared_ptr<Block>> blocks_;
  std::uint64_t digest_ = 0;
  std::size_t painted_tiles_ = 0;
};

}  // namespace tandem
