// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Pixels from (x0, y0) up to but without (x1, y1), row 0 at the top.
struct FloorRect {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  bool is_empty() const { return x0 >= x1 || y0 >= y1; }
  long size() const { return is_empty() ? 0 : static_cast<long>(x1 - x0) * (y1 - y0); }
  friend constexpr bool operator==(const FloorRect&, const FloorRect&) = default;
};

FloorRect united(const FloorRect& a, const FloorRect& b);
FloorRect common(const FloorRect& a, const FloorRect& b);
inline bool overlap(const FloorRect& a, const FloorRect& b) { return !common(a, b).is_empty(); }

// What must be drawn again: few rectangles that do not overlap and cover all that were added.
class DirtyPixels {
 public:
  static constexpr std::size_t most = 12;

  void start(int width, int height);
  void add(const FloorRect& rect);
  void add_all() { add(all_); }
  const std::vector<FloorRect>& rects() const { return rects_; }
  const FloorRect& all() const { return all_; }
  void clear() { rects_.clear(); }

 private:
  FloorRect all_;
  std::vector<FloorRect> rects_;
};

}  // namespace tandem
