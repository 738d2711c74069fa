// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/camera_guide.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace tandem {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double enough_covered = 0.75;      // of the picture's cells
constexpr double enough_tilt = 20 * degree;  // between two views
constexpr double new_by = 0.06;              // of the picture's width, the mean way of corners
constexpr double max_off_px = 1;
// Of the picture's width. A focal length that is a little off is made good by the height at which
// the floor then seems to be.
constexpr double max_uncertain = 1.5e-3;

BoardView view_of(const BoardSight& sight, const BoardConfig& board, const std::string& name) {
  BoardView view{.name = name};
  for (const BoardCorner& corner : sight.corners)
    view.points.push_back({corner_on_board(board, corner.column, corner.row), corner.at_px});
  return view;
}

// The mean way of the corners that two sights share; nothing if they share none.
std::optional<double> way_between(const BoardSight& a, const BoardSight& b) {
  std::map<std::pair<int, int>, Vec2> places;
  for (const BoardCorner& corner : a.corners) places[{corner.column, corner.row}] = corner.at_px;
  double sum = 0;
  int count = 0;
  for (const BoardCorner& corner : b.corners)
    if (const auto other = places.find({corner.column, corner.row}); other != places.end()) {
      const Vec2 way = corner.at_px - other->second;
      sum += std::hypot(way.x, way.y);
      ++count;
    }
  if (count == 0) return std::nullopt;
  return sum / count;
}

}  // namespace

CameraGuide::CameraGuide(const CameraGuideConfig& config)
    : config_(config), finder_(config.board) {}

bool CameraGuide::is_new(const BoardSight& sight) const {
  return std::ranges::none_of(sights_, [&](const BoardSight& other) {
    const auto way = way_between(sight, other);
    return way && *way < new_by * width_;
  });
}

CameraGuide::Answer CameraGuide::look(const GreyImage& image, const std::string& name) {
  if (width_ == 0) width_ = image.width, height_ = image.height;
  if (image.width != width_ || image.height != height_)
    return {false, fmt::format("it has {} x {} pixels, the first one had {} x {}", image.width,
                               image.height, width_, height_)};
  auto sight = finder_.find(image);
  if (!sight) return {false, sight.error()};
  if (!is_new(*sight)) return {false, "the board is where it was before: move or tilt it"};
  for (const BoardCorner& corner : sight->corners) {
    const int x = std::clamp(static_cast<int>(corner.at_px.x * columns / width_), 0, columns - 1);
    const int y = std::clamp(static_cast<int>(corner.at_px.y * rows / height_), 0, rows - 1);
    is_covered_[static_cast<std::size_t>(y * columns + x)] = true;
  }
  views_.push_back(view_of(*sight, config_.board, name));
  sights_.push_back(*std::move(sight));
  // how boards were tilted is known once the lens is, roughly at least
  if (views() >= config_.min_views && covered() >= enough_covered)
    if (const auto fit = fit_lens(views_, width_, height_, config_.lens))
      tilt_ = angle_spread(fit->camera_from_board);
  return {true, {}};
}

double CameraGuide::covered() const {
  return static_cast<double>(std::ranges::count(is_covered_, true)) / (columns * rows);
}

bool CameraGuide::is_enough() const {
  return views() >= config_.min_views && covered() >= enough_covered && tilt_ >= enough_tilt;
}

std::string CameraGuide::open_place() const {
  const auto is_open = [&](int x, int y) {
    return !is_covered_[static_cast<std::size_t>(y * columns + x)];
  };
  // corners first: what a lens bends most
  constexpr std::array<std::string_view, 3> across{"left", "middle", "right"};
  constexpr std::array<std::string_view, 3> down{"top", "middle", "bottom"};
  for (const int y : {0, rows - 1, 1, 2})
    for (const int x : {0, columns - 1, 1, 4, 2, 3})
      if (is_open(x, y))
        return fmt::format("{} {}",
                           down[static_cast<std::size_t>(y == 0          ? 0
                                                         : y == rows - 1 ? 2
                                                                         : 1)],
                           across[static_cast<std::size_t>(x < 2   ? 0
                                                           : x > 3 ? 2
                                                                   : 1)]);
  return {};
}

