// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/marker_offset.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double whole_turn = 2 * std::numbers::pi;
constexpr double straight_m = 0.5;
constexpr double max_bend = 2 * degree;     // of the heading, driving straight
constexpr double max_turn_off_mm = 15;      // of the turn's centre
constexpr double max_straight_off_mm = 10;  // from a line
constexpr std::size_t fewest_poses = 12;    // of the turn

double apart(double a, double b) { return std::remainder(a - b, 2 * std::numbers::pi); }

// The robot's middle in the marker's frame, which stays where it is while the robot turns:
// place + R(heading) middle = centre, for all poses.
struct Turn {
  Vec2 middle_in_marker;
  double off_mm = 0;
};
Turn fit_turn(std::span<const Pose2> poses) {
  // with the means taken out: sum of R'^T R' middle = - sum of R'^T place'
  const double share = 1.0 / static_cast<double>(poses.size());
  Vec2 place, turn;
  for (const Pose2& pose : poses) {
    place = place + share * pose.translation;
    turn = turn + share * Vec2{std::cos(pose.yaw), std::sin(pose.yaw)};
  }
  double square = 0;
  Vec2 sum;
  for (const Pose2& pose : poses) {
    const double c = std::cos(pose.yaw) - turn.x, s = std::sin(pose.yaw) - turn.y;
    const Vec2 p = pose.translation - place;
    square += c * c + s * s;
    sum = sum + Vec2{c * p.x + s * p.y, c * p.y - s * p.x};
  }
  Turn result{.middle_in_marker = (-1 / square) * sum};
  Vec2 centre;
  for (const Pose2& pose : poses) centre = centre + share * (pose * result.middle_in_marker);
  double off = 0;
  for (const Pose2& pose : poses) {
    const Vec2 d = pose * result.middle_in_marker - centre;
    off += share * dot(d, d);
  }
  result.off_mm = 1e3 * std::sqrt(off);
  return result;
}

// The heading in which places follow each other, and how far they are off that line.
struct Line {
  double heading = 0;
  double off_mm = 0;
};
Line fit_line(std::span<const Pose2> poses) {
  const double share = 1.0 / static_cast<double>(poses.size());
  Vec2 mean;
  for (const Pose2& pose : poses) mean = mean + share * pose.translation;
  double xx = 0, xy = 0, yy = 0;
  for (const Pose2& pose : poses) {
    const Vec2 d = pose.translation - mean;
    xx += share * d.x * d.x, xy += share * d.x * d.y, yy += share * d.y * d.y;
  }
  double heading = 0.5 * std::atan2(2 * xy, xx - yy);
  const Vec2 way = poses.back().translation - poses.front().translation;
  if (way.x * std::cos(heading) + way.y * std::sin(heading) < 0) heading += std::numbers::pi;
  const double across = 0.5 * (xx + yy) - std::hypot(0.5 * (xx - yy), xy);
  return {heading, 1e3 * std::sqrt(std::max(0.0, across))};
}

}  // namespace

double MarkerOffsetGuide::turned() const { return most_ - least_; }

double MarkerOffsetGuide::driven() const {
  if (straight_.empty()) return 0;
  const Vec2 way = straight_.back().translation - straight_.front().translation;
  return std::hypot(way.x, way.y);
}

void MarkerOffsetGuide::look(const Pose2& pose) {
  // a robot that stands says the same again and again
  if (last_) {
    const Vec2 moved = pose.translation - last_->translation;
    const double turn = apart(pose.yaw, last_->yaw);
    if (std::hypot(moved.x, moved.y) < 0.002 && std::abs(turn) < 0.5 * degree) return;
    heading_ += turn;
  }
  last_ = pose;
  if (step_ == Step::turn) return look_at_turn(pose);
  if (step_ == Step::straight) look_at_straight(pose);
}

void MarkerOffsetGuide::look_at_turn(const Pose2& pose) {
  least_ = std::min(least_, heading_), most_ = std::max(most_, heading_);
  turn_.push_back(pose);
  if (turned() >= whole_turn && turn_.size() >= fewest_poses) step_ = Step::straight;
}

void MarkerOffsetGuide::look_at_straight(const Pose2& pose) {
  // what still belongs to the turn, or is bent, does not count: from here anew
  if (!straight_.empty() && std::abs(apart(pose.yaw, straight_.front().yaw)) > max_bend)
    straight_.clear();
  straight_.push_back(pose);
  if (driven() >= straight_m) step_ = Step::done;
}

std::string MarkerOffsetGuide::advice() const {
  switch (step_) {
    case Step::turn:
      return fmt::format(
          "let the robot turn on the spot, slowly, by a whole turn: {:.0f} of 360 "
          "degrees in {} pictures",
          std::min(360.0, turned() / degree), turn_.size());
    case Step::straight:
      return fmt::format("now let it drive straight on, forwards: {:.0f} of {:.0f} cm",
                         1e2 * driven(), 1e2 * straight_m);
    case Step::done:
      break;
  }
  return "that is enough";
}

Result<MarkerOffset> MarkerOffsetGuide::finish() const {
  if (turn_.empty()) return Error{"the marker was never seen"};
  if (turned() < whole_turn)
    return Error{fmt::format("the marker turned by {:.0f} degrees only, a whole turn is needed",
                             turned() / degree)};
  if (turn_.size() < fewest_poses)
    return Error{fmt::format("the turn has {} pictures, {} are the least: turn slower",
                             turn_.size(), fewest_poses)};
  const Turn turn = fit_turn(turn_);
  if (turn.off_mm > max_turn_off_mm)
    return Error{
        fmt::format("the robot did not turn on the spot: its middle moved by {:.0f} mm, "
                    "{:.0f} are allowed",
                    turn.off_mm, max_turn_off_mm)};
  if (driven() < straight_m)
    return Error{
        fmt::format("it drove {:.0f} cm straight on, {:.0f} are needed: a drive whose "
                    "heading changes by more than {:.0f} degrees is not straight",
                    1e2 * driven(), 1e2 * straight_m, max_bend / degree)};
  const Line line = fit_line(straight_);
  if (line.off_mm > max_straight_off_mm)
    return Error{fmt::format("it did not drive straight: {:.0f} mm off a line", line.off_mm)};

  MarkerOffset result{.turn_off_mm = turn.off_mm, .straight_off_mm = line.off_mm};
  double mean = 0, square = 0;
  const double count = static_cast<double>(straight_.size());
  const double first = apart(line.heading, straight_.front().yaw);
  for (const Pose2& pose : straight_) {
    const double off = apart(apart(line.heading, pose.yaw), first);
    mean += off / count, square += off * off / count;
  }
  result.yaw_deviation_rad = std::sqrt(std::max(0.0, square - mean * mean));
  const Pose2 marker_from_robot{turn.middle_in_marker, first + mean};
  result.robot_from_marker = inverse(marker_from_robot);
  result.robot_from_marker.yaw = apart(result.robot_from_marker.yaw, 0);
  return result;
}

}  // namespace tandem
