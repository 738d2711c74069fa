// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/path_progress.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tandem {

PathProgress::PathProgress(std::vector<Pose2> path) : path_(std::move(path)) {
  for (std::size_t i = 0; i < path_.size(); ++i) {
    const Vec2 way = i == 0 ? Vec2{} : path_[i].translation - path_[i - 1].translation;
    lengths_.push_back((i == 0 ? 0 : lengths_.back()) + std::hypot(way.x, way.y));
  }
}

void PathProgress::follow(Vec2 robot) {
  constexpr double look_ahead_m = 0.5;
  along_m_ = project(robot, along_m_, along_m_ + look_ahead_m).along_m;
}

Projection PathProgress::project(Vec2 point, double from_m, double to_m) const {
  Projection nearest{from_m, std::numeric_limits<double>::infinity()};
  if (path_.size() == 1) {
    const Vec2 off = point - path_[0].translation;
    return {0, std::hypot(off.x, off.y)};
  }
  auto next = std::ranges::upper_bound(lengths_, from_m);
  if (next == lengths_.end()) --next;
  for (auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, next - lengths_.begin()));
       i < path_.size() && lengths_[i - 1] <= to_m; ++i) {
    const Vec2 a = path_[i - 1].translation, along = path_[i].translation - a;
    const double length = lengths_[i] - lengths_[i - 1];
    const double first = std::max(0.0, from_m - lengths_[i - 1]);
    const double last = std::max(first, std::min(length, to_m - lengths_[i - 1]));
    const double at = length > 0 ? std::clamp(dot(point - a, along) / length, first, last) : 0;
    const Vec2 off = point - (a + (length > 0 ? at / length : 0) * along);
    if (const double distance = std::hypot(off.x, off.y); distance < nearest.off_m)
      nearest = {lengths_[i - 1] + at, distance};
  }
  return nearest;
}

std::size_t PathProgress::next_index() const {
  const auto next = std::ranges::lower_bound(lengths_, along_m_);
  return static_cast<std::size_t>(std::min<std::ptrdiff_t>(
      next - lengths_.begin(), static_cast<std::ptrdiff_t>(lengths_.size()) - 1));
}

Vec2 PathProgress::point_at(double along_m) const {
  const auto next = std::ranges::upper_bound(lengths_, along_m);
  if (next == lengths_.end()) return path_.back().translation;
  if (next == lengths_.begin()) return path_.front().translation;
  const auto i = static_cast<std::size_t>(next - lengths_.begin());
  const double share = (along_m - lengths_[i - 1]) / (lengths_[i] - lengths_[i - 1]);
  return path_[i - 1].translation + share * (path_[i].translation - path_[i - 1].translation);
}

}  // namespace tandem
