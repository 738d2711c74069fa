// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/paint_texture.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <utility>

namespace tandem {

namespace {

constexpr std::size_t tile_texels = PaintImage::tile_pixels;

bool is_same_floor(const PaintImage& a, const PaintImage& b) {
  const PaintPlacement &pa = a.placement(), &pb = b.placement();
  return pa.width_px == pb.width_px && pa.height_px == pb.height_px;
}

// The mean of four pixels, colours by their opacity.
std::uint32_t mean_of(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  const std::uint32_t all[4] = {a, b, c, d};
  std::uint32_t alpha = 0, sums[3] = {};
  for (const std::uint32_t texel : all) {
    alpha += texel >> 24;
    for (int i = 0; i < 3; ++i) sums[i] += (texel >> 24) * (texel >> (8 * i) & 255u);
  }
  if (alpha == 0) return 0;
  std::uint32_t mean = (alpha + 2) / 4 << 24;
  for (int i = 0; i < 3; ++i) mean |= ((sums[i] + alpha / 2) / alpha) << (8 * i);
  return mean;
}

}  // namespace

void PaintTexture::start(const PaintImage& image) {
  levels_.clear();
  texels_.clear();
  int columns = image.tile_columns(), rows = image.tile_rows();
  std::size_t count = 0;
  for (;;) {
    levels_.push_back({columns, rows, count});
    count += static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
    if (columns == 1 && rows == 1) break;
    columns = (columns + 1) / 2;
    rows = (rows + 1) / 2;
  }
  tiles_.assign(count, -1);
  ++table_revision_;
}

void PaintTexture::show(const std::shared_ptr<const PaintImage>& image) {
  changed_tiles_.clear();
  if (image == image_) return;
  const std::uint64_t revision_before = table_revision_;
  std::vector<PaintRect> changes;
  if (!image) {
    const std::uint64_t revision = table_revision_ + 1;
    *this = {};
    table_revision_ = revision;
    return;
  }
  if (!image_ || !is_same_floor(*image, *image_)) {
    start(*image);
    changes = {{0, 0, image->width(), image->height()}};
  } else {
    changes = image->changes_since(*image_);
  }

  // the tiles themselves, then what lies above them, each once
  std::set<std::pair<int, int>> touched;
  for (const PaintRect& rect : changes)
    for (int row = rect.row / tile_size; row * tile_size < rect.row + rect.height; ++row)
      for (int column = rect.column / tile_size; column * tile_size < rect.column + rect.width;
           ++column) {
        const std::size_t place =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(levels_[0].columns) +
            static_cast<std::size_t>(column);
        if (image->tile(column, row) == nullptr && tiles_[place] < 0) continue;
        copy_tile(*image, column, row);
        touched.insert({column, row});
      }
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    std::set<std::pair<int, int>> above;
    for (const auto& [column, row] : touched) {
      shrink_into(level, column, row);
      above.insert({column / 2, row / 2});
    }
    touched = std::move(above);
  }
  if (table_revision_ != revision_before) count_painted();
  std::ranges::sort(changed_tiles_);
  const auto repeated = std::ranges::unique(changed_tiles_);
  changed_tiles_.erase(repeated.begin(), repeated.end());
  image_ = image;
}

std::uint32_t* PaintTexture::tile(std::size_t level, int column, int row) {
  std::int32_t& number =
      tiles_[levels_[level].first +
             static_cast<std::size_t>(row) * static_cast<std::size_t>(levels_[level].columns) +
             static_cast<std::size_t>(column)];
  if (number < 0) {
    number = static_cast<std::int32_t>(texels_.size() / tile_texels);
    texels_.resize(texels_.size() + tile_texels);
    ++table_revision_;
  }
  changed_tiles_.push_back(number);
  return texels_.data() + static_cast<std::size_t>(number) * tile_texels;
}

void PaintTexture::copy_tile(const PaintImage& image, int column, int row) {
  std::uint32_t* to = tile(0, column, row);
  static_assert(sizeof(Rgba) == sizeof(std::uint32_t));
  if (const PaintImage::Tile* from = image.tile(column, row))
    std::memcpy(to, from->pixels.data(), tile_texels * sizeof *to);
  else
    std::fill_n(to, tile_texels, 0u);
}

// Half of the tile of the level below goes into its quarter of the one above.
void PaintTexture::shrink_into(std::size_t level, int column, int row) {
  std::uint32_t* to = tile(level, column / 2, row / 2);
  const std::int32_t below =
      tiles_[levels_[level - 1].first +
             static_cast<std::size_t>(row) * static_cast<std::size_t>(levels_[level - 1].columns) +
             static_cast<std::size_t>(column)];
  const std::uint32_t* from = texels_.data() + static_cast<std::size_t>(below) * tile_texels;
  constexpr int half = tile_size / 2;
  to += (row % 2) * half * tile_size + (column % 2) * half;
  for (int y = 0; y < half; ++y)
    for (int x = 0; x < half; ++x) {
      const std::uint32_t* four = from + 2 * y * tile_size + 2 * x;
      to[y * tile_size + x] = mean_of(four[0], four[1], four[tile_size], four[tile_size + 1]);
    }
}

void PaintTexture::count_painted() {
  const int columns = levels_[0].columns, rows = levels_[0].rows;
  const std::size_t stride = static_cast<std::size_t>(columns) + 1;
  painted_before_.assign(stride * (static_cast<std::size_t>(rows) + 1), 0);
  const std::int32_t* tile = tiles_.data();
  for (int row = 0; row < rows; ++row) {
    std::int32_t* above = painted_before_.data() + static_cast<std::size_t>(row) * stride;
    std::int32_t in_row = 0;
    for (int column = 0; column < columns; ++column) {
      in_row += *tile++ >= 0 ? 1 : 0;
      above[stride + static_cast<std::size_t>(column) + 1] = above[column + 1] + in_row;
    }
  }
}

PaintView PaintTexture::view() const {
  PaintView view;
  if (!image_) return view;
  view.texels = texels_.data();
  view.tiles = tiles_.data();
  view.painted_before = painted_before_.data();
  view.level_count = std::min(static_cast<int>(levels_.size()), most_texture_levels);
  for (std::size_t i = 0; i < static_cast<std::size_t>(view.level_count); ++i) {
    view.first_of_level[i] = static_cast<int>(levels_[i].first);
    view.columns_of_level[i] = levels_[i].columns;
    view.rows_of_level[i] = levels_[i].rows;
  }
  const PaintPlacement& placement = image_->placement();
  view.width = placement.width_px;
  view.height = placement.height_px;
  view.pixels_a_metre = static_cast<float>(1 / placement.pixel_m);
  const Vec2 origin = placement.pixel_from_world({0, 0});
  const Vec2 x = placement.pixel_from_world({1, 0}), y = placement.pixel_from_world({0, 1});
  const double map[6] = {x.x - origin.x, y.x - origin.x, origin.x,
                         x.y - origin.y, y.y - origin.y, origin.y};
  for (int i = 0; i < 6; ++i) view.pixel_from_world[i] = static_cast<float>(map[i]);
  return view;
}

}  // namespace tandem
