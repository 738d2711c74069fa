// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

struct LineTrailConfig {
  double blind_m = 0.25;  // from the robot's middle: from there on the camera sees the floor
  double far_m = 0.9;     // beyond it a pixel is too many centimetres
  double reach_m = 0.6;   // a trail begins with a line that is as near as this
  double join_m = 0.06;   // a line that is farther beside the trail is another one
  double gap_m = 0.2;     // a line may be interrupted for so long
};

// How a robot stands to the line.
struct LinePosition {
  double lateral_m = 0;      // from the robot's middle to the line, positive if that is to the left
  double heading_rad = 0;    // of the line in the robot's frame
  double curvature_1pm = 0;  // of the line a little ahead, positive to the left
  double ahead_m = 0;        // so much of it is known before the robot
};

// The line that a robot is on, in the frame of its odometry: a camera sees it only from a hand's
// breadth before the robot on, and what is below the robot was seen a moment ago. What a new
// picture shows takes the place of what was known from there on.
class LineTrail {
 public:
  explicit LineTrail(const LineTrailConfig& config = {}) : config_(config) {}

  void clear();
  bool is_empty() const { return points_.size() < 2; }

  // Takes in what was seen from a place: points on the floor in the robot's frame, from near to
  // far; none if there is no line any more. Says whether the trail was seen.
  bool see(const Pose2& odom_from_base, std::span<const Vec2> curve_in_base);

  // Nothing while the trail is empty. Robots go forward along it: who calls this has been there.
  std::optional<LinePosition> position(const Pose2& odom_from_base);

  const std::vector<Vec2>& points_in_odom() const { return points_; }

 private:
  struct Foot {
    double along_m = 0;  // from the first point
    double distance_m = 0;
  };

  double length() const { return along_.empty() ? 0 : along_.back(); }
  Vec2 at(double along_m) const;
  double direction(double along_m) const;
  Foot foot_of(Vec2 place, double from_m, double to_m) const;
  void begin(const Pose2& odom_from_base, std::span<const Vec2> curve);
  bool is_continued_by(std::span<const Vec2> curve, const Foot& foot) const;
  bool leads_back(std::span<const Vec2> curve, const Foot& foot) const;
  void forget_what_should_be_seen(const Pose2& odom_from_base);
  void append(Vec2 point);
  void cut(double along_m);

  LineTrailConfig config_;
  std::vector<Vec2> points_;
  std::vector<double> along_;  // of each point, from the first
  double progress_m_ = 0;      // where the robot is along it
};

}  // namespace tandem
