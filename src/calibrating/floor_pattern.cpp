// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/floor_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tandem {

namespace {

constexpr int pattern_columns = 4, pattern_rows = 3;
constexpr double still_px = 2;

}  // namespace

std::vector<PatternMarker> floor_pattern(const ProjectorCalibration& projector) {
  const Area& area = projector.area;
  const double pitch_x = area.size_x_m / pattern_columns, pitch_y = area.size_y_m / pattern_rows;
  std::vector<PatternMarker> markers;
  for (int row = 0; row < pattern_rows; ++row)
    for (int column = 0; column < pattern_columns; ++column) {
      const Vec2 at{(column + 0.5) * pitch_x - area.size_x_m / 2,
                    area.size_y_m / 2 - (row + 0.5) * pitch_y};
      markers.push_back({static_cast<int>(markers.size()), area.world_from_center * at,
                         0.5 * std::min(pitch_x, pitch_y)});
    }
  return markers;
}

Result<RgbaImage> draw_floor_pattern(const ProjectorCalibration& projector,
                                     const MarkerDictionary& dictionary) {
  const auto pixels = pixels_from_floor(projector);
  if (!pixels) return Error{pixels.error()};
  const auto floor_from_pixels = inverse(*pixels);
  if (!floor_from_pixels) return Error{"the projector's corners lie on one line"};
  const std::vector<PatternMarker> markers = floor_pattern(projector);
  const Pose2 centre_from_world = inverse(projector.area.world_from_center);
  const int cells = dictionary.cells, across = cells + 2;
  // white paper with markers on it: 1 is white
  const auto shade = [&](Vec2 at) {
    const Vec2 p = centre_from_world * at;
    for (const PatternMarker& marker : markers) {
      const Vec2 d = p - centre_from_world * marker.in_room;
      const double cell = marker.size_m / across;
      const int x = static_cast<int>(std::floor(d.x / cell + across / 2.0));
      const int y = static_cast<int>(std::floor(across / 2.0 - d.y / cell));
      if (x < 0 || y < 0 || x >= across || y >= across) continue;
      if (x == 0 || y == 0 || x == across - 1 || y == across - 1) return 0.0;
      const std::uint64_t code = dictionary.codes[static_cast<std::size_t>(marker.id)];
      return (code >> (cells * cells - 1 - ((y - 1) * cells + x - 1)) & 1) != 0 ? 1.0 : 0.0;
    }
    return 1.0;
  };
  const double half_x = projector.area.size_x_m / 2, half_y = projector.area.size_y_m / 2;
  RgbaImage image{projector.width_px, projector.height_px, {}};
  image.pixels.resize(static_cast<std::size_t>(image.width) *
                      static_cast<std::size_t>(image.height));
  constexpr int parts = 4;  // each way, of a pixel
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      double sum = 0;
      for (int i = 0; i < parts * parts; ++i) {
        const Vec2 pixel{x + (i % parts + 0.5) / parts, y + (i / parts + 0.5) / parts};
        const auto at = map(*floor_from_pixels, pixel);
        if (!at) continue;
        const Vec2 p = centre_from_world * *at;
        if (std::abs(p.x) <= half_x && std::abs(p.y) <= half_y) sum += shade(*at);
      }
      const auto level = static_cast<std::uint8_t>(std::lround(255 * sum / (parts * parts)));
      image.at(x, y) = {level, level, level, 255};
    }
  return image;
}

std::optional<Vec2> middle_of(const FoundMarker& marker, const FlatView& view) {
  std::array<Vec2, 4> c;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto flat = view.flat(marker.corners_px[i]);
    if (!flat) return std::nullopt;
    c[i] = *flat;
  }
  const Vec2 a = c[2] - c[0], b = c[3] - c[1], d = c[1] - c[0];
  const double t = (d.x * b.y - d.y * b.x) / (a.x * b.y - a.y * b.x);
  return view.pixel(c[0] + t * a);
}

void FloorSights::look(const std::vector<FoundMarker>& found) {
  ++pictures_;
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto track = std::ranges::find(tracks_, found[i].id, &Track::id);
    if (track == tracks_.end()) track = tracks_.insert(tracks_.end(), Track{.id = found[i].id});
    if (i > 0 && found[i - 1].id == found[i].id)
      track->is_doubled = true;
    else if (const auto middle = middle_of(found[i], view_))
      track->places.push_back(*middle);
  }
}

Result<std::vector<FloorSights::Sight>> FloorSights::sights() const {
  std::vector<Sight> sights;
  for (const Track& track : tracks_) {
    if (2 * track.places.size() <= static_cast<std::size_t>(pictures_)) continue;
    if (track.is_doubled) return Error{fmt::format("marker {} is there twice", track.id)};
    Vec2 mean;
    for (const Vec2& place : track.places)
      mean = mean + (1.0 / static_cast<double>(track.places.size())) * place;
    for (const Vec2& place : track.places) {
      const Vec2 off = place - mean;
      if (std::hypot(off.x, off.y) > still_px)
        return Error{
            fmt::format("marker {} moved by {:.0f} pixels while it was looked at: markers and "
                        "camera stand still",
                        track.id, std::hypot(off.x, off.y))};
    }
    sights.push_back({track.id, mean, static_cast<int>(track.places.size())});
  }
  std::ranges::sort(sights, {}, &Sight::id);
  return sights;
}

}  // namespace tandem
