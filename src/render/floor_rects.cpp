// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_rects.h"

#include <algorithm>
#include <limits>

namespace tandem {

FloorRect united(const FloorRect& a, const FloorRect& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

FloorRect common(const FloorRect& a, const FloorRect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

void DirtyPixels::start(int width, int height) {
  all_ = {0, 0, width, height};
  rects_.clear();
}

void DirtyPixels::add(const FloorRect& rect) {
  FloorRect added = common(rect, all_);
  if (added.is_empty()) return;
  // rectangles that share pixels become one, and may then share some with others
  for (bool is_larger = true; is_larger;) {
    is_larger = false;
    for (std::size_t i = 0; i < rects_.size(); ++i) {
      if (!overlap(rects_[i], added)) continue;
      if (united(rects_[i], added) == rects_[i]) return;
      added = united(rects_[i], added);
      rects_.erase(rects_.begin() + static_cast<std::ptrdiff_t>(i));
      is_larger = true;
      break;
    }
  }
  rects_.push_back(added);
  if (rects_.size() <= most) return;

  // too many: the two that waste least together become one
  long least = std::numeric_limits<long>::max();
  std::size_t first = 0, second = 1;
  for (std::size_t i = 0; i < rects_.size(); ++i)
    for (std::size_t j = i + 1; j < rects_.size(); ++j) {
      const long waste = united(rects_[i], rects_[j]).size() - rects_[i].size() - rects_[j].size();
      if (waste >= least) continue;
      least = waste;
      first = i;
      second = j;
    }
  const FloorRect both = united(rects_[first], rects_[second]);
  rects_.erase(rects_.begin() + static_cast<std::ptrdiff_t>(second));
  rects_.erase(rects_.begin() + static_cast<std::ptrdiff_t>(first));
  add(both);
}

}  // namespace tandem
