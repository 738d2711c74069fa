// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "render/draw_job.h"
#include "render/ray_world_parts.h"

namespace tandem {

// Sorts what a pinhole camera can see into the tiles of its picture. Kept from picture to picture
// for its memory.
class TileSorter {
 public:
  // Null when rays have to search the world instead. The lists do not depend on the number of
  // threads, and hold until the next call.
  const TileLists* sort(const RayWorld::Parts& parts, const DrawView& view, int tile_size,
                        ThreadPool* pool);

 private:
  struct Bins {
    std::vector<PixelRect> rects;
    std::vector<std::uint32_t> found;  // numbers and rectangles of what is in the picture
    std::vector<PixelRect> found_rects;
    std::vector<std::uint32_t> starts;  // by tile, and one after the last
    std::vector<std::uint32_t> numbers;

    void fill(int tile_size, int columns, int rows);
  };

  void sort_prims(const RayWorld::Parts& parts, const DrawView& view);
  void sort_triangles(const RayWorld::Parts& parts, const DrawView& view, int part);

  int tile_size_ = 0, columns_ = 0, rows_ = 0;
  std::array<Bins, triangle_parts> triangles_;
  Bins prims_;
  TileLists lists_;
};

}  // namespace tandem
