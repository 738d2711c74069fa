// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_reader.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "calibration/homography.h"
#include "tracking/sampling.h"

namespace tandem {

namespace {

constexpr double margin_cells = 0.45;  // outside of the border, where it must be light
constexpr double clear_share = 0.1;    // of the contrast, from the middle between black and white
constexpr double dark_margin_share = 0.1;  // of the margin that may be covered

struct Sample {
  Vec2 at;  // in cells from the marker's middle
  double value = 0;
};

// Brightness that changes evenly across a marker: light falls on it from one side.
class Level {
 public:
  // From samples that lie evenly around the middle.
  explicit Level(const std::vector<Sample>& samples) {
    double x_value = 0, y_value = 0, xx = 0, yy = 0;
    for (const Sample& s : samples) {
      middle_ += s.value / static_cast<double>(samples.size());
      x_value += s.at.x * s.value, xx += s.at.x * s.at.x;
      y_value += s.at.y * s.value, yy += s.at.y * s.at.y;
    }
    slope_ = {x_value / xx, y_value / yy};
  }
  double at(Vec2 place) const { return middle_ + dot(slope_, place); }

 private:
  double middle_ = 0;
  Vec2 slope_;
};

// A picture as a marker sees it, in cells from its middle.
class CellView {
 public:
  CellView(const cv::Mat& grey, const Homography& flat_from_cells, const FlatView& view)
      : grey_(grey), flat_from_cells_(flat_from_cells), view_(view) {}

  // The mean around a place.
  std::optional<double> at(Vec2 place, double reach) const {
    double sum = 0;
    for (const double dx : {-reach, 0.0, reach})
      for (const double dy : {-reach, 0.0, reach}) {
        const auto flat = map(flat_from_cells_, {place.x + dx, place.y + dy});
        if (!flat) return std::nullopt;
        const auto value = brightness(grey_, view_.pixel(*flat));
        if (!value) return std::nullopt;
        sum += *value;
      }
    return sum / 9;
  }

 private:
  const cv::Mat& grey_;
  const Homography& flat_from_cells_;
  const FlatView& view_;
};

constexpr double cell_reach = 0.22, margin_reach = 0.1;

// All around at a distance from the middle, the same on all four sides.
std::optional<std::vector<Sample>> ring(const CellView& view, double distance, int count,
                                        double reach) {
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) {
    const double t = distance * (2.0 * i / count - 1);
    for (const Vec2 at :
         {Vec2{t, -distance}, Vec2{distance, t}, Vec2{-t, distance}, Vec2{-distance, -t}}) {
      const auto value = view.at(at, reach);
      if (!value) return std::nullopt;
      samples.push_back({at, *value});
    }
  }
  return samples;
}

}  // namespace

std::optional<ReadCells> read_cells(const cv::Mat& grey, const Quad& flat_corners, int cells,
                                    int min_contrast, const FlatView& flat_view) {
  const int across = cells + 2;
  const double half = across / 2.0;
  const auto flat_from_cells =
      map_corners({{{-half, -half}, {half, -half}, {half, half}, {-half, half}}}, flat_corners);
  if (!flat_from_cells) return std::nullopt;
  const CellView view(grey, *flat_from_cells, flat_view);

  const auto border = ring(view, half - 0.5, across - 1, cell_reach);
  const auto margin = ring(view, half + margin_cells, across + 1, margin_reach);
  if (!border || !margin) return std::nullopt;
  const Level black(*border), white(*margin);
  for (const Vec2 at :
       {Vec2{}, Vec2{-half, -half}, Vec2{half, -half}, Vec2{half, half}, Vec2{-half, half}})
    if (white.at(at) - black.at(at) < min_contrast) return std::nullopt;

  // 0 is black, 1 white
  const auto shade = [&](const Sample& sample) {
    const double dark = black.at(sample.at);
    return (sample.value - dark) / (white.at(sample.at) - dark);
  };
  const auto is_black = [&](const Sample& s) { return shade(s) < 0.5 - clear_share; };
  const auto is_white = [&](const Sample& s) { return shade(s) > 0.5 + clear_share; };
  if (!std::ranges::all_of(*border, is_black)) return std::nullopt;
  const auto dark_margin = margin->size() - std::size_t(std::ranges::count_if(*margin, is_white));
  if (static_cast<double>(dark_margin) > dark_margin_share * static_cast<double>(margin->size()))
    return std::nullopt;

  ReadCells read;
  for (int y = 0; y < cells; ++y)
    for (int x = 0; x < cells; ++x) {
      const Vec2 at{x + 0.5 - cells / 2.0, y + 0.5 - cells / 2.0};
      const auto value = view.at(at, cell_reach);
      if (!value) return std::nullopt;
      const Sample sample{at, *value};
      read.white = read.white << 1 | std::uint64_t{is_white(sample)};
      read.unsure = read.unsure << 1 | std::uint64_t{!is_white(sample) && !is_black(sample)};
    }
  return read;
}

}  // namespace tandem
