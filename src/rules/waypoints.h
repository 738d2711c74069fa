// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "geometry/pose2.h"
#include "scenario/fields.h"

namespace tandem {

// Where somebody goes, for how long they stay there, and when they leave at the earliest.
struct Waypoint {
  Vec2 at;
  std::optional<Duration> wait;      // as everywhere else unless it is said
  std::optional<Duration> leave_at;  // since the episode began
};

// A list of `[x, y]` and `{x: 1, y: 2, wait: 3s, at: 10s}`, at least `least` of them unless the key
// is absent. What is wrong is reported.
std::vector<Waypoint> read_waypoints(const Fields& fields, std::string_view key, std::size_t least);

// Goes along a list of points and begins again: round and round, or there and back.
class Tour {
 public:
  explicit Tour(std::size_t points = 1, bool turns_back = false, std::size_t first = 0)
      : points_(points), turns_back_(turns_back), index_(first) {}

  std::size_t index() const { return index_; }
  bool is_backward() const { return is_backward_; }
  void advance();

 private:
  std::size_t points_;
  bool turns_back_;
  std::size_t index_;
  bool is_backward_ = false;
};

}  // namespace tandem
