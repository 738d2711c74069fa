// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/tile_sorter.h"

namespace tandem {

namespace {

bool is_empty(const PixelRect& rect) { return rect.x1 < rect.x0; }

}  // namespace

// Counts first, so that each list has its place in one array.
void TileSorter::Bins::fill(int tile_size, int columns, int rows) {
  starts.assign(static_cast<std::size_t>(columns * rows) + 1, 0);
  const auto for_each_tile = [&](const PixelRect& rect, auto&& work) {
    for (int y = rect.y0 / tile_size; y <= rect.y1 / tile_size; ++y)
      for (int x = rect.x0 / tile_size; x <= rect.x1 / tile_size; ++x)
        work(static_cast<std::size_t>(y * columns + x));
  };
  for (const PixelRect& rect : found_rects)
    for_each_tile(rect, [&](std::size_t tile) { ++starts[tile]; });
  std::uint32_t sum = 0;
  for (std::uint32_t& start : starts) start = sum += start;
  numbers.resize(sum + list_padding);
  // from the back, so that numbers rise within a tile and starts end up where lists begin
  for (std::size_t i = found.size(); i-- > 0;)
    for_each_tile(found_rects[i], [&](std::size_t tile) { numbers[--starts[tile]] = found[i]; });
}

void TileSorter::sort_prims(const RayWorld::Parts& parts, const DrawView& view) {
  const BoxView still = parts.still->prim_boxes.view(), moving = parts.moving.prim_boxes.view();
  prims_.rects.resize(static_cast<std::size_t>(still.count + moving.count));
  parts.kernels->project_boxes(view, still, 0, still.count, prims_.rects.data());
  parts.kernels->project_boxes(view, moving, 0, moving.count, prims_.rects.data() + still.count);
  prims_.found.clear();
  prims_.found_rects.clear();
  for (std::size_t i = 0; i < prims_.rects.size(); ++i) {
    if (is_empty(prims_.rects[i])) continue;
    prims_.found.push_back(static_cast<std::uint32_t>(i));
    prims_.found_rects.push_back(prims_.rects[i]);
  }
  prims_.fill(tile_size_, columns_, rows_);
}

void TileSorter::sort_triangles(const RayWorld::Parts& parts, const DrawView& view, int part) {
  const StillTriangles& all = *parts.still->triangles;
  const BoxView clusters = all.clusters();
  const TriangleView triangles = all.view();
  Bins& bins = triangles_[static_cast<std::size_t>(part)];
  bins.found.clear();
  bins.found_rects.clear();

  // a share of the clusters that begins where packets of any width do
  const int share = (clusters.count / triangle_parts + list_padding) / list_padding * list_padding;
  const int begin = std::min(part * share, clusters.count);
  const int end = std::min(begin + share, clusters.count);
  bins.rects.resize(static_cast<std::size_t>(share));
  parts.kernels->project_boxes(view, clusters, begin, end, bins.rects.data());
  constexpr int size = static_cast<int>(StillTriangles::cluster);
  PixelRect rects[size];
  for (int i = begin; i < end; ++i) {
    if (is_empty(bins.rects[static_cast<std::size_t>(i - begin)])) continue;
    const int first = i * size, last = std::min(first + size, triangles.count);
    parts.kernels->project_triangles(view, triangles, first, last, rects);
    for (int k = first; k < last; ++k) {
      if (is_empty(rects[k - first])) continue;
      bins.found.push_back(static_cast<std::uint32_t>(k));
      bins.found_rects.push_back(rects[k - first]);
    }
  }
  bins.fill(tile_size_, columns_, rows_);
}

const TileLists* TileSorter::sort(const RayWorld::Parts& parts, const DrawView& view, int tile_size,
                                  ThreadPool* pool) {
  // bent rays, and triangles of which some are to be left out, are not for lists
  if (view.directions != nullptr || view.ignores_still || !parts.still->triangles) return nullptr;
  tile_size_ = tile_size;
  columns_ = (view.width + tile_size - 1) / tile_size;
  rows_ = (view.height + tile_size - 1) / tile_size;
  const auto work = [&](int part) {
    if (part == triangle_parts)
      sort_prims(parts, view);
    else
      sort_triangles(parts, view, part);
  };
  if (pool != nullptr)
    pool->for_each_chunk(triangle_parts + 1, work);
  else
    for (int part = 0; part <= triangle_parts; ++part) work(part);

  lists_.triangles = parts.still->triangles->view();
  for (std::size_t part = 0; part < triangle_parts; ++part) {
    lists_.triangle_starts[part] = triangles_[part].starts.data();
    lists_.triangle_numbers[part] = triangles_[part].numbers.data();
  }
  lists_.still_prims = parts.still->prims.data();
  lists_.moving_prims = parts.moving.prims.data();
  lists_.still_prim_count = static_cast<std::uint32_t>(parts.still->prims.size());
  lists_.prim_starts = prims_.starts.data();
  lists_.prim_numbers = prims_.numbers.data();
  lists_.prim_rects = prims_.rects.data();
  return &lists_;
}

}  // namespace tandem
