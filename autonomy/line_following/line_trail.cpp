// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_trail.h"

#include <algorithm>
#include <cmath>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

constexpr double spacing_m = 0.02;     // of points where there is no picture of the line
constexpr double chord_m = 0.05;       // to both sides, for directions: less is noise
constexpr double preview_m = 0.05;     // the wheels are late by so much
constexpr double kept_behind_m = 0.3;  // of the trail, for chords
constexpr double search_back_m = 0.1;  // where the robot's place on the trail is looked for
constexpr double search_ahead_m = 0.3;
constexpr double visible_margin_m = 0.06;
constexpr double visible_slope = 0.8;       // sideways per metre ahead: well inside of the picture
constexpr double largest_bend_rad = 1.3;    // between the trail and how it goes on
constexpr double largest_corner_rad = 2.3;  // the same at its end, where people draw corners
constexpr double corner_m = 0.1;

double angle_of(Vec2 v) { return std::atan2(v.y, v.x); }

// Of the beginning of a line.
double first_direction(std::span<const Vec2> curve) {
  const std::size_t last = std::min<std::size_t>(curve.size() - 1, 4);
  return angle_of(curve[last] - curve[0]);
}

// Of the circle through three places; positive to the left.
double curvature_through(Vec2 a, Vec2 b, Vec2 c) {
  const double product = distance(a, b) * distance(b, c) * distance(a, c);
  if (product < 1e-9) return 0;
  const Vec2 ab = b - a, ac = c - a;
  return 2 * (ab.x * ac.y - ab.y * ac.x) / product;
}

}  // namespace

void LineTrail::clear() {
  points_.clear();
  along_.clear();
  progress_m_ = 0;
}

void LineTrail::append(Vec2 point) {
  if (points_.empty()) {
    points_.push_back(point);
    along_.push_back(0);
    return;
  }
  const double step = distance(points_.back(), point);
  if (step < spacing_m / 4) return;
  along_.push_back(along_.back() + step);
  points_.push_back(point);
}

void LineTrail::cut(double along_m) {
  while (!along_.empty() && along_.back() > along_m) {
    along_.pop_back();
    points_.pop_back();
  }
}

Vec2 LineTrail::at(double along_m) const {
  const auto after = std::ranges::lower_bound(along_, along_m);
  if (after == along_.begin()) return points_.front();
  if (after == along_.end()) return points_.back();
  const auto i = static_cast<std::size_t>(after - along_.begin());
  const double share = (along_m - along_[i - 1]) / (along_[i] - along_[i - 1]);
  return points_[i - 1] + share * (points_[i] - points_[i - 1]);
}

double LineTrail::direction(double along_m) const {
  const double from = std::clamp(along_m - chord_m, 0.0, std::max(0.0, length() - 2 * chord_m));
  return angle_of(at(from + 2 * chord_m) - at(from));
}

LineTrail::Foot LineTrail::foot_of(Vec2 place, double from_m, double to_m) const {
  Foot best{.distance_m = 1e9};
  for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
    if (along_[i + 1] < from_m || along_[i] > to_m) continue;
    const Vec2 along = points_[i + 1] - points_[i];
    const double share = std::clamp(dot(place - points_[i], along) / dot(along, along), 0.0, 1.0);
    const double away = distance(points_[i] + share * along, place);
    if (away < best.distance_m) best = {along_[i] + share * (along_[i + 1] - along_[i]), away};
  }
  return best;
}

