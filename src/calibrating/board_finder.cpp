// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/board_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <opencv2/core.hpp>

#include "calibrating/corner_grid.h"
#include "calibration/homography.h"
#include "tracking/sampling.h"

namespace tandem {

namespace {

constexpr std::size_t fewest_corners = 8;
constexpr double max_edge_px = 6;  // a blur of 2.3 pixels

cv::Mat mat_of(const GreyImage& image) {
  // OpenCV's headers know no constant pixels; nothing is written to them
  return {image.height, image.width, CV_8UC1, const_cast<std::uint8_t*>(image.pixels.data())};
}

// How many pixels the brightness takes from a tenth to nine tenths of a step, half way between two
// corners. Nothing where there is no clear step.
std::optional<double> edge_width(const cv::Mat& grey, Vec2 a, Vec2 b, double clear_share) {
  const Vec2 way = b - a, middle = a + 0.5 * way;
  const double side = std::hypot(way.x, way.y);
  const Vec2 across{-way.y / side, way.x / side};
  const double reach = std::min(clear_share * side, 10.0);
  constexpr double step = 0.25;
  std::vector<double> profile;
  for (double off = -reach; off <= reach; off += step) {
    const auto value = brightness(grey, middle + off * across);
    if (!value) return std::nullopt;
    profile.push_back(*value);
  }
  if (profile.size() < 8) return std::nullopt;
  // the ends' level from several places, as one of them is noise
  const auto level = [&](std::size_t from) {
    return 0.25 * (profile[from] + profile[from + 1] + profile[from + 2] + profile[from + 3]);
  };
  double first = level(0), last = level(profile.size() - 4);
  if (first > last) std::ranges::reverse(profile), std::swap(first, last);
  if (last - first < 12) return std::nullopt;
  const auto below = static_cast<double>(std::ranges::count_if(profile, [&](double v) {
    return v > first + 0.1 * (last - first) && v < last - 0.1 * (last - first);
  }));
  return below * step;
}

double sharpness(const cv::Mat& grey, const std::vector<BoardCorner>& corners,
                 const BoardConfig& board) {
  // beside an edge squares are plain, up to a marker
  const double clear_share =
      board.pattern == BoardPattern::charuco ? 0.45 * (1 - board.marker_share) : 0.4;
  std::map<std::pair<int, int>, Vec2> places;
  for (const BoardCorner& corner : corners) places[{corner.column, corner.row}] = corner.at_px;
  std::vector<double> widths;
  for (const auto& [place, at] : places)
    for (const auto& next :
         {std::pair{place.first + 1, place.second}, std::pair{place.first, place.second + 1}})
      if (const auto other = places.find(next); other != places.end())
        if (const auto width = edge_width(grey, at, other->second, clear_share))
          widths.push_back(*width);
  if (widths.empty()) return 0;
  // the worst quarter begins here: motion blurs edges of one direction alone
  const auto quarter = widths.begin() + static_cast<long>(3 * widths.size() / 4);
  std::ranges::nth_element(widths, quarter);
  return *quarter;
}

struct Extent {
  int first_column = 0, columns = 0, first_row = 0, rows = 0;
};
Extent extent_of(const CornerGrid& grid) {
  const auto [left, right] = std::ranges::minmax(grid, {}, &GridCorner::column);
  const auto [top, bottom] = std::ranges::minmax(grid, {}, &GridCorner::row);
  return {left.column, right.column - left.column + 1, top.row, bottom.row - top.row + 1};
}

// As BoardConfig counts: a grid may have begun along any side.
std::vector<BoardCorner> placed(const CornerGrid& grid, const Extent& extent, bool is_turned) {
  std::vector<BoardCorner> corners;
  for (const GridCorner& corner : grid) {
    const int column = corner.column - extent.first_column, row = corner.row - extent.first_row;
    // a quarter turn, which does not mirror
    if (is_turned)
      corners.push_back({row, extent.columns - 1 - column, corner.at_px});
    else
      corners.push_back({column, row, corner.at_px});
  }
  std::ranges::sort(corners, [](const BoardCorner& a, const BoardCorner& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  return corners;
}

Result<std::vector<BoardCorner>> find_chessboard(const cv::Mat& grey, const BoardConfig& board) {
  const std::vector<CornerGrid> grids = corner_grids(grey, find_saddles(grey));
  const int columns = corner_columns(board), rows = corner_rows(board);
  const auto wanted = static_cast<std::size_t>(columns * rows);
  if (grids.empty() || grids[0].size() < fewest_corners) return Error{"no board is seen"};
  if (grids.size() > 1 && 2 * grids[1].size() > wanted) return Error{"two boards are seen"};
  const CornerGrid& grid = grids[0];
  const Extent extent = extent_of(grid);
  const bool fits = extent.columns == columns && extent.rows == rows;
  const bool fits_turned = extent.columns == rows && extent.rows == columns;
  const bool is_full = grid.size() == static_cast<std::size_t>(extent.columns * extent.rows);
  if (is_full && (fits || fits_turned)) return placed(grid, extent, !fits);
  if (!is_full)
    return Error{fmt::format(
        "{} of {} corners are seen: a part of the board is covered, out of the picture, in glare "
        "or seen too much from the side",
        std::min(grid.size(), wanted - 1), wanted)};
  if (grid.size() > wanted)
    return Error{
        fmt::format("a board of {} x {} squares is seen, not {} x {}: count squares, not corners",
                    std::max(extent.columns, extent.rows) + 1,
                    std::min(extent.columns, extent.rows) + 1, board.columns, board.rows)};
  return Error{fmt::format(
      "{} x {} squares are seen of {} x {}: another board, or not all of it is in the picture",
      std::max(extent.columns, extent.rows) + 1, std::min(extent.columns, extent.rows) + 1,
      board.columns, board.rows)};
}

// The corners of a marker's square, by the perspective of that marker.
std::optional<Corners> square_around(const FoundMarker& marker, double share) {
  const double low = 0.5 - share / 2, high = 0.5 + share / 2;
  const auto pixel_from_square =
      map_corners({{{low, low}, {high, low}, {high, high}, {low, high}}}, marker.corners_px);
  if (!pixel_from_square) return std::nullopt;
  Corners corners;
  constexpr Corners unit{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto at = map(*pixel_from_square, unit[i]);
    if (!at) return std::nullopt;
    corners[i] = *at;
  }
  return corners;
}

// Whether markers lie as they do on the board, up to what a lens bends.
bool is_like_board(const std::vector<FoundMarker>& markers, const BoardConfig& board) {
  std::vector<PointPair> pairs;
  for (const FoundMarker& marker : markers) {
    const auto square = square_of_marker(board, marker.id);
    if (!square) return false;
    const auto& c = marker.corners_px;
    pairs.push_back(
        {{double(square->column), double(square->row)}, 0.25 * (c[0] + c[1] + c[2] + c[3])});
  }
  if (pairs.size() < 5) return true;
  const auto pixel_from_board = fit_homography(pairs);
  if (!pixel_from_board) return true;  // in one row
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto at = map(*pixel_from_board, pairs[i].from);
    const Vec2 side = markers[i].corners_px[1] - markers[i].corners_px[0];
    if (!at) return false;
    const Vec2 off = *at - pairs[i].to;
    if (std::hypot(off.x, off.y) > std::hypot(side.x, side.y)) return false;
  }
  return true;
}

Result<std::vector<BoardCorner>> find_charuco(const cv::Mat& grey, const GreyImage& image,
                                              const BoardConfig& board,
                                              const MarkerFinder& finder) {
  const std::vector<FoundMarker> markers = finder.find(image);
  if (markers.empty()) return Error{fmt::format("no marker of {} is seen", board.dictionary->name)};
  for (std::size_t i = 1; i < markers.size(); ++i)
    if (markers[i].id == markers[i - 1].id)
      return Error{fmt::format("two boards are seen: marker {} is there twice", markers[i].id)};
  if (!is_like_board(markers, board))
    return Error{fmt::format("the markers that are seen are not those of {}", describe(board))};

  const std::vector<SaddlePoint> saddles = find_saddles(grey);
  std::map<std::pair<int, int>, std::size_t> chosen;
  std::vector<std::pair<int, int>> disputed;
  for (const FoundMarker& marker : markers) {
    const auto square = square_of_marker(board, marker.id);
    const auto around = square_around(marker, board.marker_share);
    if (!around) continue;
    const Vec2 diagonal = (*around)[2] - (*around)[0];
    const double reach = 0.15 * std::hypot(diagonal.x, diagonal.y);
    for (std::size_t i = 0; i < 4; ++i) {
      // the square at (1, 0) has the first corner of the board at its lower left
      const int column = square->column - 1 + (i == 1 || i == 2), row = square->row - 1 + (i >= 2);
      if (column < 0 || row < 0 || column >= corner_columns(board) || row >= corner_rows(board))
        continue;
      std::optional<std::size_t> nearest;
      double distance = reach;
      for (std::size_t s = 0; s < saddles.size(); ++s) {
        const Vec2 off = saddles[s].at_px - (*around)[i];
        if (std::hypot(off.x, off.y) < distance) nearest = s, distance = std::hypot(off.x, off.y);
      }
      if (!nearest) continue;
      const auto [entry, is_new] = chosen.emplace(std::pair{column, row}, *nearest);
      if (!is_new && entry->second != *nearest) disputed.push_back(entry->first);
    }
  }
  for (const auto& place : disputed) chosen.erase(place);
  std::vector<BoardCorner> corners;
  for (const auto& [place, saddle] : chosen)
    corners.push_back({place.first, place.second, saddles[saddle].at_px});
  return corners;
}

bool is_on_one_line(const std::vector<BoardCorner>& corners) {
  const auto same = [&](auto member) {
    return std::ranges::all_of(
        corners, [&](const BoardCorner& c) { return c.*member == corners[0].*member; });
  };
  return same(&BoardCorner::column) || same(&BoardCorner::row);
}

}  // namespace

BoardFinder::BoardFinder(const BoardConfig& board)
    : board_(board), markers_({.dictionary = board.dictionary}) {
  assert(!problem_of(board));
}

Result<BoardSight> BoardFinder::find(const GreyImage& image) const {
  if (image.width < 32 || image.height < 32) return Error{"the picture is too small"};
  const cv::Mat grey = mat_of(image);
  auto corners = board_.pattern == BoardPattern::chessboard
                     ? find_chessboard(grey, board_)
                     : find_charuco(grey, image, board_, markers_);
  if (!corners) return Error{corners.error()};
  if (corners->size() < fewest_corners || is_on_one_line(*corners))
    return Error{fmt::format("only {} corners of the board are seen, {} are the least",
                             corners->size(), fewest_corners)};
  BoardSight sight{*std::move(corners), 0};
  sight.edge_px = sharpness(grey, sight.corners, board_);
  if (sight.edge_px > max_edge_px)
    return Error{
        fmt::format("the board is blurred: its edges are {:.1f} pixels wide, {:.0f} are allowed. "
                    "Hold it still, "
                    "focus the lens, or give it more light",
                    sight.edge_px, max_edge_px)};
  return sight;
}

}  // namespace tandem
