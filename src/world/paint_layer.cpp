// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/paint_layer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>

#include "world/paint_blend.h"
#include "world/paint_coverage.h"
#include "world/paint_source.h"

namespace tandem {

namespace {

constexpr int tile_size = PaintImage::tile_size;
constexpr int run_length = TileCoverage::run_length;
using Tile = PaintImage::Tile;

// A pixel's share in the digest of its tile, which is a sum, so that changing one pixel takes no
// look at the others.
std::uint64_t share_in_tile(std::size_t index, Rgba pixel) {
  const auto value = std::bit_cast<std::uint32_t>(pixel);
  if (value == 0) return 0;
  std::uint64_t mixed = (value | (std::uint64_t{index + 1} << 32)) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 32)) * 0xbf58476d1ce4e5b9u;
  return mixed ^ (mixed >> 29);
}

std::uint64_t digest_of(const Tile& tile) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < tile.pixels.size(); ++i) sum += share_in_tile(i, tile.pixels[i]);
  return sum;
}

// Which pixels of a run have another colour than this one, a bit for each.
unsigned different_of_run(const Rgba* pixels, Rgba color) {
  const std::uint64_t two = std::bit_cast<std::uint32_t>(color) * std::uint64_t{0x100000001};
  std::array<std::uint64_t, run_length / 2> pairs;
  std::memcpy(pairs.data(), pixels, sizeof pairs);
  for (std::uint64_t& pair : pairs) pair ^= two;
  if ((pairs[0] | pairs[1] | pairs[2] | pairs[3]) == 0) return 0;
  unsigned different = 0;
  for (unsigned i = 0; i < pairs.size(); ++i) {
    different |= (static_cast<std::uint32_t>(pairs[i]) != 0 ? 1u : 0u) << (2 * i);
    different |= ((pairs[i] >> 32) != 0 ? 2u : 0u) << (2 * i);
  }
  return different;
}

// The same tile elsewhere is another image.
std::uint64_t share_in_digest(std::size_t tile, std::uint64_t digest) {
  if (digest == 0) return 0;
  std::uint64_t mixed = digest + (tile + 1) * 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

PaintPlacement placement_of(const PaintConfig& config) {
  PaintPlacement placement{.surface = config.surface,
                           .area = config.area,
                           .pixel_m = config.pixel_m,
                           .width_px = config.width_px(),
                           .height_px = config.height_px()};
  placement.area.size_x_m = placement.width_px * config.pixel_m;
  placement.area.size_y_m = placement.height_px * config.pixel_m;
  return placement;
}

// Which tile a pixel is in, however far away the pixel is.
int tile_at(double pixel, int tiles) {
  return static_cast<int>(
      std::clamp(std::floor(pixel / tile_size), -1.0, static_cast<double>(tiles)));
}

}  // namespace

// What an edit paints with.
class PaintLayer::Ink {
 public:
  Ink(PaintMode mode, Rgba color, std::optional<StretchedImage> image)
      : mode_(mode), color_(color), image_(std::move(image)) {}

  Rgba at(int column, int row) const {
    return image_ ? image_->at({column + 0.5, row + 0.5}) : color_;
  }
  PaintMode mode() const { return mode_; }

  // Painted over itself it stays what it is, however much of a pixel is covered.
  std::optional<Rgba> opaque_color() const {
    if (image_ || mode_ == PaintMode::erase || color_.a != 255) return {};
    return color_;
  }

  // Whether nothing shows of what was there under a full coverage; then a whole tile is this one,
  // which all such tiles share. Null: transparent.
  bool hides_all() const { return !image_ && (mode_ == PaintMode::replace || color_.a == 255); }
  const std::shared_ptr<Tile>& full_tile() const {
    if (!full_tile_ && mode_ != PaintMode::erase && color_.a > 0) {
      full_tile_ = std::make_shared<Tile>();  // of generation 0: never written again
      full_tile_->pixels.fill(color_);
      full_tile_->digest = digest_of(*full_tile_);
    }
    return full_tile_;
  }

 private:
  PaintMode mode_;
  Rgba color_;
  std::optional<StretchedImage> image_;
  mutable std::shared_ptr<Tile> full_tile_;
};

PaintLayer::PaintLayer(const PaintConfig& config) : image_(placement_of(config)) {
  const auto tiles = static_cast<std::size_t>(image_.tile_columns()) *
                     static_cast<std::size_t>(image_.tile_rows());
  touched_in_.resize(tiles);
  digests_.resize(tiles);
  for (const PaintEdit& edit : config.initial) apply(edit);
  share();
}

bool PaintLayer::apply(const PaintEdit& edit) {
  if (!why_unpaintable(edit).empty()) return false;
  shared_.reset();
  const Ink ink = make_ink(edit);
  if (const auto* line = std::get_if<PaintLine>(&edit.shape)) draw_line(*line, ink);
  if (const auto* disc = std::get_if<PaintDisc>(&edit.shape)) fill_disc(*disc, ink);
  if (const auto* area = std::get_if<Area>(&edit.shape)) fill_rectangle(*area, ink);
  if (std::holds_alternative<PaintEverywhere>(edit.shape)) fill_rectangle(placement().area, ink);
  return true;
}

