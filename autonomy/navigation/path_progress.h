// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Where a point is beside a path.
struct Projection {
  double along_m = 0;  // from the path's beginning
  double off_m = 0;
};

// A path and how far along it a robot has come. Only what lies ahead is looked at, so that a path
// that passes the same place twice, or both sides of a thin wall, is followed in its order.
class PathProgress {
 public:
  PathProgress() = default;
  explicit PathProgress(std::vector<Pose2> path);

  void follow(Vec2 robot);

  const std::vector<Pose2>& path() const { return path_; }
  double along_m() const { return along_m_; }
  double length_m() const { return lengths_.empty() ? 0 : lengths_.back(); }
  double remaining_m() const { return length_m() - along_m_; }

  Projection project(Vec2 point, double from_m, double to_m) const;
  Vec2 point_at(double along_m) const;
  // The first pose that is not behind.
  std::size_t next_index() const;

 private:
  std::vector<Pose2> path_;
  std::vector<double> lengths_;  // from the beginning to each pose
  double along_m_ = 0;
};

}  // namespace tandem
