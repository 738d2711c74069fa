// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/obstacle_layer.h"

#include <algorithm>

namespace tandem {

void ObstacleLayer::move_to(const GridFrame& frame) {
  const auto shift = [&](double before, double now) {
    return static_cast<int>(std::lround((now - before) / frame.resolution_m));
  };
  const Cell moved{shift(frame_.corner.x, frame.corner.x), shift(frame_.corner.y, frame.corner.y)};
  if (!marks_.empty() && moved == Cell{} && frame.width == frame_.width &&
      frame.height == frame_.height)
    return;
  std::vector<std::uint8_t> marks(frame.size(), 0);
  if (!marks_.empty())
    for (int y = 0; y < frame.height; ++y)
      for (int x = 0; x < frame.width; ++x)
        if (const Cell before{x + moved.x, y + moved.y}; frame_.contains(before))
          marks[frame.index({x, y})] = marks_[frame_.index(before)];
  frame_ = frame;
  marks_ = std::move(marks);
}

void ObstacleLayer::observe(Vec2 sensor, std::span<const Beam> beams) {
  for (const Beam& beam : beams) {
    const Cell end = frame_.cell_at(beam.end);
    walk_line(frame_, sensor, beam.end, [&](Cell cell) {
      if (beam.is_hit && cell == end) return false;
      if (frame_.contains(cell)) marks_[frame_.index(cell)] = 0;
      return true;
    });
  }
  for (const Beam& beam : beams)
    if (const Cell end = frame_.cell_at(beam.end); beam.is_hit && frame_.contains(end))
      marks_[frame_.index(end)] = 1;
}

void ObstacleLayer::clear_under(const Footprint& footprint, const Pose2& at) {
  const Pose2 robot_from_frame = inverse(at);
  const double reach = footprint.circumscribed_m();
  const Cell first = frame_.cell_at(at.translation - Vec2{reach, reach});
  const Cell last = frame_.cell_at(at.translation + Vec2{reach, reach});
  for (int y = std::max(first.y, 0); y <= std::min(last.y, frame_.height - 1); ++y)
    for (int x = std::max(first.x, 0); x <= std::min(last.x, frame_.width - 1); ++x)
      if (footprint.contains(robot_from_frame * frame_.center_of({x, y})))
        marks_[frame_.index({x, y})] = 0;
}

void ObstacleLayer::clear() { std::ranges::fill(marks_, std::uint8_t{0}); }

std::vector<Beam> cone_beams(const Pose2& sensor, double opening_rad, double range_m, bool is_hit,
                             double resolution_m) {
  // neighbours are less than a cell apart at their ends
  const int gaps = std::max(1, static_cast<int>(std::ceil(opening_rad * range_m / resolution_m)));
  std::vector<Beam> beams;
  for (int i = 0; i <= gaps; ++i) {
    const double angle = opening_rad * (static_cast<double>(i) / gaps - 0.5);
    beams.push_back({sensor * Vec2{range_m * std::cos(angle), range_m * std::sin(angle)}, is_hit});
  }
  return beams;
}

}  // namespace tandem