PaintLayer::Ink PaintLayer::make_ink(const PaintEdit& edit) const {
  if (!edit.image) return {edit.mode, to_rgba(edit.color), {}};
  Area box = placement().area;
  if (const auto* area = std::get_if<Area>(&edit.shape)) box = *area;
  if (const auto* disc = std::get_if<PaintDisc>(&edit.shape))
    box = {{disc->center, placement().area.world_from_center.yaw},
           2 * disc->radius_m,
           2 * disc->radius_m};
  const double turn = placement().area.world_from_center.yaw - box.world_from_center.yaw;
  return {edit.mode,
          {},
          StretchedImage(
              edit.image, placement().pixel_from_world(box.world_from_center.translation),
              {box.size_x_m / 2 / placement().pixel_m, box.size_y_m / 2 / placement().pixel_m},
              std::cos(turn), std::sin(turn))};
}

void PaintLayer::draw_line(const PaintLine& line, const Ink& ink) {
  const double radius = line.width_m / 2 / placement().pixel_m;
  const double reach = radius + 1;
  std::vector<Vec2> points;
  for (const Vec2 point : line.points) points.push_back(placement().pixel_from_world(point));
  if (points.size() == 1) points.push_back(points.front());

  // which parts of the line touch which tiles
  struct Touch {
    int tile;
    std::uint32_t part;
  };
  std::vector<Touch> touches;
  for (std::size_t part = 0; part + 1 < points.size(); ++part) {
    Vec2 upper = points[part], lower = points[part + 1];
    if (upper.y > lower.y) std::swap(upper, lower);
    const int first_row = std::max(0, tile_at(upper.y - reach, image_.tile_rows()));
    const int last_row =
        std::min(image_.tile_rows() - 1, tile_at(lower.y + reach, image_.tile_rows()));
    for (int row = first_row; row <= last_row; ++row) {
      // where the line is while its pen can touch this row of tiles
      const auto x_at = [&](double y) {
        const double share = (y - upper.y) / std::max(lower.y - upper.y, 1e-9);
        return upper.x + std::clamp(share, 0.0, 1.0) * (lower.x - upper.x);
      };
      const double one = x_at(row * tile_size - reach), other = x_at((row + 1) * tile_size + reach);
      const int first = std::max(0, tile_at(std::min(one, other) - reach, image_.tile_columns()));
      const int last = std::min(image_.tile_columns() - 1,
                                tile_at(std::max(one, other) + reach, image_.tile_columns()));
      for (int column = first; column <= last; ++column)
        touches.push_back({row * image_.tile_columns() + column, static_cast<std::uint32_t>(part)});
    }
  }
  std::ranges::sort(touches, {}, [](const Touch& touch) { return touch.tile; });
  std::vector<PenMark> marks;
  for (std::size_t part = 0; part + 1 < points.size(); ++part)
    marks.emplace_back(points[part], points[part + 1], radius, image_.height());

  for (std::size_t i = 0; i < touches.size();) {
    const int tile = touches[i].tile;
    const int column = tile % image_.tile_columns(), row = tile / image_.tile_columns();
    TileCoverage coverage(column, row);
    for (; i < touches.size() && touches[i].tile == tile; ++i)
      coverage.add_mark(marks[touches[i].part]);
    paint_tile(column, row, coverage, ink);
  }
}

void PaintLayer::fill_disc(const PaintDisc& disc, const Ink& ink) {
  const Vec2 center = placement().pixel_from_world(disc.center);
  const double radius = disc.radius_m / placement().pixel_m;
  const Vec2 reach{radius + 1, radius + 1};
  const PenMark mark(center, center, radius, image_.height());
  paint_tiles(center - reach, center + reach, ink,
              [&](TileCoverage& coverage) { return coverage.add_disc(center, radius, mark); });
}

void PaintLayer::fill_rectangle(const Area& area, const Ink& ink) {
  const Vec2 center = placement().pixel_from_world(area.world_from_center.translation);
  const Vec2 half{area.size_x_m / 2 / placement().pixel_m, area.size_y_m / 2 / placement().pixel_m};
  // the picture's rows go down where y goes up, so a turn to the left is one to the right here
  const double turn = placement().area.world_from_center.yaw - area.world_from_center.yaw;
  const double c = std::cos(turn), s = std::sin(turn);
  const Vec2 reach{std::abs(c) * half.x + std::abs(s) * half.y + 1,
                   std::abs(s) * half.x + std::abs(c) * half.y + 1};
  paint_tiles(center - reach, center + reach, ink,
              [&](TileCoverage& coverage) { return coverage.add_rectangle(center, half, c, s); });
}

