// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "render/draw_job.h"
#include "world/paint_image.h"

namespace tandem {

// The painted floor with all its smaller versions, in tiles as the image itself. Only what changed
// since the last time is worked out again.
class PaintTexture {
 public:
  static constexpr int tile_size = PaintImage::tile_size;

  // Null for no paint at all.
  void show(const std::shared_ptr<const PaintImage>& image);

  // Tiles, by number, whose pixels changed with the last show().
  const std::vector<std::int32_t>& changed_tiles() const { return changed_tiles_; }
  // Raised when the table of tiles changed, by new tiles or another floor.
  std::uint64_t table_revision() const { return table_revision_; }

  struct Level {
    int columns = 0, rows = 0;  // of tiles
    std::size_t first = 0;      // in tiles()
  };
  const std::vector<Level>& levels() const { return levels_; }
  const std::vector<std::int32_t>& tiles() const { return tiles_; }  // numbers; negative: nothing
  const std::vector<std::uint32_t>& texels() const { return texels_; }
  const std::shared_ptr<const PaintImage>& image() const { return image_; }

  // For the kernels; whose paint it is has yet to be filled in.
  PaintView view() const;

 private:
  void start(const PaintImage& image);
  std::uint32_t* tile(std::size_t level, int column, int row);
  void copy_tile(const PaintImage& image, int column, int row);
  void shrink_into(std::size_t level, int column, int row);
  void count_painted();

  std::shared_ptr<const PaintImage> image_;
  std::vector<Level> levels_;
  std::vector<std::int32_t> tiles_;
  std::vector<std::int32_t> painted_before_;  // as in PaintView
  std::vector<std::uint32_t> texels_;
  std::vector<std::int32_t> changed_tiles_;
  std::uint64_t table_revision_ = 0;
};

}  // namespace tandem
