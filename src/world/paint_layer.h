// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "scenario/paint.h"
#include "world/paint_image.h"

namespace tandem {

class TileCoverage;

// The floor's paint: takes edits in order, gives frames an image of the result.
//
// A pixel is painted by the share c of it that a shape covers, in steps of 1/255. With a source
// color of alpha a, over what is there:
//
//   mode      weight of the source   what stays of what is there
//   over      a c                    1 - a c
//   replace   a c                    1 - c
//   erase     0                      1 - a c
//
// The new alpha is the sum of that weight and of what stays of the old alpha; the new color is the
// mean of both colors by these two, in the color space of image files as browsers and image editors
// do. Each is rounded to the nearest 1/255. Pixels that end with alpha 0 are transparent black.
class PaintLayer {
 public:
  explicit PaintLayer(const PaintConfig& config);

  // False when the edit is refused; why_unpaintable() says why.
  bool apply(const PaintEdit& edit);

  // The image as it is now; the same object until something is painted.
  std::shared_ptr<const PaintImage> share();
  // Of the image that was shared last, or of the initial one.
  std::uint64_t digest() const { return image_.digest(); }

  const PaintPlacement& placement() const { return image_.placement(); }

 private:
  class Ink;

  void draw_line(const PaintLine& line, const Ink& ink);
  void fill_rectangle(const Area& area, const Ink& ink);
  void fill_disc(const PaintDisc& disc, const Ink& ink);
  template <typename Cover>
  void paint_tiles(Vec2 low, Vec2 high, const Ink& ink, const Cover& cover);
  void paint_tile(int tile_column, int tile_row, const TileCoverage& coverage, const Ink& ink);
  Ink make_ink(const PaintEdit& edit) const;

  std::shared_ptr<PaintImage::Tile>& slot(int tile_column, int tile_row);
  PaintImage::Tile& writable(int tile_column, int tile_row);

  PaintImage image_;
  // Counts the images shared so far. Blocks and tiles made since the last one are ours alone.
  std::uint64_t generation_ = 1;
  std::vector<std::uint64_t> touched_in_;  // by tile: the generation that touched it last
  std::vector<std::uint32_t> touched_;     // tiles, in this generation
  std::vector<std::uint64_t> digests_;     // by tile: its share in the image's digest
  std::shared_ptr<const PaintImage> shared_;
};

}  // namespace tandem