template <typename Cover>
void PaintLayer::paint_tiles(Vec2 low, Vec2 high, const Ink& ink, const Cover& cover) {
  const int first_column = std::max(0, tile_at(low.x, image_.tile_columns()));
  const int last_column =
      std::min(image_.tile_columns() - 1, tile_at(high.x, image_.tile_columns()));
  const int first_row = std::max(0, tile_at(low.y, image_.tile_rows()));
  const int last_row = std::min(image_.tile_rows() - 1, tile_at(high.y, image_.tile_rows()));
  for (int row = first_row; row <= last_row; ++row)
    for (int column = first_column; column <= last_column; ++column) {
      TileCoverage coverage(column, row);
      const bool is_full = cover(coverage);
      const bool is_whole =
          (column + 1) * tile_size <= image_.width() && (row + 1) * tile_size <= image_.height();
      if (is_full && is_whole && ink.hides_all()) {
        slot(column, row) = ink.full_tile();
      } else {
        paint_tile(column, row, coverage, ink);
      }
    }
}

void PaintLayer::paint_tile(int tile_column, int tile_row, const TileCoverage& coverage,
                            const Ink& ink) {
  const int left = tile_column * tile_size, top = tile_row * tile_size;
  // what lies beyond the edge of the image stays transparent
  const TileCoverage::Range& covered = coverage.covered();
  const int last_column = std::min(covered.last_column, image_.width() - left);
  const int last_row = std::min(covered.last_row, image_.height() - top);
  if (covered.first_column >= last_column || covered.first_row >= last_row) return;
  if (ink.mode() == PaintMode::erase && !image_.tile(tile_column, tile_row)) return;

  static const Tile blank;
  const Tile* there = image_.tile(tile_column, tile_row);
  const Rgba* pixels = (there != nullptr ? there : &blank)->pixels.data();
  Tile* own = nullptr;       // once something changes
  std::uint64_t change = 0;  // of its digest
  const std::optional<Rgba> opaque = ink.opaque_color();
  const auto paint_pixel = [&](int column, int row) {
    const int at = row * tile_size + column;
    const Rgba before = pixels[at];
    const Rgba after = blended(before, ink.at(left + column, top + row), coverage[at], ink.mode());
    if (after == before) return;
    if (own == nullptr) {
      own = &writable(tile_column, tile_row);
      pixels = own->pixels.data();
    }
    const auto index = static_cast<std::size_t>(at);
    own->pixels[index] = after;
    change += share_in_tile(index, after) - share_in_tile(index, before);
  };
  for (int row = covered.first_row; row < last_row; ++row)
    for (int run = covered.first_column / run_length * run_length; run < last_column;
         run += run_length) {
      // most of a wide pen is over what it painted the step before
      const int first = row * tile_size + run;
      unsigned to_paint = coverage.covered_of_run(first);
      if (opaque && to_paint != 0) to_paint &= different_of_run(pixels + first, *opaque);
      // beyond the edge of the image
      if (last_column - run < run_length) to_paint &= (1u << (last_column - run)) - 1;
      for (; to_paint != 0; to_paint &= to_paint - 1)
        paint_pixel(run + std::countr_zero(to_paint), row);
    }
  if (own != nullptr) own->digest += change;
}

std::shared_ptr<Tile>& PaintLayer::slot(int tile_column, int tile_row) {
  std::shared_ptr<PaintImage::Block>& block = image_.block_of(tile_column, tile_row);
  if (!block || block->generation != generation_) {
    block =
        block ? std::make_shared<PaintImage::Block>(*block) : std::make_shared<PaintImage::Block>();
    block->generation = generation_;
  }
  const auto tile =
      static_cast<std::size_t>(tile_row) * static_cast<std::size_t>(image_.tile_columns()) +
      static_cast<std::size_t>(tile_column);
  if (touched_in_[tile] != generation_) {
    touched_in_[tile] = generation_;
    touched_.push_back(static_cast<std::uint32_t>(tile));
  }
  return block->tiles[PaintImage::index_in_block(tile_column, tile_row)];
}

Tile& PaintLayer::writable(int tile_column, int tile_row) {
  std::shared_ptr<Tile>& tile = slot(tile_column, tile_row);
  if (!tile || tile->generation != generation_) {
    tile = tile ? std::make_shared<Tile>(*tile) : std::make_shared<Tile>();
    tile->generation = generation_;
  }
  return *tile;
}

std::shared_ptr<const PaintImage> PaintLayer::share() {
  if (shared_) return shared_;
  for (const std::uint32_t index : touched_) {
    const int column = static_cast<int>(index) % image_.tile_columns();
    const int row = static_cast<int>(index) / image_.tile_columns();
    std::shared_ptr<Tile>& tile =
        image_.block_of(column, row)->tiles[PaintImage::index_in_block(column, row)];
    if (tile && tile->digest == 0) tile.reset();  // nothing is left of it
    const std::uint64_t digest = share_in_digest(index, tile ? tile->digest : 0);
    if (digests_[index] != 0) --image_.painted_tiles_;
    if (digest != 0) ++image_.painted_tiles_;
    image_.digest_ += digest - digests_[index];
    digests_[index] = digest;
  }
  touched_.clear();
  ++generation_;
  shared_ = std::make_shared<const PaintImage>(image_);
  return shared_;
}

}  // namespace tandem
