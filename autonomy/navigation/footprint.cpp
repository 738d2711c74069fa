// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/footprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <system_error>
#include <utility>

namespace tandem {

namespace {

double distance_to_segment(Vec2 point, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double squared = dot(along, along);
  const double share = squared > 0 ? std::clamp(dot(point - a, along) / squared, 0.0, 1.0) : 0;
  const Vec2 off = point - (a + share * along);
  return std::sqrt(dot(off, off));
}

}  // namespace

Footprint Footprint::round(double radius_m) {
  Footprint made;
  made.inscribed_m_ = made.circumscribed_m_ = radius_m;
  return made;
}

Footprint Footprint::polygon(std::vector<Vec2> corners) {
  Footprint made;
  made.corners_ = std::move(corners);
  made.inscribed_m_ = std::max(0.0, -made.distance_m({}));
  for (const Vec2 corner : made.corners_)
    made.circumscribed_m_ = std::max(made.circumscribed_m_, std::sqrt(dot(corner, corner)));
  return made;
}

std::vector<Vec2> Footprint::outline() const {
  if (!is_round()) return corners_;
  constexpr int points = 24;
  std::vector<Vec2> outline;
  for (int i = 0; i < points; ++i) {
    const double angle = 2 * std::numbers::pi * i / points;
    outline.push_back({inscribed_m_ * std::cos(angle), inscribed_m_ * std::sin(angle)});
  }
  return outline;
}

double Footprint::distance_m(Vec2 point) const {
  if (is_round()) return std::sqrt(dot(point, point)) - inscribed_m_;
  double nearest = std::numeric_limits<double>::infinity();
  bool is_inside = false;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const Vec2 a = corners_[i], b = corners_[(i + 1) % corners_.size()];
    nearest = std::min(nearest, distance_to_segment(point, a, b));
    // a line from the point to the right crosses the border an odd number of times
    if ((a.y > point.y) != (b.y > point.y) &&
        point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y))
      is_inside = !is_inside;
  }
  return is_inside ? -nearest : nearest;
}

Footprint Footprint::padded(double margin_m) const {
  if (is_round()) return round(inscribed_m_ + margin_m);
  // as Nav2 does it: corners move outwards along both axes
  std::vector<Vec2> corners = corners_;
  for (Vec2& corner : corners) {
    corner.x += corner.x > 0 ? margin_m : -margin_m;
    corner.y += corner.y > 0 ? margin_m : -margin_m;
  }
  return polygon(std::move(corners));
}

Result<Footprint> footprint_of(std::vector<Vec2> corners) {
  for (const Vec2 corner : corners)
    if (!std::isfinite(corner.x) || !std::isfinite(corner.y))
      return Error{"a footprint with a corner that is no place"};
  if (corners.size() < 3)
    return Error{fmt::format("a footprint has three corners or more, not {}", corners.size())};
  Footprint footprint = Footprint::polygon(std::move(corners));
  if (!footprint.contains({}))
    return Error{"a footprint that does not have the robot's origin in it"};
  return footprint;
}

Result<std::vector<Vec2>> read_corners(std::string_view text) {
  const Error wrong{
      fmt::format("'{}' is no list of corners like [[0.2, 0.1], [-0.2, 0.1], [-0.2, -0.1]]", text)};
  const auto skip = [&](std::string_view what) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (!text.starts_with(what)) return false;
    text.remove_prefix(what.size());
    return true;
  };
  const auto number = [&](double& value) {
    skip("");
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return true;
  };
  std::vector<Vec2> corners;
  if (!skip("[")) return wrong;
  for (bool is_over = skip("]"); !is_over; is_over = !skip(",")) {
    Vec2 corner;
    if (!skip("[") || !number(corner.x) || !skip(",") || !number(corner.y) || !skip("]"))
      return wrong;
    corners.push_back(corner);
  }
  if (!corners.empty() && !skip("]")) return wrong;
  if (skip(""); !text.empty()) return wrong;
  if (corners.empty()) return corners;
  if (const auto footprint = footprint_of(corners); !footprint) return Error{footprint.error()};
  return corners;
}

std::uint8_t footprint_cost(const Costmap& costmap, const Footprint& footprint, const Pose2& at) {
  const std::uint8_t middle = costmap.at(at.translation);
  if (footprint.is_round() || cost::is_blocked(middle))
    return middle == cost::inscribed ? cost::lethal : middle;
  const std::vector<Vec2>& corners = footprint.corners();
  Vec2 from = at * corners.back();
  for (const Vec2 corner : corners) {
    const Vec2 to = at * corner;
    const bool is_clear = walk_line(costmap.frame(), from, to, [&](Cell cell) {
      return !costmap.frame().contains(cell) || costmap.at(cell) != cost::lethal;
    });
    if (!is_clear) return cost::lethal;
    from = to;
  }
  return middle;
}

}  // namespace tandem