std::string CameraGuide::advice() const {
  if (covered() < enough_covered)
    return fmt::format("show the board at the {} of the picture ({:.0f} of {:.0f} % covered)",
                       open_place(), 100 * covered(), 100 * enough_covered);
  if (views() < config_.min_views)
    return fmt::format("show it at other places and angles ({} of {} views)", views(),
                       config_.min_views);
  if (tilt_ < enough_tilt)
    return fmt::format(
        "tilt the board by 30 degrees or more, to the side and to the back ({:.0f} so far)",
        tilt_ / degree);
  return "that is enough";
}

std::vector<std::string> CameraGuide::map() const {
  std::vector<std::string> lines;
  for (int y = 0; y < rows; ++y) {
    std::string line;
    for (int x = 0; x < columns; ++x)
      line += is_covered_[static_cast<std::size_t>(y * columns + x)] ? '#' : '.';
    lines.push_back(line);
  }
  return lines;
}

Result<CameraGuide::Outcome> CameraGuide::finish() const {
  if (views() < config_.min_views)
    return Error{fmt::format("{} views of the board are too few, {} are the least", views(),
                             config_.min_views)};
  if (covered() < enough_covered)
    return Error{
        fmt::format("the board was seen in {:.0f} % of the picture, {:.0f} are needed: a lens is "
                    "not known where "
                    "nothing was measured. It was never at the {}",
                    100 * covered(), 100 * enough_covered, open_place())};
  Outcome outcome{.width_px = width_, .height_px = height_};
  std::vector<BoardView> views = views_;
  auto fit = fit_lens(views, width_, height_, config_.lens);
  if (!fit) return Error{fit.error()};
  // a board that bent or moved while its picture was taken
  std::vector<double> offs = fit->view_off_px;
  std::ranges::nth_element(offs, offs.begin() + static_cast<long>(offs.size() / 2));
  const double limit = std::max(0.3, 3 * offs[offs.size() / 2]);
  std::vector<BoardView> kept;
  for (std::size_t i = 0; i < views.size(); ++i) {
    if (fit->view_off_px[i] <= limit)
      kept.push_back(views[i]);
    else
      outcome.remarks.push_back(fmt::format("{} was left out: {:.2f} pixels off, others {:.2f}",
                                            views[i].name, fit->view_off_px[i],
                                            offs[offs.size() / 2]));
  }
  if (kept.size() < views.size()) {
    if (static_cast<int>(kept.size()) < config_.min_views)
      return Error{fmt::format("only {} of {} views agree, {} are the least", kept.size(),
                               views.size(), config_.min_views)};
    fit = fit_lens(kept, width_, height_, config_.lens);
    if (!fit) return Error{fit.error()};
  }
  if (const double spread = angle_spread(fit->camera_from_board); spread < enough_tilt)
    return Error{fmt::format(
        "all views show the board from nearly the same angle ({:.0f} degrees apart, {:.0f} are "
        "needed): the focal length cannot be told from the distance",
        spread / degree, enough_tilt / degree)};
  if (fit->off_px > max_off_px)
    return Error{fmt::format(
        "the corners are {:.2f} pixels off, {:.0f} is allowed: is the board flat, are its squares "
        "square, and is the lens {}?",
        fit->off_px, max_off_px,
        config_.lens == LensType::fisheye ? "a fisheye" : "no fisheye (--lens fisheye)")};
  if (fit->uncertain_px > max_uncertain * width_)
    return Error{
        fmt::format("the lens is known to {:.1f} pixels only, {:.1f} are needed: more views, "
                    "tilted to all sides "
                    "and near to the camera",
                    fit->uncertain_px, max_uncertain * width_)};
  outcome.fit = *std::move(fit);
  return outcome;
}

}  // namespace tandem