// From the robot to the first place of the line that it sees: a smooth way there (Hermite), which
// on a line is nearly the line itself.
void LineTrail::begin(const Pose2& odom_from_base, std::span<const Vec2> curve) {
  clear();
  const Vec2 a = odom_from_base.translation, b = curve[0];
  const double length = distance(a, b), end = first_direction(curve);
  const Vec2 ta = length * Vec2{std::cos(odom_from_base.yaw), std::sin(odom_from_base.yaw)};
  const Vec2 tb = length * Vec2{std::cos(end), std::sin(end)};
  // a little from behind the robot on: the direction below it is its own
  append(a - (2 * chord_m / length) * ta);
  append(a - (chord_m / length) * ta);
  progress_m_ = 2 * chord_m;
  const int steps = std::max(2, static_cast<int>(length / spacing_m));
  for (int i = 0; i < steps; ++i) {
    const double t = static_cast<double>(i) / steps, t2 = t * t, t3 = t2 * t;
    append((2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * ta + (3 * t2 - 2 * t3) * b +
           (t3 - t2) * tb);
  }
  for (const Vec2 point : curve) append(point);
}

bool LineTrail::is_continued_by(std::span<const Vec2> curve, const Foot& foot) const {
  const double bend = std::abs(wrap_angle(first_direction(curve) - direction(foot.along_m)));
  const bool is_at_end = length() - foot.along_m < corner_m;
  if (foot.distance_m <= config_.join_m)
    return bend < (is_at_end ? largest_corner_rad : largest_bend_rad);
  // an interrupted line goes on straight ahead
  constexpr double straight_rad = 0.5;
  const Vec2 gap = curve[0] - points_.back();
  return is_at_end && foot.distance_m <= config_.gap_m && bend < 2 * straight_rad &&
         std::abs(wrap_angle(angle_of(gap) - direction(length()))) < straight_rad;
}

// The trail is seen, but was walked along the other way: it tells nothing new.
bool LineTrail::leads_back(std::span<const Vec2> curve, const Foot& foot) const {
  const double bend = std::abs(wrap_angle(first_direction(curve) - direction(foot.along_m)));
  return foot.distance_m <= config_.join_m && bend >= largest_bend_rad;
}

void LineTrail::forget_what_should_be_seen(const Pose2& odom_from_base) {
  const Pose2 base_from_odom = inverse(odom_from_base);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (along_[i] < progress_m_) continue;
    const Vec2 place = base_from_odom * points_[i];
    if (place.x < config_.blind_m + visible_margin_m) continue;
    if (std::abs(place.y) > visible_slope * place.x) continue;
    return cut(along_[i]);
  }
}

bool LineTrail::see(const Pose2& odom_from_base, std::span<const Vec2> curve_in_base) {
  std::vector<Vec2> curve;
  for (const Vec2 place : curve_in_base) {
    if (distance(place, {}) > config_.far_m) break;
    curve.push_back(odom_from_base * place);
  }
  if (is_empty()) {
    if (curve.size() < 2 || distance(curve_in_base[0], {}) > config_.reach_m) return false;
    begin(odom_from_base, curve);
    return true;
  }
  if (curve.size() < 2) {
    forget_what_should_be_seen(odom_from_base);
    return false;
  }
  const Foot foot = foot_of(curve[0], progress_m_, length());
  if (!is_continued_by(curve, foot)) {
    if (leads_back(curve, foot)) return true;
    forget_what_should_be_seen(odom_from_base);
    return false;
  }
  // the last point before the join is left out: two pictures differ by millimetres, which would be
  // a kink
  cut(std::max(progress_m_ - kept_behind_m, foot.along_m - spacing_m / 2));
  for (const Vec2 point : curve) append(point);
  return true;
}

std::optional<LinePosition> LineTrail::position(const Pose2& odom_from_base) {
  if (is_empty()) return std::nullopt;
  const Vec2 place = odom_from_base.translation;
  const Foot foot = foot_of(place, progress_m_ - search_back_m, progress_m_ + search_ahead_m);
  progress_m_ = foot.along_m;
  // what is far behind is not needed any more
  std::size_t old = 0;
  while (old + 2 < points_.size() && along_[old + 1] < progress_m_ - kept_behind_m) ++old;
  if (old > 0) {
    const double gone = along_[old];
    points_.erase(points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(old));
    along_.erase(along_.begin(), along_.begin() + static_cast<std::ptrdiff_t>(old));
    for (double& along : along_) along -= gone;
    progress_m_ -= gone;
  }
  const double line_yaw = direction(progress_m_);
  const Vec2 to_line = at(progress_m_) - place;
  const double middle = progress_m_ + preview_m;
  return LinePosition{.lateral_m = -std::sin(line_yaw) * to_line.x + std::cos(line_yaw) * to_line.y,
                      .heading_rad = wrap_angle(line_yaw - odom_from_base.yaw),
                      .curvature_1pm = curvature_through(at(middle - 2 * chord_m), at(middle),
                                                         at(middle + 2 * chord_m)),
                      .ahead_m = length() - progress_m_};
}

}  // namespace tandem
