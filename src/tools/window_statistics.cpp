// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/window_statistics.h"

#include <algorithm>
#include <cmath>

namespace tandem {

void WindowStatistics::add(Duration value) {
  values_.push_back(value);
  if (values_.size() > window_) values_.pop_front();
}

std::optional<WindowSummary> WindowStatistics::summary() const {
  if (values_.empty()) return {};

  const auto count = static_cast<double>(values_.size());
  double total = 0;
  for (const Duration value : values_) total += static_cast<double>(value.count());
  const double mean = total / count;
  double squares = 0;
  for (const Duration value : values_) {
    const double distance = static_cast<double>(value.count()) - mean;
    squares += distance * distance;
  }

  const auto [min, max] = std::ranges::minmax(values_);
  return WindowSummary{.mean = Duration(std::llround(mean)),
                       .min = min,
                       .max = max,
                       .deviation = Duration(std::llround(std::sqrt(squares / count))),
                       .count = values_.size()};
}

void RateStatistics::add(Duration time) {
  if (last_ && time < *last_)
    intervals_.clear();
  else if (last_)
    intervals_.add(time - *last_);
  last_ = time;
}

}  // namespace tandem
